// Follows a game by server-sent events and by webhooks while two accounts play it to its end, and compares both with what
// the server lists afterwards. Prints a line of JSON.

import { randomUUID } from "node:crypto";
import { client } from "./client/client.gen.js";
import * as sdk from "./client/sdk.gen.js";
import type { WebhookDelivery } from "./client/types.gen.js";
import { zWebhookTopic } from "./client/zod.gen.js";
import { relay } from "./breaking.js";
import { Endpoint } from "./endpoint.js";
import { account, play, ruleset, sleep } from "./player.js";
import { Follower, place } from "./stream.js";

// The stream breaks after so many bytes: at its beginning, and twice in the middle of the game.
const BREAKS = [2_000, 10_000, 20_000];
const DELIVERED_WITHIN = 60_000;
const throwOnError = true;

/** Every event of the game, and every version. */
async function happened(auth: string, game_id: string): Promise<{ places: string[]; versions: string[] }> {
  const places: string[] = [];
  let after: number | undefined;
  for (;;) {
    const query = after === undefined ? { limit: 500 } : { limit: 500, after };
    const { data } = await sdk.listGameEvents({ auth, path: { game_id }, query, throwOnError });
    for (const event of data.items) {
      places.push(place(event));
    }
    if (data.next_after === data.version) {
      return { places, versions: Array.from({ length: data.version + 1 }, (_, version) => `${version}`) };
    }
    after = data.next_after;
  }
}

/** Everything that was sent to a webhook, once nothing waits. */
async function sent(auth: string, webhook_id: string): Promise<WebhookDelivery[]> {
  const until = Date.now() + DELIVERED_WITHIN;
  for (;;) {
    const deliveries: WebhookDelivery[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = cursor === null ? { limit: 100 } : { limit: 100, cursor };
      const { data } = await sdk.listWebhookDeliveries({ auth, path: { webhook_id }, query, throwOnError });
      deliveries.push(...data.items);
      cursor = data.next_cursor;
    } while (cursor !== null);
    if (deliveries.every(({ status }) => status !== "waiting") || Date.now() > until) {
      return deliveries;
    }
    await sleep(500);
  }
}

/** What there is but was not counted, and what was counted more than once. */
function compared(all: string[], counts: Record<string, number>): { missed: number; doubled: number } {
  return {
    missed: all.filter((one) => !counts[one]).length,
    doubled: Object.values(counts).filter((count) => count > 1).length,
  };
}

const host = await account("host", ["webhooks", "messages"]);
const guest = await account("guest", ["messages"]);

const endpoint = new Endpoint();
const url = await endpoint.listen();
const created = await sdk.createWebhook({
  auth: host,
  body: { url, topics: zWebhookTopic.options },
  headers: { "Idempotency-Key": randomUUID() },
  throwOnError,
});
endpoint.secret = created.data.secret;
const webhook_id = created.data.webhook.id;
await sdk.testWebhook({ auth: host, path: { webhook_id }, body: {}, throwOnError });

const table = { ruleset, seats: 3, bots: ["steady"], deal_seats: false };
const game = await sdk.createGame({ auth: host, body: table, throwOnError });
const game_id = game.data.id;

const follower = new Follower();
const broken = await relay(new URL(client.getConfig().baseUrl ?? ""), BREAKS);
let following = Promise.resolve();
await new Promise<void>((opened, failed) => {
  following = follower.follow(broken.address, host, game_id, opened);
  following.catch(failed);
});

await sdk.joinGame({ auth: guest, path: { game_id }, body: {}, throwOnError });
await sdk.createMessage({ auth: guest, path: { game_id }, body: { text: "A good game!" }, throwOnError });
await Promise.all([play(new Map([[0, host], [2, guest]]), game_id), following]);
broken.close();

const deliveries = await sent(host, webhook_id);
endpoint.close();
const { places, versions } = await happened(host, game_id);
const comparisons = [
  compared(places, follower.places.counts),
  compared(versions, follower.versions.counts),
  compared(versions, endpoint.versions.counts),
  compared(
    deliveries.map(({ id }) => id),
    endpoint.deliveries.counts,
  ),
];
const sum = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
for (const why of [...new Set(endpoint.refused)].slice(0, 5)) {
  console.error(why.slice(0, 1_000));
}

console.log(
  JSON.stringify({
    ruleset,
    sse_events: Object.keys(follower.places.counts).length,
    sse_types: follower.types.counts,
    resumed: follower.resumed,
    webhooks: Object.keys(endpoint.deliveries.counts).length,
    topics: endpoint.topics.counts,
    signatures_ok: endpoint.refused.length === 0,
    missed: sum(comparisons.map(({ missed }) => missed)),
    doubled: sum(comparisons.map(({ doubled }) => doubled)),
    ended: follower.ended === "game_over" && endpoint.ended.has(game_id),
  }),
);
