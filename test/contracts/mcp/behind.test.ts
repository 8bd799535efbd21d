import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Completeness } from "#completeness/completeness.ts";
import { TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { readToolExamples } from "#contracts/tool-examples.ts";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { CLIENTS } from "./clients.ts";
import type { ToolClient } from "./clients.ts";

/** The tools of each contract on a server whose projections lack a single record of each kind. */
const MISSING = "1 of 2 are still being read in.";
const BEHIND: Pick<Completeness, "lacks"> = { lacks: async () => (claim) => (claim === "finds" ? [] : [MISSING]) };

/** What is said of a projection, and may not be while it lacks anything; what is said of the records is so. */
const DENIALS = [
  /No opinion (?:holds|cites|of)/u,
  /no opinion has them together/u,
  /no opinion of the docket \S+ is held/u,
  /No decision of that name is held/u,
  /Nothing matches within the filters/u,
  /Nothing was found for/u,
  /no filing of type \w+ was found/u,
  /nothing was found in the courts named/u,
  /nothing held here cites this opinion/u,
];

/** Searches that find nothing, or not what was asked for. */
const QUERIES: readonly Record<string, unknown>[] = [
  { query: "zorblattian quandrosian" },
  { query: 'zorblattian AND cites:"999 U.S. 999"' },
  { query: "Zebra v. Quagga" },
  { query: "Marsh v. Diligence" },
  { query: "1:99-cv-09999" },
  { query: "tide", courts: ["ca5"], dateFrom: "2030-01-01" },
  { query: "lading", jurisdiction: "trial", states: ["California"], documentTypes: ["notice"] },
  { query: "zorblattian", jurisdiction: "trial", courts: ["calsuperct"], states: ["California"] },
];

let whole: RealServer;
let behind: RealServer;
beforeAll(async () => {
  [whole, behind] = await Promise.all([
    startServer({ rateLimit: null }),
    startServer({ rateLimit: null }, { at: { completeness: BEHIND } }),
  ]);
});
afterAll(async () => Promise.all([whole.stop(), behind.stop()]));

type Call = readonly [tool: string, args: Record<string, unknown>];

async function textsOf(server: RealServer, address: string, calls: readonly Call[]): Promise<readonly string[]> {
  const client: ToolClient = await CLIENTS["client 1"]!(server, address);
  const texts: string[] = [];
  for (const [tool, args] of calls) texts.push((await client.call(tool, args)).text);
  await client.close();
  return texts;
}

const denied = (texts: readonly string[]): readonly string[] =>
  DENIALS.filter((denial) => texts.some((text) => denial.test(text))).map(String);

const isEmpty = (text: string): boolean =>
  /"results":\[\]/u.test(text) && !/"(?:error|skipped)"|no filings of/u.test(text);

describe.each(TOOL_CONTRACTS.map((contract) => [contract.name, contract] as const))("%s", (name, contract) => {
  const calls: readonly Call[] = [
    ...readToolExamples(name).map(({ tool, arguments: args }): Call => [tool, args]),
    ...QUERIES.map((one): Call => ["search", { queries: [one] }]),
    ["searchLaws", { query: "zorblattian" }],
  ];
  const address = `/${name.replace("-", "/")}`;

  test("no tool denies what may be among what is missing; without anything missing they do", async () => {
    expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(contract.tools.map(({ name: tool }) => tool)));
    const [before, texts] = await Promise.all([textsOf(whole, address, calls), textsOf(behind, address, calls)]);
    expect(denied(before).length).toBeGreaterThanOrEqual(3);
    expect(denied(texts)).toEqual([]);
    for (const [at, text] of before.entries()) {
      if (!isEmpty(text) && denied([text]).length === 0) continue;
      expect([calls[at], texts[at]]).toEqual([calls[at], expect.stringMatching(/still being read in/u)]);
    }
  });
});
