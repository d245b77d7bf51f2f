// openapi-fetch with the types that openapi-typescript makes of the description.

import createClient from "openapi-fetch";
import type { paths } from "./client.js";
import { INCLUDE, type Api } from "./interface.js";

const client = createClient<paths>({ baseUrl: process.env["API"] ?? "http://127.0.0.1:8080" });

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** What there must be. */
function must<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) {
    throw new Error(JSON.stringify(answer.error));
  }
  return answer.data;
}

export const api: Api = {
  async createAccount(body) {
    must(await client.POST("/v1/accounts", { body }));
  },
  async createSession(body) {
    return must(await client.POST("/v1/sessions", { body }));
  },
  async createPersonalToken(token, body) {
    return must(await client.POST("/v1/me/tokens", { headers: bearer(token), body }));
  },
  async createGame(token, body, key) {
    const params = { header: { "Idempotency-Key": key } };
    return must(await client.POST("/v1/games", { headers: bearer(token), params, body }));
  },
  async joinGame(token, game_id) {
    const params = { path: { game_id } };
    return must(await client.POST("/v1/games/{game_id}/join", { headers: bearer(token), params, body: {} }));
  },
  async listLegalActions(token, game_id) {
    const params = { path: { game_id }, query: { include: INCLUDE } };
    return must(await client.GET("/v1/games/{game_id}/legal", { headers: bearer(token), params }));
  },
  async createAction(token, game_id, body, key) {
    const params = { path: { game_id }, query: { include: INCLUDE }, header: { "Idempotency-Key": key } };
    const answer = await client.POST("/v1/games/{game_id}/actions", { headers: bearer(token), params, body });
    return answer.error?.status === 409 ? undefined : must(answer);
  },
  async getBoardPng(game_id) {
    const params = { path: { game_id } };
    return new Uint8Array(
      must(await client.GET("/v1/games/{game_id}/board.png", { params, parseAs: "arrayBuffer" })),
    );
  },
};
