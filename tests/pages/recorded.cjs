// Games that bots called *steady* have played, begun again for people. Steady uses no chance of its own: people who make the
// moves of the record in a game with the same secret meet the same draws, so that each move is steady's choice. No request
// sets a secret, so it is written into the database of the script's own server. See presses.sh, glance.sh and cost.sh.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync } = require('node:fs');
const { Mailbox } = require('./mail.cjs');

const PASSWORD = 'a longer ship west';
// The seats of the games, and the last digits of their secrets.
const GAMES = {
  landnam: { seats: 4, secret: 1 },
  settlers: { seats: 4, secret: 1 },
  nord: { seats: 3, secret: 1 },
};
const NAMES = ['Aud', 'Bjarni', 'Cnut', 'Dalla'];

// Debian keeps the programs of PostgreSQL in folders that are in nobody's path.
const DEBIAN = '/usr/lib/postgresql';
const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => `${DEBIAN}/${version}/bin`) : [];
const PATH = [process.env.PATH, process.env.PG_BIN_DIR, ...folders].filter(Boolean).join(':');

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// A server, with the folder that tests/support/server.sh made for it.
class Server {
  constructor(address, folder) {
    this.address = address;
    this.folder = folder;
    this.box = new Mailbox(`${folder}/mail`);
    this.people = [];
  }

  async call(method, path, body, token) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(this.address + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) { throw new Error(`${path}: ${response.status} ${await response.text()}`); }
    return response.status === 204 ? {} : response.json();
  }

  sql(statements) {
    const place = ['-h', `${this.folder}/data/socket`, '-p', '5432', '-U', 'althing', '-d', 'althing'];
    execFileSync('psql', [...place, '-q', '-v', 'ON_ERROR_STOP=1', '-c', statements], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PATH } });
  }

  // People with an account, each with the language of that place.
  async invite(languages) {
    for (const [at, language] of languages.entries()) {
      const [name, email] = [NAMES[at], `${NAMES[at].toLowerCase()}@example.org`];
      await this.call('POST', '/v1/accounts', { name, email, password: PASSWORD, language });
      this.people.push({ name, email, language });
      await this.logIn(this.people[at]);
    }
  }

  async logIn(person) {
    person.token = (await this.call('POST', '/v1/sessions', { login: person.name, password: PASSWORD })).access_token;
  }

  // A request of somebody, whose token may have expired meanwhile.
  async callAs(person, method, path, body) {
    try {
      return await this.call(method, path, body, person.token);
    } catch (error) {
      if (!error.message.includes(': 401 ')) { throw error; }
    }
    await this.logIn(person);
    return this.call(method, path, body, person.token);
  }

  // A game with that many seats left to join before it starts, under the ruleset's own secret.
  async open(ruleset, bots, owner) {
    const { seats, secret } = GAMES[ruleset];
    const terms = { ruleset, seats, bots: Array(bots).fill('steady'), clock: { type: 'untimed' } };
    const { id } = await this.callAs(owner, 'POST', '/v1/games', terms);
    this.sql(`UPDATE games SET secret = decode(lpad('${secret}', 64, '0'), 'hex') WHERE id = '${id}'`);
    return id;
  }

  // What bots alone have played: the moves in their order, and the seats in the order of joining.
  async recorded(ruleset) {
    const [owner, guest] = this.people;
    const id = await this.open(ruleset, GAMES[ruleset].seats - 2, owner);
    // A game starts only when a person sits down, who is replaced as soon as it has started.
    const handOver = `UPDATE seats SET account_id = NULL, bot = 'steady' WHERE game_id = '${id}' AND account_id IS NOT NULL`;
    this.sql(handOver);
    await this.callAs(guest, 'POST', `/v1/games/${id}/join`, {});
    this.sql(`${handOver}; INSERT INTO bot_turns SELECT game_id, version, now() FROM positions WHERE game_id = '${id}' ON CONFLICT DO NOTHING`);
    for (let tries = 0; (await this.callAs(owner, 'GET', `/v1/games/${id}`)).status !== 'finished'; tries += 1) {
      if (tries > 2400) { throw new Error(`bots do not end ${ruleset}`); }
      await pause(250);
    }
    const { entries, players } = await this.callAs(owner, 'GET', `/v1/games/${id}/record`);
    const joined = [...players].sort((one, other) => one.join_order - other.join_order).map(({ seat }) => seat);
    return { ruleset, entries, joined };
  }

  // The recorded game anew, for people: its id, and who has which seat, with the path of its page.
  async begun({ ruleset, joined }) {
    const players = this.people.slice(0, GAMES[ruleset].seats);
    const id = await this.open(ruleset, 0, players[0]);
    for (const person of players.slice(1)) { await this.callAs(person, 'POST', `/v1/games/${id}/join`, {}); }
    const seats = [];
    for (const [at, person] of players.entries()) {
      const { link } = await this.box.awaited(person.email, '/seat/', (mail) => mail.link.startsWith('/seat/') && mail.id.startsWith(id));
      seats[joined[at]] = { person, page: link };
    }
    return { id, seats };
  }

  // Makes a move of the record by the API.
  async move(game, { seat, action }) {
    const { person } = game.seats[seat];
    const { decisions } = await this.callAs(person, 'GET', `/v1/games/${game.id}/legal`);
    const ready = decisions.find(({ actions }) => actions.some((one) => isSame(one, action)));
    const filled = decisions.find(({ shapes }) => (shapes ?? []).some((one) => one.action.type === action.type));
    const { decision } = ready ?? filled ?? decisions[0];
    await this.callAs(person, 'POST', `/v1/games/${game.id}/actions`, { decision: decision.id, action });
  }
}

// The moves of a record that a player made.
const movesOf = ({ entries }) => entries.filter(({ by }) => by === 'seat' || by === 'bot');
const turnsOf = ({ entries }) => entries.flatMap(({ events }) => events).filter(({ type }) => type === 'turn_begun' || type === 'turn_began').length;

// JSON with its members in one order, and without the kinds of which there are none.
function canonical(value) {
  if (Array.isArray(value)) { return value.map(canonical); }
  if (value === null || typeof value !== 'object') { return value; }
  const members = Object.entries(value).filter(([, one]) => one !== 0 && one !== null).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, one]) => [name, canonical(one)]));
}
const isSame = (one, other) => JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

// The fingerprint by which links of pages name an action.
const digest = (action) => createHash('sha256').update(JSON.stringify(action)).digest('hex').slice(0, 16);

module.exports = { GAMES, Server, digest, isSame, movesOf, pause, turnsOf };
