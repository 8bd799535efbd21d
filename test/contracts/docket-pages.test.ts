import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS } from "./mcp/clients.ts";
import type { ToolClient } from "./mcp/clients.ts";
import { startServer, TODAY } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

/** What the tools give addresses of, opened as a person opens it. */
let server: RealServer;
let client: ToolClient;
beforeAll(async () => {
  server = await startServer({ rateLimit: null });
  client = await CLIENTS["client 2, current protocol"]!(server, "/mcp/v4");
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

async function page(
  url: string,
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const response = await fetch(url.replace("https://law.example.org", server.origin), { redirect: "manual" });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

type Read = {
  readonly status: string;
  readonly case: { readonly caseId: string; readonly url: string };
  readonly document: { readonly url: string };
  readonly url: string;
  readonly supportedPropositions: readonly { readonly quote: string; readonly deeplinkUrl: string }[];
  readonly relevantEntries: readonly { readonly documentReference?: object }[];
  readonly docketReport: { readonly downloadUrl: string; readonly suggestedFileName: string };
};

async function ask(tool: string, args: Record<string, unknown>): Promise<Read> {
  return JSON.parse((await client.call(tool, args)).text) as Read;
}

const DOCKET = { court: "S.D.N.Y.", docketNumber: "1:20-cv-4567" };
const QUESTION = "What motions, orders, letters, complaints and notices were filed?";

const rowsOf = ({ text }: { readonly text: string }): string[] => text.match(/<tr id="entry-\d+"/gu) ?? [];

describe("the page of a docket", () => {
  test("is what case.url opens: facts, parties, entries, coverage and freshness in words", async () => {
    const { case: found } = await ask("analyzeCaseDocket", { question: QUESTION, docket: DOCKET });
    const { status, text } = await page(found.url);
    expect(status).toBe(200);
    expect(text).toContain("<h1>Wren Orchards LLC v. Calder</h1>");
    expect(text).toContain("Judge Quentin R. Sedge");
    expect(text).toContain("by Ida Furze");
    expect(text).toContain("ORDER denying 3 Motion to Dismiss");
    expect(text).toContain('<span class="tag">sealed</span>');
    expect(text).toContain("9 entries are on file, from a whole docket report.");
    expect(text).toContain("As of Mar. 1, 2021. Later filings are not shown.");
    expect(text).toMatch(/<svg\s[^>]*aria-label="Entries by month, from 2020-06 to 2021-02, at most 2 in one month"/u);
    expect(text).not.toMatch(/<script(?! src="(?:\.\.\/|\.\/)*assets\/)|\sstyle=|https:\/\/evil\.example\/"/u);
  });

  test("tells what is missing of one that notices tell of", async () => {
    const { text } = await page("https://law.example.org/dockets/nysb/22-10012/heath-tin-works-inc");
    expect(text).toContain("no docket report is on file, so there may be more. 7 are known to be missing.");
  });

  test("of another name leads to the right one; a number in two divisions lets the reader choose", async () => {
    const moved = await page("https://law.example.org/dockets/nysd/1:20-cv-04567-QRS/other-name");
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "./wren-orchards-llc-v-calder"]);
    const several = await page("https://law.example.org/dockets/nysd/20-cv-4567/any");
    expect(several.text).toContain("Several dockets have this number");
    const [, id = ""] = /\.\.\/([0-9a-f-]{36})\/marlow/u.exec(several.text) ?? [];
    expect((await page(`https://law.example.org/dockets/nysd/${id}/marlow-v-tern-ferry-co`)).status).toBe(200);
  });

  test.each(["/dockets/nysd/19-cv-9/none", "/dockets/ca9/20-cv-4567/x", "/filings/none/x", "/downloads/none"])(
    "%s is not found",
    async (path) => expect((await page(server.origin + path)).status).toBe(404),
  );

  test("its entries are found by their words, days and documents, and read either way around", async () => {
    const address = "https://law.example.org/dockets/nysd/1:20-cv-04567-QRS/wren-orchards-llc-v-calder";
    const [all, newest] = [await page(address), await page(`${address}?order=newest`)];
    expect(rowsOf(all).length).toBeGreaterThan(5);
    expect(rowsOf(newest)).toEqual(rowsOf(all).toReversed());
    const orders = await page(`${address}?q=order+denying`);
    expect(rowsOf(orders)).toHaveLength(1);
    expect(orders.text).toContain("1 of 9 entries");
    expect(rowsOf(await page(`${address}?from=2030-01-01`))).toHaveLength(0);
    expect(rowsOf(await page(`${address}?q=%2C`))).toHaveLength(0);
    expect(rowsOf(await page(`${address}?held=yes`)).length).toBeLessThan(rowsOf(all).length);
  });

  test("a page of entries that there is not is not found", async () => {
    const address = "https://law.example.org/dockets/nysd/1:20-cv-04567-QRS/wren-orchards-llc-v-calder";
    expect((await page(`${address}?page=2`)).status).toBe(404);
    expect((await page(`${address}?page=x`)).status).toBe(404);
  });
});

describe("every document of a docket has a page", () => {
  test("which document.url opens, or url where it is not read, when a reference is passed on unchanged", async () => {
    const { relevantEntries } = await ask("analyzeCaseDocket", { question: QUESTION, docket: DOCKET });
    const references = relevantEntries.flatMap(({ documentReference }) =>
      documentReference === undefined ? [] : [documentReference],
    );
    expect(references.length).toBeGreaterThan(6);
    const statuses: string[] = [];
    for (const reference of references) {
      const read = await ask("analyzeCaseDocument", { question: "What does it say of dismissal?", ...reference });
      statuses.push(read.status);
      const { status, text } = await page(read.status === "ok" ? read.document.url : read.url);
      expect(status).toBe(200);
      for (const { quote, deeplinkUrl } of read.supportedPropositions ?? []) {
        const anchor = /#([\w-]+):~:/u.exec(deeplinkUrl)?.[1] ?? "";
        const section = text.split(`id="${anchor}"`)[1]?.split("</section>")[0];
        expect(section).toContain(quote);
      }
    }
    expect(new Set(statuses)).toEqual(new Set(["ok", "text_not_available"]));
  });

  test("closed pages say so", async () => {
    const closed = await startServer({ readerPages: "closed" });
    for (const path of ["/dockets/nysd/20-cv-4567/x", "/filings/c538e3ad-9eff-817d-8617-193af22b2534/x"]) {
      const response = await fetch(closed.origin + path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Not open for reading");
    }
    await closed.stop();
  });
});

describe("a download", () => {
  test("gives what the report said, without a key, to whoever has its address, until it runs out", async () => {
    const { docketReport } = await ask("analyzeCaseDocket", { question: QUESTION, docket: DOCKET });
    const { status, text, headers } = await page(docketReport.downloadUrl);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${docketReport.suggestedFileName}"`);
    expect(text).toContain("Docket report, as of 2021-03-01");
    expect(text).toContain("2020-10-01 [5] ORDER denying 3 Motion to Dismiss.");
    expect(text).toContain("    attachment 1: Exhibit A - Grove Lease");
    const held = TODAY.getTime();
    TODAY.setTime(held + 3_601_000);
    expect((await page(docketReport.downloadUrl)).status).toBe(404);
    TODAY.setTime(held);
    expect((await page(`${docketReport.downloadUrl}x`)).status).toBe(404);
  });
});
