// Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board. Compiled with
// the `api.ts` and `types.ts` of each generator.

import { randomUUID } from "node:crypto";
import { api } from "./api.js";
import { choose } from "./choose.js";
import type { CreateGame, Outcome } from "./types.js";

const RULESETS = ["landnam", "nord", "settlers"] as const;
const PASSWORD = "a long ship west";
const MOST_ACTIONS = 5_000;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const name = process.env["NAME"] ?? "typescript";
const ruleset = RULESETS.find((ruleset) => ruleset === process.env["RULESET"]) ?? "landnam";
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Makes an account, and a personal token that plays for it. */
async function account(role: string): Promise<string> {
  const login = `${name}-${ruleset}-${role}`.slice(0, 32);
  await api.createAccount({ name: login, email: `${login}@example.org`, password: PASSWORD });
  const session = await api.createSession({ login, password: PASSWORD });
  const token = { name: "player", scopes: ["games:read" as const, "games:create" as const, "games:play" as const] };
  return (await api.createPersonalToken(session.access_token, token)).token;
}

/** Plays until the game has ended. */
async function play(players: string[], game: string): Promise<{ outcome: Outcome; done: number; kinds: number }> {
  const kinds = new Set<string>();
  let done = 0;
  while (done < MOST_ACTIONS) {
    let asked = false;
    for (const token of players) {
      const answer = choose(await api.listLegalActions(token, game));
      if (answer) {
        asked = true;
        if (await api.createAction(token, game, answer, randomUUID())) {
          done += 1;
          kinds.add(answer.action.type);
        }
      }
    }
    if (!asked) {
      const { outcome } = await api.getGameView(game);
      if (outcome) {
        return { outcome, done, kinds: kinds.size };
      }
      await sleep(50);
    }
  }
  throw new Error(`not over after ${done} actions`);
}

/** Is it a PNG, and how large is its picture? */
function size(png: Uint8Array): string {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [header.getUint32(16), header.getUint32(20)];
  if (!PNG.every((byte, place) => png[place] === byte) || width < 300 || height < 300 || png.byteLength < 10_000) {
    throw new Error(`no picture of a board: ${png.byteLength} bytes, ${width} × ${height}`);
  }
  return `${width} × ${height}`;
}

const host = await account("host");
const guest = await account("guest");
const table: CreateGame = { ruleset, seats: 3, bots: ["steady"] };
const { id } = await api.createGame(host, table, randomUUID());
await api.joinGame(guest, id);
const { outcome, done, kinds } = await play([host, guest], id);
const picture = size(await api.getBoardPng(id));
console.log(
  `${name}: a game of ${ruleset} played to its end by ${outcome.ended_by}: ${done} actions of ${kinds} kinds, ` +
    `${outcome.ranking.length} seats ranked; board ${picture}`,
);
