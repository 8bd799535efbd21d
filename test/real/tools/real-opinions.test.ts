import { execFileSync } from "node:child_process";
import { readFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import { Client as CurrentClient, SSEClientTransport as CurrentSse } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport as FormerSse } from "@modelcontextprotocol/sdk/client/sse.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { CLIENTS } from "#test/contracts/mcp/clients.ts";
import type { ToolText } from "#test/contracts/mcp/clients.ts";
import { onpoint, onpointJson, temporaryDirectory, until } from "#test/e2e/program.ts";
import type { ServerProcess } from "#test/e2e/program.ts";
import { shapedService } from "#test/e2e/shaped-service.ts";
import { pairsOf } from "../../../eval/dockets/pairs.ts";
import { lacksSharedData, SHARED_DATA } from "../shared-data.ts";

/** Every tool of every address over real decisions, laws and dockets, by every official client, over HTTP and SSE. */
type Client = {
  readonly call: (name: string, args: Record<string, unknown>) => Promise<ToolText>;
  readonly close: () => Promise<void>;
};
type Case = { readonly opinion_id: string; readonly cited_as: string; readonly case_name: string };
type Asked = { readonly args: Record<string, unknown>; readonly judge: (answer: Json) => void };
// What a tool answers is judged member by member.
type Json = ReturnType<typeof JSON.parse>;

const CASES = 4;
const REPORTER = "f-3d";
const QUESTION = "What did the court decide, and why?";
const INFO = { name: "tests", version: "1" };
const ADDRESSES = [
  ["/mcp", TOOL_CONTRACTS[0]!] as const,
  ...TOOL_CONTRACTS.map((contract) => [`/${contract.name.replace("-", "/")}`, contract] as const),
];

function judgeQuotes(quotes: readonly Json[], text: string): void {
  expect(quotes.length).toBeGreaterThan(0);
  for (const { quote } of quotes) expect(text.includes(quote), quote).toBe(true);
}

/** A district court's sheet with some motions. */
async function someSheet(): Promise<{ readonly path: string; readonly page: string }> {
  const pairs = await pairsOf(zstdDecompressSync(await readFile(join(SHARED_DATA, "dockets/pacer-pages.tar.zst"))));
  return pairs.find(({ kind, expected }) => {
    const { docket_entries: entries = [] } = expected as {
      readonly docket_entries?: { readonly description: string }[];
    };
    return kind === "dockets/district" && entries.filter(({ description }) => /motion/iu.test(description)).length > 3;
  })!;
}

/** Decisions of one reporter: an import of all takes its time and adds nothing to what is asked here. */
async function someDecisions(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  execFileSync("tar", ["-xzf", join(SHARED_DATA, "cap.tar.gz"), "-C", into, "--wildcards", `*/${REPORTER}/*`]);
}

