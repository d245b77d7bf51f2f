// See cost.sh.
const { execFileSync, spawn } = require('node:child_process');
const { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Server, movesOf, pause } = require('./recorded.cjs');

const [before, after, pages, rulesets] = process.argv.slice(2);
const ROUNDS = 11;
// Where the board is full and the end is not near.
const LATE = 0.75;
// How long a unit of time in /proc is.
const TICK_MS = 1000 / Number(execFileSync('getconf', ['CLK_TCK']));

// A program with a database of its own.
class Program {
  static async started(program) {
    const folder = mkdtempSync(join(tmpdir(), 'althing-cost-'));
    // PostgreSQL runs as another user when we are root; its data lie below.
    chmodSync(folder, 0o711);
    const env = {
      ...process.env,
      ALTHING__DATABASE__DATA_DIR: `${folder}/data`, ALTHING__MAIL__FOLDER: `${folder}/mail`, ALTHING__HTTP__BIND: '127.0.0.1:0',
      ALTHING__ACCOUNTS__VERIFY_ADDRESSES: 'false', ALTHING__LIMITS__ENABLED: 'false', ALTHING__MAIL__HOLD_DOWN_SECONDS: '0',
    };
    delete env.DATABASE_URL;
    const child = spawn(program, [], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr.pipe(createWriteStream(`${folder}/err`));
    const started = new Program();
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => { said += text; });
    Object.assign(started, { child, folder });
    for (let tries = 0; tries < 300; tries += 1) {
      const [, address] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
      if (address && await fetch(`${address}/readyz`).then(({ ok }) => ok, () => false)) {
        started.server = new Server(address, folder);
        return started;
      }
      if (child.exitCode !== null) { break; }
      await pause(200);
    }
    throw new Error(`${program} does not start: ${readFileSync(`${folder}/err`)}`);
  }

  async end() {
    const gone = new Promise((done) => this.child.once('exit', done));
    if (this.child.exitCode === null && this.child.kill('SIGTERM')) { await gone; }
    rmSync(this.folder, { recursive: true, force: true });
  }

  // The processor time that it has used, in milliseconds.
  used() {
    const text = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
    // The name of the process is in brackets and may have spaces.
    const [utime, stime] = text.slice(text.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
    return (utime + stime) * TICK_MS;
  }

  // What a page costs, in milliseconds of processor time.
  async cost(path, count) {
    const until = this.used();
    let size = 0;
    for (let asked = 0; asked < count; asked += 1) {
      const response = await fetch(this.server.address + path);
      if (!response.ok) { throw new Error(`${path}: ${response.status}`); }
      size = (await response.arrayBuffer()).byteLength;
    }
    return { each: (this.used() - until) / count, size };
  }
}

// The page of the seat that is awaited in the recorded game when it is late.
async function prepared({ server }, record) {
  const game = await server.begun(record);
  const moves = movesOf(record);
  const stop = Math.floor(moves.length * LATE);
  for (const move of moves.slice(0, stop)) { await server.move(game, move); }
  return game.seats[moves[stop].seat].page;
}

const sorted = (list) => [...list].sort((one, other) => one - other);
const at = (list, share) => sorted(list)[Math.round((list.length - 1) * share)];
const rounded = (number) => Math.round(number * 1000) / 1000;

(async () => {
  const programs = [];
  try {
    for (const program of [before, after]) { programs.push(await Program.started(program)); }
    for (const { server } of programs) { await server.invite(['en', 'en', 'en', 'en']); }
    const figures = {};
    for (const ruleset of rulesets.split(' ')) {
      // Both play what the bots of the first have played.
      const record = await programs[0].server.recorded(ruleset);
      const paths = [];
      for (const program of programs) { paths.push(await prepared(program, record)); }
      const [costs, sizes] = [[[], []], [0, 0]];
      for (let round = -1; round < ROUNDS; round += 1) {
        // Who is first in a round takes turns, too; the first round only warms up.
        for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const { each, size } = await programs[which].cost(paths[which], Number(pages));
          sizes[which] = size;
          if (round >= 0) { costs[which].push(each); }
        }
      }
      const ratios = costs[1].map((cost, round) => cost / costs[0][round]);
      figures[ruleset] = {
        before_ms: rounded(at(costs[0], 0.5)), after_ms: rounded(at(costs[1], 0.5)),
        ratio: rounded(at(ratios, 0.5)), from: rounded(at(ratios, 0.1)), to: rounded(at(ratios, 0.9)),
        before_kb: Math.ceil(sizes[0] / 1024), after_kb: Math.ceil(sizes[1] / 1024),
      };
      console.log(`${ruleset}: ${JSON.stringify(figures[ruleset])}`);
    }
    console.log(JSON.stringify(figures));
  } finally {
    for (const program of programs) { await program.end(); }
  }
})().catch((error) => { console.error(error); process.exit(1); });
