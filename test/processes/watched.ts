import { createServer } from "node:http";
import { startWatchdog } from "#base/watchdog/watchdog.ts";
import "./hold-the-loop.ts";

/** A small server with a watchdog: answers what it read of each body, and stops in order on SIGTERM. */
const [hangLimit_ms = "0"] = process.argv.slice(2);
const { running, watching, stop } = startWatchdog({
  stallLimit_ms: 500,
  hangLimit_ms: Number(hangLimit_ms),
  log: { level: "info", format: "json" },
});
const server = createServer((request, response) => {
  const place = running.begin(`${request.method} ${request.url}`);
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const read: unknown = JSON.parse(Buffer.concat(chunks).toString());
    running.end(place);
    response.setHeader("Connection", "close");
    response.end(JSON.stringify({ read, stalls: running.stalls }));
  });
});
process.on("SIGTERM", () => {
  server.close(() => void stop());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  void watching.then(() => process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`));
});
