// The client that openapi-generator's typescript-fetch makes of the description.

import * as sdk from "./client/index.js";
import { INCLUDE, type Api } from "./interface.js";

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
    return new sdk.PlayApi(bearer(token)).listLegalActions({ gameId, include: INCLUDE });
  },
  async createAction(token, gameId, body, key) {
    try {
      const sent = { gameId, actionRequest: body, include: INCLUDE, idempotencyKey: key };
      return await new sdk.PlayApi(bearer(token)).createAction(sent);
    } catch (error) {
      if (error instanceof sdk.ResponseError && error.response.status === 409) {
        return undefined;
      }
      throw error;
    }
  },
  async getBoardPng(gameId) {
    const picture = await new sdk.PicturesApi(stranger).getBoardPng({ gameId });
    return new Uint8Array(await picture.arrayBuffer());
  },
};
