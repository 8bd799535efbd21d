import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { beforeAll, describe, expect, test } from "vitest";
import { readAnswer } from "#records/official/pages/answer.ts";
import { readPage } from "#records/official/pages/page.ts";
import { readReceipt } from "#records/official/pages/receipt.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

type Saved = { readonly path: string; readonly html: Buffer };

async function readSaved(): Promise<Saved[]> {
  const saved: Saved[] = [];
  const archive = extract();
  archive.on("entry", (header, stream, next) => {
    const parts: Buffer[] = [];
    stream.on("data", (part) => parts.push(part as Buffer));
    stream.on("end", () => {
      if (header.name.endsWith(".html")) saved.push({ path: header.name, html: Buffer.concat(parts) });
      next();
    });
  });
  await pipeline(createReadStream(join(SHARED_DATA, "dockets/pacer-pages.tar.zst")), createZstdDecompress(), archive);
  return saved;
}

/** What a receipt says, read from the words of the whole page alone: slower, and by another way. */
function receiptInWords(html: string): { readonly pages: number; readonly amount_cents: number } | undefined {
  const words = html.replaceAll(/<[^>]*>|&nbsp;/gu, " ").replaceAll(/\s+/gu, " ");
  const receipt = words.slice(words.search(/Transaction Receipt/iu));
  const pages = /Billable Pages: (\d+)/iu.exec(receipt)?.[1];
  const cost = /Cost: (\d+)\.(\d\d)/iu.exec(receipt);
  if (pages === undefined || cost === null) return undefined;
  return { pages: Number(pages), amount_cents: Number(cost[1]) * 100 + Number(cost[2]) };
}

/** How many pages of a folder are of each kind. */
function kindsOf(pages: readonly Saved[], folder: string): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { html } of pages.filter(({ path }) => path.includes(folder))) {
    const { kind } = readAnswer(html, 200);
    counted[kind] = (counted[kind] ?? 0) + 1;
  }
  return counted;
}

describe.skipIf(lacksSharedData())("saved pages of courts", () => {
  let pages: readonly Saved[] = [];
  beforeAll(async () => {
    pages = await readSaved();
  });

  test("have their receipts read, pages and amounts", () => {
    const withReceipt = pages.flatMap(({ path, html }) => {
      const text = html.toString("utf8");
      const expected = /Transaction\s+Receipt/iu.test(text) ? receiptInWords(text) : undefined;
      return expected === undefined ? [] : [{ path, expected, read: readReceipt(readPage(text)) }];
    });
    expect(withReceipt.length).toBeGreaterThan(600);
    const wrong = withReceipt.filter(
      ({ expected, read }) => read?.pages !== expected.pages || read.amount_cents !== expected.amount_cents,
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    // No page ever cost more than ten cents, or the thirtieth.
    for (const { expected } of withReceipt)
      expect(expected.amount_cents).toBeLessThanOrEqual(Math.min(300, expected.pages * 10));
  });

  test("menus of attachments are all known for what they are", () => {
    const menus = pages.filter(({ path }) => /(?:^|\/)attachment_pages\//u.test(path));
    expect(menus.length).toBeGreaterThan(150);
    const missed = menus.filter(({ html }) => readAnswer(html, 200).kind !== "menu");
    expect(missed.map(({ path }) => path)).toEqual([]);
  });

  test("of courts of appeals are known for what they are: dockets, lists of documents, questions, and who is signed out", () => {
    expect(kindsOf(pages, "dockets/appellate/")).toEqual({ docketReport: 14 });
    // One leads to documents at addresses of another form, which are not asked for.
    expect(kindsOf(pages, "appellate_attachment_pages/")).toEqual({ menu: 14, unreadable: 1 });
    expect(kindsOf(pages, "not_appellate_dockets/")).toEqual({
      confirm: 2,
      signedOut: 2,
      menu: 1,
      frame: 1,
      unreadable: 4,
    });
  });

  test("no page that courts serve in place of a docket is taken for a whole one without a receipt", () => {
    const others = pages.filter(({ path }) => path.includes("/not_dockets/"));
    expect(others.length).toBeGreaterThan(10);
    const taken = others.filter(({ html }) => {
      const answer = readAnswer(html, 200);
      return answer.kind === "docketReport" && answer.receipt === undefined && answer.isWhole;
    });
    expect(taken.map(({ path }) => path)).toEqual([]);
  });
});
