import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  root: ".",
  input: { path: process.env.DESCRIPTION },
  output: { path: "./client", clean: true, extension: { ".ts": ".js" } },
  plugins: [
    pluginOas({ validate: false, generators: [] }),
    pluginTs({ output: { path: "types.ts" } }),
    pluginClient({ output: { path: "client.ts" }, client: "fetch", bundle: true }),
  ],
});
