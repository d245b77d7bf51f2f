// The client that kubb makes of the description. It sends its requests by a function of ours, as kubb is meant to be used:
// that one knows the address, says what kind of body there is, and throws what is refused.

import * as sdk from "./client/client.js";
import type { Client, RequestConfig, ResponseConfig } from "./client/.kubb/fetch.js";
import { INCLUDE, type Api } from "./interface.js";

const address = process.env["API"] ?? "http://127.0.0.1:8080";

class Refusal extends Error {
  constructor(readonly status: number, text: string) {
    super(text);
  }
}

const client: Client = async <Data, _Problem, Sent>(request: RequestConfig<Sent>): Promise<ResponseConfig<Data>> => {
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  const method = request.method ?? "GET";
  const body = request.data === undefined ? null : JSON.stringify(request.data);
  const { url = "", params, responseType } = request;
  const query = new URLSearchParams(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${address}${url}?${query}`, { method, headers, body });
  if (!response.ok) {
    throw new Refusal(response.status, await response.text());
  }
  const data = await (responseType === "blob" ? response.blob() : response.json());
  return { data, status: response.status, statusText: response.statusText, headers: response.headers };
};

const stranger = { client };
const bearer = (token: string) => ({ client, headers: { Authorization: `Bearer ${token}` } });

export const api: Api = {
  async createAccount(body) {
    await sdk.createAccount(body, undefined, stranger);
  },
  createSession: (body) => sdk.createSession(body, undefined, stranger),
  createPersonalToken: (token, body) => sdk.createPersonalToken(body, undefined, bearer(token)),
  createGame: (token, body, key) => sdk.createGame(body, { "Idempotency-Key": key }, bearer(token)),
  joinGame: (token, game) => sdk.joinGame(game, {}, undefined, bearer(token)),
  listLegalActions: (token, game) => sdk.listLegalActions(game, { include: INCLUDE }, undefined, bearer(token)),
  async createAction(token, game, body, key) {
    try {
      return await sdk.createAction(game, body, { include: INCLUDE }, { "Idempotency-Key": key }, bearer(token));
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) {
        return undefined;
      }
      throw error;
    }
  },
  async getBoardPng(game) {
    const picture = await sdk.getBoardPng(game, undefined, undefined, { client, responseType: "blob" });
    return new Uint8Array(await picture.arrayBuffer());
  },
};
