export const ADDRESS = process.env["API"] ?? "http://127.0.0.1:8080";
