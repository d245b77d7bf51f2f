"""Three database machines, each with etcd, Patroni and PostgreSQL, as network namespaces on one bridge, and this one, where
HAProxy and the service run. Expects to be in namespaces of its own (see run.sh), whose end ends all that was started.

Each machine has an address for PostgreSQL and Patroni and another one for etcd, so that it can be cut off from either. A cut
is silent, as a broken cable is: each side gets a wrong hardware address for the other, so that packets arrive nowhere.
"""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

NUMBERS = (1, 2, 3)
DATA, ETCD = "10.77.0.{}", "10.78.0.{}"
HERE = 100
NOWHERE = "02:00:00:00:00:00"
PASSWORD = "skaldic"
# How long Patroni waits: a primary that can't renew its lock within TTL seconds has stepped down by then, and another takes
# over. The lock is renewed every LOOP_WAIT seconds, and asked for again for RETRY_TIMEOUT seconds if that fails.
TTL, LOOP_WAIT, RETRY_TIMEOUT = 20, 5, 5
HAPROXY_PORT = 5000
AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def wait_for(what, look, patience=300):
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    raise SystemExit(f"{what} did not come within {patience} s")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def ask(host, port, method, path, body=None, patience=2):
    """Status and text of an answer; None if there is none."""
    connection = http.client.HTTPConnection(host, port, timeout=patience)
    try:
        connection.request(method, path, json.dumps(body) if body else None)
        response = connection.getresponse()
        return response.status, response.read().decode()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def postgres_programs():
    """The folder of the newest PostgreSQL's programs."""
    return str(max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name)))


class Machine:
    def __init__(self, number, folder):
        self.number, self.name = number, f"machine{number}"
        self.data, self.etcd = DATA.format(number), ETCD.format(number)
        self.folder = folder / "memory" / self.name
        self.folder.mkdir()
        shutil.chown(self.folder, "postgres", "postgres")
        self.log = open(folder / f"{self.name}.log", "ab")
        self._plug_in()
        self._write_patroni()

    def _plug_in(self):
        ip("netns", "add", self.name)
        ip("link", "add", f"to{self.number}", "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", f"to{self.number}", "master", "bridge", "up")
        for words in (
            ["link", "set", "lo", "up"],
            ["addr", "add", f"{self.data}/24", "dev", "eth0"],
            ["addr", "add", f"{self.etcd}/24", "dev", "eth0"],
            ["link", "set", "eth0", "up"],
        ):
            ip("-n", self.name, *words)

    def _write_patroni(self):
        network = DATA.format(0) + "/24"
        account = lambda name: {"username": name, "password": PASSWORD}
        cluster = {
            "ttl": TTL,
            "loop_wait": LOOP_WAIT,
            "retry_timeout": RETRY_TIMEOUT,
            "synchronous_mode": True,
            "synchronous_mode_strict": True,
            "postgresql": {"use_pg_rewind": True, "parameters": {"max_connections": 150, "wal_sender_timeout": "10s"}},
        }
        allowed = ["local all all trust"]
        allowed += [f"host {what} all {network} scram-sha-256" for what in ("all", "replication")]
        settings = {
            "scope": "althing",
            "name": self.name,
            "restapi": {"listen": f"{self.data}:8008", "connect_address": f"{self.data}:8008"},
            # Never the etcd on the same machine: see the handbook.
            "etcd3": {
                "hosts": [f"{ETCD.format(number)}:2379" for number in NUMBERS if number != self.number],
                "use_proxies": True,
            },
            "bootstrap": {"dcs": cluster, "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"]},
            "postgresql": {
                "listen": f"{self.data}:5432",
                "connect_address": f"{self.data}:5432",
                "data_dir": str(self.folder / "data"),
                "bin_dir": postgres_programs(),
                "pgpass": str(self.folder / "pgpass"),
                "pg_hba": allowed,
                "authentication": {"superuser": account("postgres"), "replication": account("replicator")},
                "parameters": {"unix_socket_directories": str(self.folder), "password_encryption": "scram-sha-256"},
            },
        }
        # What is JSON is YAML, too.
        (self.folder / "patroni.yml").write_text(json.dumps(settings))

    def start_etcd(self):
        members = ",".join(f"machine{number}=http://{ETCD.format(number)}:2380" for number in NUMBERS)
        here = [f"http://{self.etcd}:2379", f"http://{self.etcd}:2380"]
        self._run("etcd", "--name", self.name, "--data-dir", self.folder / "etcd", "--initial-cluster", members,
                  "--listen-client-urls", here[0], "--advertise-client-urls", here[0],
                  "--listen-peer-urls", here[1], "--initial-advertise-peer-urls", here[1],
                  "--heartbeat-interval", "200", "--election-timeout", "2000", "--logger", "zap", "--log-level", "warn")

    def etcd_is_ready(self):
        answer = ask(self.etcd, 2379, "GET", "/version")
        return answer and json.loads(answer[1])["etcdcluster"] != "not_decided"

    def start_patroni(self):
        self._run("patroni", self.folder / "patroni.yml")

    def _run(self, *words):
        subprocess.Popen(["ip", "netns", "exec", self.name, *AS_POSTGRES, *words], stdout=self.log, stderr=self.log,
                         stdin=subprocess.DEVNULL, cwd=self.folder)

    def kill(self):
        """The machine loses its power."""
        pids = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=True).stdout
        for pid in pids.split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def kill_postgres(self):
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)

    def patroni(self, method, path, body=None):
        return ask(self.data, 8008, method, path, body, patience=60 if method == "POST" else 2)

    def writes(self):
        """Does PostgreSQL here take a write now, with all that its acknowledgement needs?"""
        return self.sql("UPDATE probe SET n = n + 1", "probe", patience=5).returncode == 0

    def sql(self, text, database="postgres", patience=60):
        url = f"postgres://postgres:{PASSWORD}@{self.data}/{database}?connect_timeout=2"
        command = ["psql", "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", url, "-c", text]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "", "no answer")


