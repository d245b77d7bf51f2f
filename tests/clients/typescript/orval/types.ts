export type * from "./client.js";
