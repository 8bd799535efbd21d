import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask } from "../contracts/real-server.ts";
import { Simulator } from "../records/simulator/simulator.ts";
import { simCase } from "../records/simulator/world.ts";
import { onpoint, onpointJson, serve, temporaryDirectory } from "./program.ts";
import type { ServerProcess } from "./program.ts";

// Each step is a process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const MATTER = "10234-0007";
const CASE = simCase("1234", 4);

async function docket(server: ServerProcess, key: string, more: object = {}): Promise<Record<string, unknown>> {
  const args = {
    question: "What was filed?",
    docket: { court: "S.D.N.Y.", docketNumber: CASE.docketNumber },
    ...more,
  };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "analyzeCaseDocket", arguments: args },
  };
  const answer = await ask({ origin: server.origin, key }, "/mcp/v4", message, {
    headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" },
  });
  const event = /^data: (?<data>.*)$/mu.exec(answer.text)?.groups?.["data"];
  const body = (answer.json ?? JSON.parse(event ?? "{}")) as {
    readonly result: { readonly content: readonly { readonly text: string }[] };
  };
  return JSON.parse(body.result.content[0]?.text ?? "{}") as Record<string, unknown>;
}

test("an operator turns retrieval on, a caller opts in, and a docket is bought once", async () => {
  const simulator = await Simulator.start({ cases: [CASE] });
  onTestFinished(async () => simulator.stop());
  const off = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"), ONPOINT_SAMPLE: "no" };
  const recordsKey = (await onpoint({}, ["records", "credentials", "key"])).stdout.trim();
  const on = {
    ...off,
    ONPOINT_RECORDS_KEY: recordsKey,
    ONPOINT_RECORDS_MONTHLY_CAP: "20",
    ONPOINT_RECORDS_SIGN_IN_URL: simulator.url,
    ONPOINT_RECORDS_LOCATOR_URL: simulator.url,
    ONPOINT_RECORDS_COURT_URL: `${simulator.url}courts/{court}/`,
  };
  const { key, id } = await onpointJson<{ key: string; id: string }>(off, [
    "keys",
    "create",
    "--name",
    "desk",
    "--official-records",
  ]);

  const without = await serve(off);
  expect(await docket(without, key)).toMatchObject({
    status: "not_found",
    message: expect.stringContaining("no other records were asked"),
  });
  await without.stop();

  const set = ["records", "credentials", "set", "--login", "onpoint-desk"];
  expect((await onpoint(on, set, "correct horse battery staple\n")).code).toBe(0);
  const server = await serve(on);
  expect(await docket(server, key)).toMatchObject({
    status: "courtrecords_fetch_failed",
    message: expect.stringContaining("can be opted into"),
  });
  expect((await onpoint(on, ["spending", "cap", id, "10"])).code).toBe(0);
  expect((await onpoint(on, ["spending", "budget", id, MATTER, "0.01"])).code).toBe(0);
  expect(await docket(server, key, { matter: MATTER })).toMatchObject({
    status: "courtrecords_fetch_failed",
    message: expect.stringContaining(`are left of the budget of the matter ${MATTER}`),
  });
  expect((await onpoint(on, ["spending", "budget", id, MATTER, "5"])).code).toBe(0);
  expect(await docket(server, key, { matter: MATTER })).toMatchObject({ status: "ok", retrievalSource: "official" });
  expect(await docket(server, key)).toMatchObject({ status: "ok", retrievalSource: "stored" });
  await server.stop();

  expect(simulator.bill).toHaveLength(1);
  const [charge] = await onpointJson<readonly { amount_cents: number }[]>(on, ["records", "ledger"]);
  expect(charge?.amount_cents).toBe(simulator.total_cents);
  const { stdout } = await onpoint(on, ["spending", "statement", id]);
  expect(stdout).toContain(`docket report from nysd,0.00,0.${String(simulator.total_cents).padStart(2, "0")},0.00`);
  expect(stdout).toContain(`,desk,${MATTER},`);
  expect(stdout).toContain(CASE.docketNumber);
  const matters = await onpoint(on, ["spending", "matters", id]);
  expect(matters.stdout).toContain(MATTER);
});
