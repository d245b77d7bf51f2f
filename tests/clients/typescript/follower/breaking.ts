// A relay in front of the server whose first connections break after so many bytes, in the middle of an event as often as
// not. What breaks is the connection itself, as in a bad network: the client must go on by itself.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export interface Relay {
  address: string;
  close(): void;
}

export async function relay(to: URL, breaks: readonly number[]): Promise<Relay> {
  const limits = [...breaks];
  const server = createServer((client) => {
    let left = limits.shift() ?? Number.POSITIVE_INFINITY;
    const upstream = connect(Number(to.port), to.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client.pipe(upstream);
    upstream.on("data", (bytes: Buffer) => {
      const passed = bytes.subarray(0, Math.min(left, bytes.length));
      left -= passed.length;
      if (left > 0) {
        client.write(passed);
      } else {
        client.write(passed, end);
      }
    });
    for (const socket of [client, upstream]) {
      socket.on("error", end);
      socket.on("close", end);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") {
    throw new Error("the relay has no port");
  }
  return { address: `http://127.0.0.1:${bound.port}`, close: () => server.close() };
}