describe.skipIf(lacksSharedData())("every tool on real data", () => {
  let server: ServerProcess & { readonly key: string };
  let database: DatabaseSync;
  let cases: readonly Case[];
  let docket: { readonly caseId: string; readonly court: string; readonly number: string };

  const rows = <Row>(sql: string, ...values: (string | number)[]): Row[] =>
    database.prepare(sql).all(...values) as Row[];

  beforeAll(async () => {
    const unlimited = {
      ONPOINT_SAMPLE: "no",
      ONPOINT_EMBEDDING_TRAINING: "no",
      ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
      ONPOINT_RATE_LIMIT_BURST: "1000000",
    };
    const service = await shapedService(unlimited, join(await temporaryDirectory(), "data"));
    const { settings } = service;
    const pages = join(await temporaryDirectory(), "pages");
    await mkdir(pages, { recursive: true });
    const sheet = await someSheet();
    await writeFile(join(pages, sheet.path.replaceAll("/", "-")), sheet.page);
    const decisions = join(await temporaryDirectory(), "decisions");
    await someDecisions(decisions);
    for (const args of [
      ["cap", decisions],
      ["constitution", join(SHARED_DATA, "laws/us-constitution.json")],
      ["pacer", pages],
    ]) {
      const { code, stdout, stderr } = await onpoint(settings, ["import", ...args]);
      expect(code, stdout + stderr).toBe(0);
    }
    const { key } = await onpointJson<{ readonly key: string }>(settings, ["keys", "create", "--name", "tools"]);
    server = { ...(await service.serve()), key };
    database = await service.readRecords();
    cases = rows<Case>(
      `select min(opinions.id) opinion_id, min(cluster_citations.cited_as) cited_as, clusters.case_name
       from clusters join opinions on opinions.cluster_id = clusters.id
       join cluster_citations on cluster_citations.cluster_id = clusters.id
       where opinions.text_chars between 8000 and 60000
       group by clusters.id having count(distinct opinions.id) = 1 and count(distinct cited_as) = 1
       order by clusters.id limit ?`,
      CASES,
    );
    const [held] = rows<{ court: string; number: string }>("select court_id court, docket_number number from dockets");
    await until(async () => (await fetch(`${server.origin}/readyz`)).ok || undefined, 240_000);
    const first = await Object.values(CLIENTS)[0]!(server, "/mcp/v4");
    const asked = { question: "Which motions were filed?", docket: { court: held!.court, docketNumber: held!.number } };
    const { text } = await first.call("analyzeCaseDocket", asked);
    const answer: Json = JSON.parse(text);
    docket = { ...held!, caseId: answer.case.caseId };
    await first.close();
  }, 600_000);
  afterAll(async () => {
    database?.close();
    await server?.stop();
  });

  /** The stored words of whatever a quotation is said to be from. */
  const opinionText = (id: string): string =>
    rows<{ text: string }>("select text from opinion_texts where opinion_id = ?", id)[0]!.text;
  const lawText = (citation: string): string =>
    rows<{ text: string }>(
      "select law_texts.text from law_texts join law_versions on law_versions.id = version_id where citation = ?",
      citation,
    )[0]!.text;
  /** What each tool is asked, by its name, and what is looked at in its answer. */
  function questionsOf(version: string): Record<string, readonly Asked[]> {
    const isCurrent = version === "mcp-v4";
    const opinions = cases.map(({ opinion_id: id, cited_as: citation, case_name: name }) => ({ id, citation, name }));
    const law = "U.S. Const. amend. IV";
    return {
      search: opinions.map(({ id, citation }) => ({
        args: { queries: [isCurrent ? { query: citation, jurisdiction: "state_and_federal" } : { query: citation }] },
        judge: (answer) => {
          const found = isCurrent ? answer.results[0].document.documentId : answer.searches[0].results[0].opinionId;
          expect(found).toBe(id);
        },
      })),
      analyzeCaseDocument: opinions.map(({ id, citation }, at) => ({
        args: { question: QUESTION, ...(at % 2 === 0 ? { documentId: id } : { citation }) },
        judge: (answer) => {
          expect(answer).toMatchObject({ status: "ok", document: { documentId: id } });
          judgeQuotes(answer.supportedPropositions, opinionText(id));
        },
      })),
      analyzeOpinion: opinions.map(({ id, citation }, at) => ({
        args: { question: QUESTION, ...(at % 2 === 0 ? { opinionId: id } : { reporterCitation: citation }) },
        judge: (answer) => {
          expect(answer.opinionId).toBe(id);
          judgeQuotes(answer.supportedPropositions, opinionText(id));
        },
      })),
      findInOpinion: opinions.map(({ id }) => ({
        args: { opinionId: id, query: "court" },
        judge: (answer) => {
          expect(answer.opinionId).toBe(id);
          expect(answer.passages.length).toBeGreaterThan(0);
        },
      })),
      searchLaws: [
        {
          args: { query: "unreasonable searches and seizures" },
          judge: ({ results }) => expect(JSON.stringify(results)).toContain("seizures"),
        },
      ],
      analyzeLaw: [
        {
          args: { question: "What must a warrant be supported by?", citation: law },
          judge: (answer) => {
            expect(answer.citation).toBe(law);
            judgeQuotes(answer.analysis.passages, lawText(law));
          },
        },
      ],
      analyzeCaseDocket: [
        {
          args: { question: "Which motions were filed?", docket: { court: docket.court, docketNumber: docket.number } },
          judge: (answer) => {
            expect(answer).toMatchObject({ status: "ok", case: { docketNumber: docket.number } });
            expect(answer.relevantEntries.length).toBeGreaterThan(0);
          },
        },
      ],
      analyzeDocketReport: [
        {
          args: { question: "Which motions were filed?", court: docket.court, docketNumber: docket.number },
          judge: (answer) => expect(answer.relevantEntries.length).toBeGreaterThan(0),
        },
      ],
      // No paper of this docket is held: that is what is told.
      analyzeDocketFiling: [
        {
          args: { question: "What is asked?", caseId: docket.caseId, entryNumber: "1" },
          judge: (answer) => expect(["text_not_available", "premium_required", "not_found"]).toContain(answer.status),
        },
      ],
    };
  }

  async function askAll(client: Client, contract: (typeof ADDRESSES)[number][1]): Promise<number> {
    const questions = questionsOf(contract.name);
    let asked = 0;
    for (const { name } of contract.tools) {
      for (const { args, judge } of questions[name] ?? []) {
        const { isError, text } = await client.call(name, args);
        expect(isError, `${name} ${JSON.stringify(args)}: ${text}`).toBe(false);
        expect(text.length).toBeLessThan(100_000);
        judge(JSON.parse(text));
        asked += 1;
      }
      expect(questions[name]?.length ?? 0, name).toBeGreaterThan(0);
    }
    return asked;
  }

  test.each(ADDRESSES)("%s over HTTP", { timeout: 300_000 }, async (address, contract) => {
    for (const connect of Object.values(CLIENTS)) {
      const client = await connect(server, address);
      expect(await askAll(client, contract)).toBeGreaterThan(CASES);
      await client.close();
    }
  });

  test.each(["current", "former"])("/mcp/v4 over SSE, by the %s client", { timeout: 300_000 }, async (generation) => {
    const address = new URL(`${server.origin}/mcp/v4/sse`);
    const requestInit = { headers: { Authorization: `Bearer ${server.key}` } };
    const client = generation === "current" ? new CurrentClient(INFO) : new FormerClient(INFO);
    const transport =
      generation === "current" ? new CurrentSse(address, { requestInit }) : new FormerSse(address, { requestInit });
    await client.connect(transport);
    const call: Client["call"] = async (name, args) => {
      const { isError = false, content } = (await client.callTool({ name, arguments: args })) as Json;
      return { isError, text: content[0].text };
    };
    expect(await askAll({ call, close: async () => client.close() }, TOOL_CONTRACTS[0]!)).toBeGreaterThan(CASES);
    await client.close();
  });
});
