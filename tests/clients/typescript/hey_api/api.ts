// The client that hey-api's openapi-ts makes of the description.

import { client } from "./client/client.gen.js";
import * as sdk from "./client/sdk.gen.js";
import { INCLUDE, type Api } from "./interface.js";

client.setConfig({ baseUrl: process.env["API"] ?? "http://127.0.0.1:8080" });
const throwOnError = true;

export const api: Api = {
  async createAccount(body) {
    await sdk.createAccount({ body, throwOnError });
  },
  async createSession(body) {
    return (await sdk.createSession({ body, throwOnError })).data;
  },
  async createPersonalToken(auth, body) {
    return (await sdk.createPersonalToken({ auth, body, throwOnError })).data;
  },
  async createGame(auth, body, key) {
    return (await sdk.createGame({ auth, body, headers: { "Idempotency-Key": key }, throwOnError })).data;
  },
  async joinGame(auth, game_id) {
    return (await sdk.joinGame({ auth, path: { game_id }, body: {}, throwOnError })).data;
  },
  async listLegalActions(auth, game_id) {
    return (await sdk.listLegalActions({ auth, path: { game_id }, query: { include: INCLUDE }, throwOnError })).data;
  },
  async createAction(auth, game_id, body, key) {
    const query = { include: INCLUDE };
    const headers = { "Idempotency-Key": key };
    const { data, error } = await sdk.createAction({ auth, path: { game_id }, query, body, headers });
    if (error && error.status !== 409) {
      throw new Error(JSON.stringify(error));
    }
    return data;
  },
  async getBoardPng(game_id) {
    const { data } = await sdk.getBoardPng({ path: { game_id }, throwOnError });
    return new Uint8Array(await data.arrayBuffer());
  },
};
