// Accounts of players, and how they play a game of any ruleset to its end.

import { randomUUID } from "node:crypto";
import { api } from "./api.js";
import { choose } from "./choose.js";
import type { ActionResult, CreateGame, LegalActions, Scope } from "./types.js";

const RULESETS: CreateGame["ruleset"][] = ["landnam", "nord", "settlers"];
const PASSWORD = "a long ship west";
const MOST_REQUESTS = 20_000;

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

/**
 * Counts the requests of a game, and those that an action took beside its own within a stretch: since the last action of
 * the same seat, if nobody has acted since.
 */
class Tally {
  requests = 0;
  within = 0;
  #actions = 0;
  #stretches = 0;
  #last = { seat: -1, version: -1, requests: 0 };

  acted(seat: number, before: number, after: number): void {
    this.#actions += 1;
    if (this.#last.seat === seat && this.#last.version === before) {
      this.within += this.requests - this.#last.requests - 1;
    } else {
      this.#stretches += 1;
    }
    this.#last = { seat, version: after, requests: this.requests };
  }

  toString(): string {
    const { requests, within } = this;
    return `${this.#actions} actions in ${this.#stretches} stretches by ${requests} requests (${within} within a stretch)`;
  }
}

/**
 * Plays until the game has ended, by the token of each seat. What a seat may do is read when the game may wait for it;
 * from then on, each reply brings the next ready requests, until the game waits for others.
 */
export async function play(players: Map<number, string>, game: string): Promise<string> {
  const tally = new Tally();
  let seat = 0;
  let told: LegalActions | ActionResult | undefined;
  while (tally.requests < MOST_REQUESTS) {
    const token = players.get(seat) ?? "";
    if (!told) {
      tally.requests += 1;
      told = await api.listLegalActions(token, game);
    }
    if (!told.view) {
      throw new Error("the view is missing");
    }
    const { awaited, outcome, version } = told.view;
    const answer = choose(told);
    if (answer) {
      tally.requests += 1;
      told = await api.createAction(token, game, answer, randomUUID());
      if (told) {
        tally.acted(seat, version, told.version);
      }
    } else if (!outcome) {
      const next = awaited.find((awaited) => awaited.blocking && players.has(awaited.seat));
      if (next) {
        seat = next.seat;
      } else {
        await sleep(50);
      }
      told = undefined;
    } else if (tally.within > 0) {
      throw new Error(`an action took more than its own request: ${tally}`);
    } else {
      return `by ${outcome.ended_by}: ${tally}, ${outcome.ranking.length} seats ranked`;
    }
  }
  throw new Error(`not over after ${tally}`);
}
