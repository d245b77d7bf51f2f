// What the player of a game wants of a client, whatever generator made it. Refusals throw.

import type * as t from "./types.js";

export interface Api {
  createAccount(body: t.CreateAccount): Promise<void>;
  createSession(body: t.CreateSession): Promise<t.SessionTokens>;
  createPersonalToken(token: string, body: t.CreatePersonalToken): Promise<t.CreatedPersonalToken>;
  createGame(token: string, body: t.CreateGame, key: string): Promise<t.Game>;
  joinGame(token: string, game: string): Promise<t.Game>;
  listLegalActions(token: string, game: string): Promise<t.LegalActions>;
  getGameView(game: string): Promise<t.GameView>;
  /** False if another was faster, or if the values that were filled in are refused: bounds can't say everything. */
  createAction(token: string, game: string, body: t.ActionRequest, key: string): Promise<boolean>;
  /** Missing where the generated code takes a picture for text. */
  getBoardPng?(game: string): Promise<Uint8Array>;
}
