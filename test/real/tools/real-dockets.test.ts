import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { docketKey } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";
import { transaction } from "#db/connection.ts";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { entriesOf, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketIdsByNumber } from "#dockets/store/read.ts";
import { writeFilingTexts } from "#dockets/store/texts.ts";
import { runPacerImport } from "#importers/pacer-import.ts";
import { CLIENTS } from "#test/contracts/mcp/clients.ts";
import type { ToolClient } from "#test/contracts/mcp/clients.ts";
import { ask, startServer } from "#test/contracts/real-server.ts";
import type { RealServer } from "#test/contracts/real-server.ts";
import { nameAsExpected } from "../../../eval/dockets/names.ts";
import { pairsOf } from "../../../eval/dockets/pairs.ts";
import { lacksSharedData, SHARED_DATA } from "../shared-data.ts";

/** What somebody else reads on a sheet: the JSON that is published beside the page. */
type Expected = {
  readonly court_id: string;
  readonly docket_number: string;
  readonly case_name: string;
  readonly date_filed: string | null;
  readonly date_terminated: string | null;
  readonly docket_entries: readonly {
    readonly document_number: string | number | null;
    readonly date_filed: string | null;
    readonly description: string;
  }[];
};

type Sheet = Expected & { readonly path: string; readonly page: string };

type Entry = {
  readonly hasDocument: boolean;
  readonly entryNumber?: string;
  readonly attachmentNumber?: string | null;
  readonly dateFiled?: string;
  readonly description?: string;
  readonly documentReference?: object;
};

type Docket = {
  readonly status: string;
  readonly case: Readonly<Record<"caseId" | "caseName" | "court" | "docketNumber" | "url", string>> & {
    readonly dateFiled?: string;
    readonly dateTerminated?: string;
  };
  readonly answer: string;
  readonly relevantEntries: readonly Entry[];
  readonly doesNotAddress: readonly string[];
  readonly coverage: { readonly kind: string; readonly entryCount: number; readonly truncated: boolean };
  readonly freshness: Readonly<Record<string, unknown>>;
  readonly retrievalSource: string;
  readonly docketReport: { readonly downloadUrl: string; readonly url: string; readonly suggestedFileName: string };
  readonly warnings: readonly string[];
};

const SHEETS_PER_KIND = 6;
const QUESTION = "Which motions, orders, notices, petitions and briefs were filed?";

const order = (path: string): string => createHash("sha256").update(`tools ${path}`).digest("hex");

/** Whole sheets of a kind, of which none has more than is told: some by chance, the same in every run. */
function chosen(pairs: Awaited<ReturnType<typeof pairsOf>>, kind: string): Sheet[] {
  const sheets = pairs
    .filter((pair) => pair.kind === `dockets/${kind}`)
    .flatMap(({ path, page, expected }) => {
      const told = expected as Expected;
      const isWhole =
        (told.docket_entries?.length ?? 0) > 3 && !/Doc From: [1-9]|Start(?:ing)? date|filtered/iu.test(page);
      return isWhole ? [{ ...told, path, page }] : [];
    });
  return sheets.toSorted((left, right) => (order(left.path) < order(right.path) ? -1 : 1)).slice(0, SHEETS_PER_KIND);
}

/** As the published reading spells names; it takes `vs.` for `v.`. */
const spelt = (name: string): string => (nameAsExpected(name) ?? "").replace(/ vs\. /u, " v. ");
const plain = (text: string): string => text.replaceAll(/\s+/gu, "");
const courtOf = ({ court_id }: Sheet) => courtById(courtOfHost(court_id) ?? "")!;

const call = async <Answer>(client: ToolClient, tool: string, args: Record<string, unknown>): Promise<Answer> => {
  const { isError, text } = await client.call(tool, args);
  expect(isError, text).toBe(false);
  return JSON.parse(text) as Answer;
};

