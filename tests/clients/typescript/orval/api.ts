// The client that orval makes of the description, with `fetch`. It reads every answer as JSON, so it fetches no picture.

import * as sdk from "./client.js";
import { INCLUDE, type Api } from "./interface.js";

const bearer = (token: string, key?: string): RequestInit => ({
  headers: { Authorization: `Bearer ${token}`, ...(key && { "Idempotency-Key": key }) },
});

/** What comes with a status that all goes well with; anything else throws. */
function must<Answer extends { status: number; data: unknown }, Status extends Answer["status"]>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }>["data"] {
  const is = (one: Answer): one is Extract<Answer, { status: Status }> => one.status === status;
  if (!is(answer)) {
    throw new Error(JSON.stringify(answer.data));
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
    return must(await sdk.createPersonalToken(body, bearer(token)), 201);
  },
  async createGame(token, body, key) {
    return must(await sdk.createGame(body, bearer(token, key)), 201);
  },
  async joinGame(token, game) {
    return must(await sdk.joinGame(game, {}, bearer(token)), 200);
  },
  async listLegalActions(token, game) {
    return must(await sdk.listLegalActions(game, { include: INCLUDE }, bearer(token)), 200);
  },
  async createAction(token, game, body, key) {
    const answer = await sdk.createAction(game, body, { include: INCLUDE }, bearer(token, key));
    return answer.status === 409 ? undefined : must(answer, 200);
  },
};