def is_whole(members):
    """Is this one primary with two standbys in its timeline, one of them synchronous?"""
    roles = sorted(member["role"] for member in members if member["state"] in ("running", "streaming"))
    return roles == ["leader", "replica", "sync_standby"] and len({member.get("timeline") for member in members}) == 1


class Cluster:
    def __init__(self, folder):
        ip("link", "set", "lo", "up")
        ip("link", "add", "bridge", "type", "bridge")
        for network in (DATA, ETCD):
            ip("addr", "add", network.format(HERE) + "/24", "dev", "bridge")
        ip("link", "set", "bridge", "up")
        self.machines = [Machine(number, folder) for number in NUMBERS]
        self.cuts = []
        for machine in self.machines:
            machine.start_etcd()
        for machine in self.machines:
            wait_for("etcd", machine.etcd_is_ready)
            machine.start_patroni()
        primary = wait_for("a primary", self.primary)
        wait_for("two standbys", self.is_whole)
        for text in (f"CREATE ROLE althing LOGIN PASSWORD '{PASSWORD}'", "CREATE DATABASE althing OWNER althing",
                     "CREATE DATABASE probe"):
            assert primary.sql(text).returncode == 0, text
        assert primary.sql("CREATE TABLE probe AS SELECT 0 AS n", "probe").returncode == 0
        self._start_haproxy(folder)

    def _start_haproxy(self, folder):
        servers = "".join(f"    server {machine.name} {machine.data}:5432 check port 8008\n" for machine in self.machines)
        (folder / "haproxy.cfg").write_text(f"""
global
    maxconn 500
defaults
    mode tcp
    timeout connect 2s
    timeout client 30m
    timeout server 30m
listen postgresql
    bind 127.0.0.1:{HAPROXY_PORT}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
frontend ready
    mode http
    timeout client 2s
    bind 127.0.0.1:{HAPROXY_PORT + 1}
    monitor-uri /
""")
        log = open(folder / "haproxy.log", "ab")
        subprocess.Popen(["haproxy", "-f", folder / "haproxy.cfg"], stdout=log, stderr=log)
        wait_for("HAProxy", lambda: ask("127.0.0.1", HAPROXY_PORT + 1, "GET", "/"))
        # It takes each machine for a primary until its first checks have failed, and goes through them in turns.
        wait_for("HAProxy to pass to the primary alone", lambda: all(self._passes_to_primary() for _ in range(6)))

    def _passes_to_primary(self):
        url = f"postgres://postgres:{PASSWORD}@127.0.0.1:{HAPROXY_PORT}/postgres?connect_timeout=2"
        command = ["psql", "-XqAt", url, "-c", "SELECT pg_is_in_recovery()"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout == "f\n"

    def primary(self):
        """The machine that holds the lock and takes writes, as Patroni there says."""
        for machine in self.machines:
            answer = machine.patroni("GET", "/primary")
            if answer and answer[0] == 200:
                return machine
        return None

    def views(self):
        """What Patroni on each machine that answers knows of the members."""
        answers = [machine.patroni("GET", "/cluster") for machine in self.machines]
        return [json.loads(text)["members"] for status, text in filter(None, answers) if status == 200]

    def synchronous(self):
        """A machine that acknowledges each write beside the primary."""
        names = [member["name"] for member in self.views()[0] if member["role"] == "sync_standby"]
        return next(machine for machine in self.machines if machine.name in names)

    def is_whole(self):
        """All know of one primary and two standbys that follow it, one of them synchronously, and are right."""
        views = self.views()
        leaders = {member["name"] for view in views for member in view if member["role"] == "leader"}
        if len(views) < len(NUMBERS) or len(leaders) != 1 or not all(is_whole(view) for view in views):
            return False
        primary = self.primary()
        if not primary or {primary.name} != leaders:
            return False
        following = primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", patience=2)
        return following.stdout.strip() == str(len(NUMBERS) - 1)

    def switch_over(self, primary, candidate):
        """Asks for another primary, and answers when Patroni says that it is done."""
        answer = primary.patroni("POST", "/switchover", {"leader": primary.name, "candidate": candidate.name})
        if not answer or answer[0] != 200:
            raise SystemExit(f"switchover: {answer}")

    def cut(self, machine, *others, etcd_only=False):
        """Lets nothing through between a machine and others; an other that is None is where the service runs."""
        for other in others:
            for network in [ETCD] if etcd_only else [ETCD, DATA]:
                mine = network.format(machine.number)
                theirs = network.format(other.number if other else HERE)
                self._break(machine.name, "eth0", theirs)
                self._break(other.name if other else None, "eth0" if other else "bridge", mine)

    def _break(self, where, device, address):
        place = ["-n", where] if where else []
        ip(*place, "neigh", "replace", address, "lladdr", NOWHERE, "dev", device, "nud", "permanent")
        self.cuts.append([*place, "neigh", "del", address, "dev", device])

    def heal(self):
        for words in self.cuts:
            ip(*words)
        self.cuts = []
