// Receives webhooks: checks the signature of each, has it parsed by the validators that are made of the description, and
// keeps count of deliveries.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import type { z } from "zod";
import { zReceiveTestWebhookRequest, zWebhookEvent } from "./client/zod.gen.js";
import { never, Tally } from "./exhaustive.js";

type WebhookEvent = z.infer<typeof zWebhookEvent>;

// The headers are the same for every topic.
const zHeaders = zReceiveTestWebhookRequest.shape.headers;

export class Endpoint {
  /** How often each delivery came, by its id. */
  readonly deliveries = new Tally();
  readonly topics = new Tally();
  /** How often each version of the game was told. */
  readonly versions = new Tally();
  /** The games that are over, as told. */
  readonly ended = new Set<string>();
  /** What was wrong with requests that were refused. */
  readonly refused: string[] = [];
  /** Must be set before the first request comes. */
  secret = "";

  readonly #server = createServer((request, response) => {
    this.#receive(request)
      .then(() => 204)
      .catch((error: unknown) => {
        this.refused.push(String(error));
        return 400;
      })
      .then((status) => response.writeHead(status).end());
  });

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const bound = this.#server.address();
    if (bound === null || typeof bound === "string") {
      throw new Error("the endpoint has no port");
    }
    return `http://127.0.0.1:${bound.port}/webhooks`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage): Promise<void> {
    const headers = zHeaders.parse(request.headers);
    let body = "";
    for await (const piece of request.setEncoding("utf8")) {
      body += piece;
    }
    const event = zWebhookEvent.parse(new Webhook(this.secret).verify(body, headers));
    this.deliveries.add(headers["webhook-id"]);
    this.topics.add(event.type);
    this.#take(event);
  }

  #take(event: WebhookEvent): void {
    switch (event.type) {
      case "your_turn":
      case "althing":
      case "flight":
      case "trade_offered":
      case "discard":
        this.#concerns(event.data.links.legal, event.data.decision);
        break;
      case "no_longer_awaited":
      case "deadline_near":
        this.#concerns(event.data.links.game, event.data.decision);
        break;
      case "offer_answered":
      case "unpayable_offer":
      case "game_started":
      case "lapse_played":
      case "order_disarmed":
      case "outage":
        this.#concerns(event.data.links.view, event.data.seat);
        break;
      case "game_updated":
        this.#concerns(event.data.links.view, event.data.seat);
        this.versions.add(`${event.data.version}`);
        break;
      case "game_ended":
        this.#concerns(event.data.links.view, event.data.seat);
        this.ended.add(event.data.game_id);
        break;
      case "message":
        this.#concerns(event.data.links.messages, event.data.number);
        break;
      case "vote":
      case "seat_offered":
      case "invitation":
      case "membership":
        this.#concerns(event.data.links.game, event.data.game_id);
        break;
      case "competition":
        this.#concerns(event.data.links.competition, event.data.competition_id);
        break;
      case "test":
        this.#concerns(event.data.account_id, event.data.account_id);
        break;
      default:
        never(event);
    }
  }

  /** Every webhook says where to read more, and what about. */
  #concerns(where: string, what: string | number | bigint): void {
    if (where === "" || what === "") {
      throw new Error("a webhook without a place or a subject");
    }
  }
}
