// Follows a game by server-sent events, over a connection that breaks.

import { createClient } from "./client/client/index.js";
import type { GameStreamEvent, GameUpdate, StreamEndReason } from "./client/types.gen.js";
import * as sdk from "./client/sdk.gen.js";
import { never, Tally } from "./exhaustive.js";

/** An event of a game by the place that it has for everybody. */
export const place = (event: { version: number; index: number }) => `${event.version}.${event.index}`;

export class Follower {
  /** How often each event of the game came, by its place. */
  readonly places = new Tally();
  /** How often each version came. */
  readonly versions = new Tally();
  readonly types = new Tally();
  resumed = 0;
  /** Why the stream ended; nothing as long as it goes on. */
  ended: StreamEndReason | undefined;

  /** Reads the stream to its end. `opened` is called once it has begun. */
  async follow(address: string, auth: string, game_id: string, opened: () => void): Promise<void> {
    const client = createClient({ baseUrl: address });
    client.interceptors.request.use((request) => {
      if (request.headers.has("Last-Event-ID")) {
        this.resumed += 1;
      }
      return request;
    });
    // The client goes on after any error. After a break it should; after another, such as a refusal or an event that is
    // not as described, it would ask for ever or skip the event.
    const wrong: unknown[] = [];
    const giveUp = new AbortController();
    const { stream } = await sdk.streamGame({
      client,
      auth,
      path: { game_id },
      signal: giveUp.signal,
      sseMaxRetryDelay: 1_000,
      onSseError: (error) => {
        if (!(error instanceof TypeError)) {
          wrong.push(error);
          giveUp.abort();
        }
      },
    });
    for await (const event of stream) {
      this.types.add(event.type);
      this.#take(event, opened);
    }
    if (wrong.length > 0) {
      throw wrong[0];
    }
  }

  #take(event: GameStreamEvent, opened: () => void): void {
    switch (event.type) {
      case "opened":
        opened();
        break;
      case "lobby_change":
      case "message":
        break;
      case "game_events":
        this.#update(event.update);
        break;
      case "reset":
        throw new Error("the server lost something");
      case "end":
        this.#end(event.reason);
        break;
      default:
        never(event);
    }
  }

  #update(update: GameUpdate): void {
    this.versions.add(`${update.version}`);
    // The events of all rulesets have their place in common.
    for (const event of update.events) {
      this.places.add(place(event));
    }
  }

  #end(reason: StreamEndReason): void {
    switch (reason) {
      case "game_over":
        this.ended = reason;
        break;
      case "token_expired":
      case "access_ended":
      case "seat_lost":
      case "game_gone":
      case "person_gone":
      case "competition_over":
      case "competition_gone":
      case "restart":
      case "internal_error":
        throw new Error(`the stream ended before the game: ${reason}`);
      default:
        never(reason);
    }
  }
}
