import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { onpointJson, serve, temporaryDirectory } from "./program.ts";

/** A server whose event loop never goes on, held up by what a caller sends: see test/processes/hold-the-loop.ts. */
const HOLDING = import.meta.resolve("#test/processes/hold-the-loop.ts");

test.each([1, 2])(
  "of a hung server the log names the request, and SIGTERM ends it (%i processes)",
  async (processes) => {
    const settings = {
      ONPOINT_DATA_DIR: await temporaryDirectory(),
      ONPOINT_LOG_FORMAT: "json",
      ONPOINT_PROCESSES: `${processes}`,
      ONPOINT_STALL_LIMIT_MS: "200",
      ONPOINT_HANG_LIMIT_MS: "0",
    };
    const server = await serve({ ...settings, NODE_OPTIONS: `--import=${HOLDING}` });
    const { key } = await onpointJson<{ readonly key: string }>(settings, ["keys", "create", "--name", "Docket desk"]);
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "X-Request-Id": "the-culprit",
    };
    fetch(`${server.origin}/v1/search`, { method: "POST", headers, body: '{"hold":"script"}' }).catch(() => undefined);
    const lineOf = (): string | undefined =>
      server.said.stderr.split("\n").find((one) => /stands still.*the-culprit|the-culprit.*stands still/u.test(one));
    await expect.poll(lineOf).toBeDefined();
    const line = lineOf() ?? "";
    const told = JSON.parse(line) as {
      readonly requests: readonly { readonly request: string }[];
      readonly stack: string;
    };
    expect(told.requests.map(({ request }) => request)).toContain("the-culprit POST /v1/search");
    expect(told.stack).toMatch(/holdTheLoop[^]*body\.ts/u);
    expect(line).not.toContain(key);
    // From then on a signal has its default effect.
    await sleep(2_500);
    await server.stop("SIGTERM");
  },
  300_000,
);
