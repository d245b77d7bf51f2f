"""What goes wrong, one after another. After each fault the cluster is whole again before the next one begins."""

import time

from machines import wait_for


class Faults:
    def __init__(self, cluster, service, play, say):
        self.cluster, self.service, self.play, self.say = cluster, service, play, say

    def others(self, machine):
        return [other for other in self.cluster.machines if other is not machine]

    def takes_writes(self, among):
        """The instant from which one of these machines takes writes, and goes on to: a standby that acknowledges one may
        have to be rewound after it."""

        def look():
            for machine in among:
                if machine.writes():
                    first = time.monotonic()
                    time.sleep(2)
                    if machine.writes():
                        return first
            return None

        return wait_for("a primary that takes writes", look)

    def run(self, fault):
        primary = wait_for("a primary", self.cluster.primary)
        start = time.monotonic()
        writes = fault(self, primary)
        self.play.record(op="fault", kind=fault.__name__, start=start, writes=writes)
        wait_for("a whole cluster", self.cluster.is_whole)
        again = time.monotonic()
        time.sleep(2)
        self.say(f"{fault.__name__}: writes after {writes - start:.1f} s, whole after {again - start:.1f} s")

    def switch_over(self, primary):
        candidate = self.cluster.synchronous()
        self.cluster.switch_over(primary, candidate)
        return self.takes_writes([candidate])

    def kill_machine(self, primary):
        primary.kill()
        writes = self.takes_writes(self.others(primary))
        primary.start_etcd()
        wait_for("etcd", primary.etcd_is_ready)
        primary.start_patroni()
        return writes

    def kill_postgres(self, primary):
        primary.kill_postgres()
        return self.takes_writes(self.cluster.machines)

    def kill_server(self, primary):
        return self.kill_process("serve1", primary)

    def kill_worker(self, primary):
        return self.kill_process("work2", primary)

    def kill_process(self, name, primary):
        self.service.kill(name)
        time.sleep(3)
        self.service.start(name)
        return self.takes_writes([primary])

    def cut_primary_off(self, primary):
        """From the other machines and from the service."""
        self.cluster.cut(primary, *self.others(primary), None)
        return self.healed_after(self.takes_writes(self.others(primary)))

    def cut_primary_off_from_machines(self, primary):
        """The service still reaches it, and must not be served by it once there is another one."""
        self.cluster.cut(primary, *self.others(primary))
        return self.healed_after(self.takes_writes(self.others(primary)))

    def cut_primary_off_from_etcd(self, primary):
        """It has to step down, although all else works."""
        self.cluster.cut(primary, *self.others(primary), etcd_only=True)
        return self.healed_after(self.takes_writes(self.others(primary)))

    def cut_primary_off_from_service(self, primary):
        """Nobody takes over, since nothing is wrong among the machines."""
        self.cluster.cut(primary, None)
        time.sleep(10)
        self.cluster.heal()
        return self.takes_writes([primary])

    def cut_standby_off(self, primary):
        """The one that acknowledges writes: they wait until the other one is asked to."""
        standby = self.cluster.synchronous()
        self.cluster.cut(standby, *self.others(standby), None)
        return self.healed_after(self.takes_writes([primary]))

    def healed_after(self, writes):
        time.sleep(5)
        self.cluster.heal()
        return writes

    def jump_clocks(self, primary):
        """Two processes are two hours ahead and behind, then the other way round, then right again."""
        for first, second in [(7_200, -7_200), (-7_200, 7_200), (0, 0)]:
            for name in ("serve1", "work1"):
                self.service.set_clock(name, first)
            for name in ("serve2", "work2"):
                self.service.set_clock(name, second)
            time.sleep(5)
        return self.takes_writes([primary])


SWITCHOVERS = [Faults.switch_over]
KILLS = [Faults.kill_machine, Faults.kill_postgres, Faults.kill_server, Faults.kill_worker]
PARTITIONS = [Faults.cut_primary_off, Faults.cut_primary_off_from_machines, Faults.cut_primary_off_from_etcd,
              Faults.cut_primary_off_from_service, Faults.cut_standby_off]
CLOCKS = [Faults.jump_clocks]
# Between two others there is a switchover: what comes next finds a primary that is new, wherever it was before.
SCHEDULE = [fault for pair in zip([
    *KILLS[:2], *PARTITIONS[:3], Faults.kill_server, *CLOCKS, Faults.kill_worker, *PARTITIONS[3:], Faults.kill_machine
], SWITCHOVERS * 10 + [None]) for fault in pair if fault]


def count(history, kinds):
    names = {kind.__name__ for kind in kinds}
    return sum(record["op"] == "fault" and record["kind"] in names for record in history)
