// Plays a game of any ruleset to its end with two accounts and a bot, and fetches the picture of its board. Compiled with
// the `api.ts` and `types.ts` of each generator.

import { randomUUID } from "node:crypto";
import { api } from "./api.js";
import { account, name, play, ruleset } from "./player.js";
import type { CreateGame } from "./types.js";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

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
const table: CreateGame = { ruleset, seats: 3, bots: ["steady"], deal_seats: false };
const { id } = await api.createGame(host, table, randomUUID());
await api.joinGame(guest, id);
// In the order of joining, the bot is second.
const players = new Map([[0, host], [2, guest]]);
const ended = await play(players, id);
const picture = api.getBoardPng ? size(await api.getBoardPng(id)) : "not fetched: the client reads it as text";
console.log(`${name}: a game of ${ruleset} played to its end ${ended}; board ${picture}`);
