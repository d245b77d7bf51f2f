export default {
  input: process.env.DESCRIPTION,
  output: { path: "client", module: { extension: ".js" } },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
  logs: { file: false, level: "warn" },
};