describe.skipIf(lacksSharedData())("the tools on real dockets", () => {
  let directory: string;
  let server: RealServer;
  let sheets: readonly Sheet[];
  const clients: [string, ToolClient, ToolClient][] = [];

  beforeAll(async () => {
    const pairs = await pairsOf(zstdDecompressSync(await readFile(join(SHARED_DATA, "dockets/pacer-pages.tar.zst"))));
    sheets = ["district", "bankruptcy", "appellate"].flatMap((kind) => chosen(pairs, kind));
    directory = await mkdtemp(join(tmpdir(), "onpoint-real-dockets-"));
    for (const { path, page } of sheets) {
      await mkdir(dirname(join(directory, "pages", path)), { recursive: true });
      await writeFile(join(directory, "pages", path), page);
    }
    server = await startServer({ rateLimit: null });
    const paths = [join(directory, "pages")];
    const report = await runPacerImport({ db: server.db, paths, dataDir: directory, log: silentLogger });
    expect(report.counts).toMatchObject({ rows: sheets.length, rejected: 0 });
    for (const [name, connect] of Object.entries(CLIENTS))
      clients.push([name, await connect(server, "/mcp/v4"), await connect(server, "/mcp/v3")]);
  }, 300_000);
  afterAll(async () => {
    for (const [, current, former] of clients) await Promise.all([current.close(), former.close()]);
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const open = async (url: string): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await fetch(url.replace("https://law.example.org", server.origin));
    return { status: response.status, text: await response.text() };
  };

  /** Of two debtors the published reading names one. */
  function judgeName(sheet: Sheet, caseName: string): void {
    const [found, wanted] = [spelt(caseName), spelt(sheet.case_name)];
    const isSame = found === wanted || (sheet.path.includes("bankruptcy") && found.startsWith(`${wanted} and `));
    expect(isSame, `${sheet.path}: ${found} for ${wanted}`).toBe(true);
  }

  /** Each entry that is told stands on the sheet as somebody else read it. */
  function judgeEntries(sheet: Sheet, entries: readonly Entry[]): void {
    expect(entries.length, sheet.path).toBeGreaterThan(0);
    expect(entries.length).toBeLessThanOrEqual(40);
    for (const { entryNumber, attachmentNumber, dateFiled, description = "" } of entries) {
      if ((attachmentNumber ?? null) !== null) continue;
      const own = sheet.docket_entries.filter(({ description: told }) => {
        const [left, right] = [plain(told), plain(description.replace(/…$/u, ""))];
        return left.startsWith(right.slice(0, 200)) || right.startsWith(left.slice(0, 200));
      });
      expect(own.length, `${sheet.path}: ${description}`).toBeGreaterThan(0);
      if (dateFiled !== undefined) expect(own.map(({ date_filed }) => date_filed)).toContain(dateFiled);
      const numbers = own.map(({ document_number }) => (document_number === null ? null : String(document_number)));
      const isOwn = entryNumber === undefined || entryNumber === "" || numbers.includes(entryNumber);
      // Courts of appeals number documents, of which the published reading keeps the digit of their use.
      if (!sheet.path.includes("appellate")) expect(isOwn, `${sheet.path} ${entryNumber}`).toBe(true);
    }
  }

  test("there are dockets of every kind of court", () => {
    expect(sheets).toHaveLength(3 * SHEETS_PER_KIND);
    expect(clients.map(([name]) => name)).toEqual(Object.keys(CLIENTS));
  });

  test("analyzeCaseDocket: every field, by every client", { timeout: 300_000 }, async () => {
    for (const [name, client] of clients) {
      for (const sheet of sheets) {
        const court = courtOf(sheet);
        const docket = { court: court.fullName, docketNumber: sheet.docket_number };
        const answer = await call<Docket>(client, "analyzeCaseDocket", { question: QUESTION, docket });
        const days = sheet.docket_entries.flatMap(({ date_filed }) => date_filed ?? []).toSorted();
        expect(answer, `${name} ${sheet.path}`).toMatchObject({
          status: "ok",
          case: { court: court.fullName },
          coverage: { kind: "docket_report", entryCount: sheet.docket_entries.length },
          freshness: { cached: true, liveFetchSucceeded: false, fetchedAt: null, latestEntryDate: days.at(-1) },
          retrievalSource: "stored",
        });
        judgeName(sheet, answer.case.caseName);
        expect(docketKey(answer.case.docketNumber), sheet.path).toBe(docketKey(sheet.docket_number));
        expect([answer.case.dateFiled ?? null, answer.case.dateTerminated ?? null], sheet.path).toEqual([
          sheet.date_filed,
          sheet.date_terminated ?? null,
        ]);
        expect(answer.answer).not.toBe("");
        expect(Array.isArray(answer.doesNotAddress)).toBe(true);
        expect(answer.warnings.some((text) => text.startsWith("what is stored answers"))).toBe(true);
        judgeEntries(sheet, answer.relevantEntries);
        const again = await call<Docket>(client, "analyzeCaseDocket", {
          question: QUESTION,
          caseId: answer.case.caseId,
        });
        expect(again.relevantEntries).toEqual(answer.relevantEntries);
      }
    }
  });

  test("what is linked opens, and what is referred to is told by its reference", { timeout: 300_000 }, async () => {
    const [, client] = clients[0]!;
    for (const sheet of sheets) {
      const docket = { court: courtOf(sheet).abbreviation, docketNumber: sheet.docket_number };
      const answer = await call<Docket>(client, "analyzeCaseDocket", { question: QUESTION, docket });
      const page = await open(answer.case.url);
      expect([page.status, /entr(?:y is|ies are) on file/u.test(page.text)], sheet.path).toEqual([200, true]);
      const report = await open(answer.docketReport.downloadUrl);
      // The court's own page where that was imported; of what else a source says, a report in words.
      const isPage = sheet.path.endsWith(".html");
      expect(report.status, sheet.path).toBe(200);
      expect(report.text, sheet.path).toMatch(isPage ? /<table/iu : /^Docket report, as of/u);
      for (const { documentReference } of answer.relevantEntries.slice(0, 3)) {
        if (documentReference === undefined) continue;
        const reference = "entry" in documentReference ? { entry: documentReference.entry } : documentReference;
        const read = await call<{ readonly status: string; readonly message: string; readonly url: string }>(
          client,
          "analyzeCaseDocument",
          { question: "What does it say?", ...reference },
        );
        expect(read.status, sheet.path).toBe("text_not_available");
        expect(read.message).toContain("no text of this filing is held");
        expect((await open(read.url)).status).toBe(200);
      }
    }
  });

  test("version 3 tells the same of report and filing, by every client", { timeout: 300_000 }, async () => {
    for (const [name, , client] of clients) {
      for (const sheet of sheets.filter((_, at) => at % 2 === 0)) {
        const court = courtOf(sheet);
        const answer = await call<Docket>(client, "analyzeDocketReport", {
          question: QUESTION,
          court: court.fullName,
          docketNumber: sheet.docket_number,
        });
        expect(answer, `${name} ${sheet.path}`).toMatchObject({ status: "ok", case: { court: court.fullName } });
        judgeName(sheet, answer.case.caseName);
        expect((await open(answer.docketReport.url)).status).toBe(200);
        const kind = sheet.path.endsWith(".html") ? "html" : "txt";
        expect(answer.docketReport.suggestedFileName, sheet.path).toMatch(new RegExp(`^[\\w.-]+\\.${kind}$`, "u"));
        judgeEntries(sheet, answer.relevantEntries);
        const named = answer.relevantEntries.find(({ entryNumber }) => (entryNumber ?? "") !== "");
        if (named === undefined) continue;
        const filing = await call<{ readonly status: string }>(client, "analyzeDocketFiling", {
          question: "What does it say?",
          caseId: answer.case.caseId,
          entryNumber: named.entryNumber,
          attachmentNumber: named.attachmentNumber,
        });
        expect(["text_not_available", "not_found", "ambiguous"], JSON.stringify(filing)).toContain(filing.status);
      }
    }
  });

  test("a filing whose words are held is read from its place on the docket", async () => {
    const sheet = sheets.find(({ path }) => path.includes("/district/"))!;
    const [docketId] = await docketIdsByNumber(server.db, courtOf(sheet).id, sheet.docket_number);
    const entries = await entriesOf(server.db, docketId!, { limit: 500 });
    const filings = await filingsOfEntries(
      server.db,
      entries.map(({ id }) => id),
    );
    const filing = filings.find(({ attachment }) => attachment === 0)!;
    const entry = entries.find(({ id }) => id === filing.entryId)!;
    const obtained = { source: "test", at: null, cost_cents: null };
    const text = "The first page speaks of a raft.\n\nThe second page says that the raft was sold for twelve crowns.";
    const words = { filingId: filing.id, text, pageStarts: [0, 34], readBy: "pdf", obtained };
    await transaction(server.db, async (trx) => writeFilingTexts(trx, [words]));
    for (const [name, client] of clients) {
      const asked = { question: "For how many crowns was the raft sold?" };
      const { case: owner } = await call<Docket>(client, "analyzeCaseDocket", {
        ...asked,
        docket: { court: courtOf(sheet).fullName, docketNumber: sheet.docket_number },
      });
      const place = { caseId: owner.caseId, entryNumber: entry.number };
      for (const reference of [
        { documentId: filing.id },
        { entry: place },
        { entry: { ...place, attachmentNumber: "0" } },
      ]) {
        const read = await call<object>(client, "analyzeCaseDocument", { ...asked, ...reference });
        expect(read, name).toMatchObject({
          status: "ok",
          case: { caseId: owner.caseId, url: owner.url },
          document: { documentId: filing.id },
          entry: { entryNumber: entry.number, dateFiled: entry.dateFiled, description: entry.description },
        });
        expect(JSON.stringify(read)).toContain("The second page says that the raft was sold for twelve crowns.");
        expect(JSON.stringify(read)).toContain("#page-2");
      }
    }
  });

  test("a search for an exact number leads to the docket", async () => {
    for (const [name, client] of clients) {
      for (const sheet of sheets.filter(({ path }) => /\/district\/(?!jpml)/u.test(path)).slice(0, 2)) {
        const answer = await call<{ readonly skipped?: readonly { readonly nextAction?: unknown }[] }>(
          client,
          "search",
          {
            queries: [{ query: sheet.docket_number, jurisdiction: "federal" }],
          },
        );
        expect(JSON.stringify(answer.skipped ?? []), `${name} ${sheet.docket_number}`).toContain("analyzeCaseDocket");
      }
    }
  });

  test("the HTTP extensions list every entry, in the order of the sheet", async () => {
    for (const sheet of sheets) {
      const docket = { docket_number: sheet.docket_number, court_id: courtOf(sheet).id };
      const got = await ask(server, "/v1/dockets/get", { docket });
      expect(got.json, sheet.path).toMatchObject({
        status: "found",
        coverage: { entry_count: sheet.docket_entries.length },
      });
      const listed: unknown[] = [];
      for (let page = 1; ; page += 1) {
        const { json } = await ask(server, "/v1/dockets/entries", { docket, page, page_size: 100 });
        listed.push(...(json["entries"] as unknown[]));
        if (!(json["pagination"] as { has_next: boolean }).has_next) break;
      }
      expect(listed).toHaveLength(sheet.docket_entries.length);
      judgeEntries(
        sheet,
        (listed as { description: string; date_filed: string | null }[]).slice(0, 40).map((entry) => ({
          hasDocument: true,
          description: entry.description ?? "",
          ...(entry.date_filed !== null && { dateFiled: entry.date_filed }),
        })),
      );
    }
  });
});
