// The client that oazapfts makes of the description. It reads every answer but JSON as text, so it fetches no picture.

import * as sdk from "./client.js";
import { INCLUDE, type Api } from "./interface.js";

sdk.defaults.baseUrl = process.env["API"] ?? "http://127.0.0.1:8080";
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** What comes with a status that all goes well with; anything else throws. */
function must<Answer extends { status: number }, Status extends Answer["status"]>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status; data: unknown }>["data"] {
  const is = (one: Answer): one is Extract<Answer, { status: Status; data: unknown }> => one.status === status;
  if (!is(answer)) {
    throw new Error(JSON.stringify(answer));
  }
  return answer.data;
}

export const api: Api = {
  async createAccount(body) {
    must(await sdk.createAccount(body), 202);
  },
  async createSession(body) {
    return must(await sdk.createSession(body), 201);
  },
  async createPersonalToken(token, body) {
    return must(await sdk.createPersonalToken(body, {}, bearer(token)), 201);
  },
  async createGame(token, body, idempotencyKey) {
    return must(await sdk.createGame(body, { idempotencyKey }, bearer(token)), 201);
  },
  async joinGame(token, game) {
    return must(await sdk.joinGame(game, {}, {}, bearer(token)), 200);
  },
  async listLegalActions(token, game) {
    return must(await sdk.listLegalActions(game, { include: INCLUDE }, bearer(token)), 200);
  },
  async createAction(token, game, body, idempotencyKey) {
    const answer = await sdk.createAction(game, body, { include: INCLUDE, idempotencyKey }, bearer(token));
    return answer.status === 409 ? undefined : must(answer, 200);
  },
};
