// The client that openapi-generator's typescript-fetch makes of the description.

import * as sdk from "./client/index.js";
import type { Api } from "./interface.js";

const basePath = process.env["API"] ?? "http://127.0.0.1:8080";
const stranger = new sdk.Configuration({ basePath });
const bearer = (accessToken: string) => new sdk.Configuration({ basePath, accessToken });

export const api: Api = {
  async createAccount(body) {
    await new sdk.AccountsApi(stranger).createAccount({ createAccount: body });
  },
  async createSession(body) {
    return new sdk.SessionsApi(stranger).createSession({ createSession: body });
  },
  async createPersonalToken(token, body) {
    return new sdk.TokensApi(bearer(token)).createPersonalToken({ createPersonalToken: body });
  },
  async createGame(token, body, key) {
    return new sdk.GamesApi(bearer(token)).createGame({ createGame: body, idempotencyKey: key });
  },
  async joinGame(token, gameId) {
    return new sdk.GamesApi(bearer(token)).joinGame({ gameId, joinGame: {} });
  },
  async listLegalActions(token, gameId) {
    return new sdk.PlayApi(bearer(token)).listLegalActions({ gameId });
  },
  async getGameView(gameId) {
    return new sdk.PlayApi(stranger).getGameView({ gameId });
  },
  async createAction(token, gameId, body, key) {
    try {
      await new sdk.PlayApi(bearer(token)).createAction({ gameId, actionRequest: body, idempotencyKey: key });
      return true;
    } catch (error) {
      if (error instanceof sdk.ResponseError && (error.response.status === 409 || error.response.status === 422)) {
        return false;
      }
      throw error;
    }
  },
  async getBoardPng(gameId) {
    const picture = await new sdk.PicturesApi(stranger).getBoardPng({ gameId });
    return new Uint8Array(await picture.arrayBuffer());
  },
};
