// What the player of a game wants of a client, whatever generator made it. Refusals throw.

import type * as t from "./types.js";

/** What reads of legal actions and replies to actions bring along. */
export const INCLUDE: t.PlayInclude[] = ["requests", "view"];

export interface Api {
  createAccount(body: t.CreateAccount): Promise<void>;
  createSession(body: t.CreateSession): Promise<t.SessionTokens>;
  createPersonalToken(token: string, body: t.CreatePersonalToken): Promise<t.CreatedPersonalToken>;
  createGame(token: string, body: t.CreateGame, key: string): Promise<t.Game>;
  joinGame(token: string, game: string): Promise<t.Game>;
  listLegalActions(token: string, game: string): Promise<t.LegalActions>;
  /** Nothing if another was faster. */
  createAction(token: string, game: string, body: t.ActionRequest, key: string): Promise<t.ActionResult | undefined>;
  /** Missing where the generated code takes a picture for text. */
  getBoardPng?(game: string): Promise<Uint8Array>;
}
