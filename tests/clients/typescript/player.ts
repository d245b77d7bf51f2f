// Accounts of players, and how they play a game of any ruleset to its end.

import { randomUUID } from "node:crypto";
import { api } from "./api.js";
import { choose } from "./choose.js";
import type { CreateGame, Outcome, Scope } from "./types.js";

const RULESETS: CreateGame["ruleset"][] = ["landnam", "nord", "settlers"];
const PASSWORD = "a long ship west";
const MOST_ACTIONS = 5_000;

export const name = process.env["NAME"] ?? "typescript";
export const ruleset = RULESETS.find((ruleset) => ruleset === process.env["RULESET"]) ?? "landnam";
export const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Makes an account, and a personal token that plays for it. */
export async function account(role: string, further: Scope[] = []): Promise<string> {
  const login = `${name}-${ruleset}-${role}`.slice(0, 32);
  await api.createAccount({ name: login, email: `${login}@example.org`, password: PASSWORD });
  const session = await api.createSession({ login, password: PASSWORD });
  const scopes: Scope[] = ["games:read", "games:create", "games:play", ...further];
  return (await api.createPersonalToken(session.access_token, { name: "player", scopes })).token;
}

/** Plays until the game has ended. */
export async function play(
  players: string[],
  game: string,
): Promise<{ outcome: Outcome; done: number; kinds: number }> {
  const kinds = new Set<string>();
  let [tried, done] = [0, 0];
  while (tried < MOST_ACTIONS) {
    let asked = false;
    for (const token of players) {
      const answer = choose(await api.listLegalActions(token, game));
      if (answer) {
        asked = true;
        tried += 1;
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
  throw new Error(`not over after ${tried} actions, of which ${done} were taken`);
}
