// openapi-fetch with the types that openapi-typescript makes of the description.

import createClient from "openapi-fetch";
import type { paths } from "./client.js";
import type { Api } from "./interface.js";

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
    const params = { path: { game_id } };
    return must(await client.GET("/v1/games/{game_id}/legal", { headers: bearer(token), params }));
  },
  async getGameView(game_id) {
    return must(await client.GET("/v1/games/{game_id}/view", { params: { path: { game_id } } }));
  },
  async createAction(token, game_id, body, key) {
    const params = { path: { game_id }, header: { "Idempotency-Key": key } };
    const { error } = await client.POST("/v1/games/{game_id}/actions", { headers: bearer(token), params, body });
    if (error && error.status !== 409 && error.status !== 422) {
      throw new Error(JSON.stringify(error));
    }
    return !error;
  },
  async getBoardPng(game_id) {
    const params = { path: { game_id } };
    return new Uint8Array(
      must(await client.GET("/v1/games/{game_id}/board.png", { params, parseAs: "arrayBuffer" })),
    );
  },
};
