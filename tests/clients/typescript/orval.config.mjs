export default {
  althing: {
    input: { target: process.env.DESCRIPTION },
    // The address is in a constant, to be replaced; the generated code has no other place for it.
    output: { mode: "single", client: "fetch", target: "client.ts", baseUrl: { runtime: "ADDRESS", imports: [{ name: "ADDRESS", importPath: "./address.js" }] } },
  },
};
