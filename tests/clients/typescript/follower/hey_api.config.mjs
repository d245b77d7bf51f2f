// With a validator for every type, by which the client checks what it is answered.
export default {
  input: process.env.DESCRIPTION,
  output: { path: "client", module: { extension: ".js" } },
  plugins: [
    "@hey-api/client-fetch",
    "@hey-api/typescript",
    "zod",
    { name: "@hey-api/sdk", validator: { response: "zod" } },
  ],
  logs: { file: false, level: "warn" },
};
