// Plays a game of any title with openapi-fetch and the types that openapi-typescript makes of the description.
//
// Knows no rules: it does what is listed as legal, and fills in what is open within the bounds that are given.

import { randomUUID } from "node:crypto";
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Field = Schemas["Field"];
// What is of a title has a form for each; a client for one title would take `Schemas["LandnamLegalDecision"]`.
type LegalDecision = Schemas["LegalActions"]["decisions"][number];
type Action = LegalDecision["actions"][number];
type ActionShape = LegalDecision["shapes"][number];
type Outcome = Schemas["Outcome"];
type Tokens = Schemas["Tokens"];

const ADDRESS = process.env["API"] ?? "http://127.0.0.1:8080";
const RULESETS = ["landnam", "nord", "settlers"] as const;
const RULESET = RULESETS.find((title) => title === process.env["RULESET"]) ?? "landnam";
const PASSWORD = "a long ship west";
const MOST_ACTIONS = 5_000;
const SHAPES = 0.1;

/** Ends the program with a sentence. */
function fail(sentence: string, said?: unknown): never {
  console.error(`typescript: ${sentence} ${JSON.stringify(said) ?? ""}`);
  process.exit(1);
}

/** What there must be. */
function must<T>(answer: { data?: T; error?: unknown }): T {
  return answer.data ?? fail("refused", answer.error);
}

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const upTo = (most: number) => Math.floor(Math.random() * (most + 1));
const between = (least: number, most: number) => least + upTo(most - least);

/** One of several. */
function any<T>(things: readonly T[]): T {
  return things[upTo(things.length - 1)] ?? fail("nothing to choose from");
}

/** So many of them, at random. */
function some<T>(things: readonly T[], count: number): T[] {
  const left = [...things];
  return Array.from({ length: count }, () => left.splice(upTo(left.length - 1), 1)).flat();
}

/** The value of one open field. */
function value(field: Field, action: Record<string, unknown>): unknown {
  switch (field.kind) {
    case "integer":
      return between(field.min, field.max);
    case "seats":
      return some(field.of, between(field.min, field.of.length));
    case "bundle": {
      const taken = (field.not_in && (action[field.not_in] as Record<string, number>)) || {};
      const kinds = field.most.filter((limit) => !taken[limit.kind]);
      const cards = kinds.flatMap((limit) => Array.from({ length: limit.max }, () => limit.kind));
      const most = Math.min(field.max_total, cards.length);
      const counts: Record<string, number> = {};
      for (const card of some(cards, between(Math.min(field.min_total, most), most))) {
        counts[card] = (counts[card] ?? 0) + 1;
      }
      return counts;
    }
  }
}

/** The action with every open field set to something within its bounds. */
function filled(shape: ActionShape): Action {
  const action: Record<string, unknown> = { ...shape.action };
  for (const field of shape.fields) {
    action[field.name] = value(field, action);
  }
  // Which fields an action has, the server said a moment ago; the compiler can't know.
  return action as Action;
}

const client = createClient<paths>({ baseUrl: ADDRESS });
let tokens: Tokens | undefined;

/** Sends the access token along, and asks again with a new one when it has expired. */
const bearer: Middleware = {
  onRequest({ request, schemaPath }) {
    if (tokens && !schemaPath.startsWith("/v1/sessions")) {
      request.headers.set("Authorization", `Bearer ${tokens.access_token}`);
    }
    return request;
  },
};

async function refreshed(): Promise<void> {
  const body = { refresh_token: tokens?.refresh_token ?? "" };
  tokens = must(await client.POST("/v1/sessions/refresh", { body }));
}

/** Asks; with a new token if the old one has expired. */
async function ask<T extends { error?: { code: string } }>(question: () => Promise<T>): Promise<T> {
  const answer = await question();
  if (answer.error?.code !== "token_expired") {
    return answer;
  }
  await refreshed();
  return question();
}

class Game {
  done = 0;
  refused = 0;
  readonly kinds = new Set<string>();

  constructor(private readonly id: string) {}

  /** Plays to the end. */
  async play(): Promise<Outcome> {
    const params = { path: { game_id: this.id } };
    while (this.done < MOST_ACTIONS) {
      const view = must(await ask(() => client.GET("/v1/games/{game_id}/view", { params })));
      if (view.outcome) {
        return view.outcome;
      }
      const legal = must(await ask(() => client.GET("/v1/games/{game_id}/legal", { params })));
      const decisions: LegalDecision[] = legal.decisions;
      const asked = decisions.filter((one) => one.decision.blocking);
      await (asked.length > 0 ? this.act(any(asked)) : sleep(100));
    }
    return fail(`not over after ${this.done} actions`);
  }

  /** Does something that is listed. */
  private async act(asked: LegalDecision): Promise<void> {
    const shaped = asked.shapes.length > 0 && (asked.actions.length === 0 || Math.random() < SHAPES);
    const action = shaped ? filled(any<ActionShape>(asked.shapes)) : any<Action>(asked.actions);
    const params = { path: { game_id: this.id }, header: { "Idempotency-Key": randomUUID() } };
    // The action is of the same title as the decision it was listed under; the compiler can't know.
    const body = { ruleset: RULESET, decision: asked.decision.id, action } as Schemas["Answer"];
    const { error, response } = await ask(() => client.POST("/v1/games/{game_id}/actions", { params, body }));
    if (!error) {
      this.done += 1;
      this.kinds.add(action.type);
    } else if (response.status === 422 && shaped) {
      // Bounds of single fields can't say everything; a listed action is never refused.
      this.refused += 1;
    } else if (response.status !== 409) {
      fail(`${JSON.stringify(body)}: ${response.status}`, error);
    }
  }
}

async function main(): Promise<void> {
  const name = `typescript-${RULESET}`;
  client.use(bearer);
  const account = { name, email: `${name}@example.org`, password: PASSWORD };
  must(await client.POST("/v1/accounts", { body: account }));
  tokens = must(await client.POST("/v1/sessions", { body: { login: name, password: PASSWORD } }));
  const made = await client.POST("/v1/games", {
    params: { header: { "Idempotency-Key": randomUUID() } },
    body: { ruleset: RULESET, seats: 3, bots: ["steady", "steady"] },
  });
  const game = new Game(must(made).id);
  const outcome = await game.play();
  console.log(
    `typescript: a game of ${RULESET} played to its end with ${game.done} actions of ${game.kinds.size} kinds ` +
      `(${game.refused} guesses refused), ranking ${JSON.stringify(outcome)}`,
  );
}

await main();
