import { printed } from "#test/opinions/printed.ts";
import { join } from "node:path";
import { parseDocument } from "htmlparser2";
import { beforeAll, describe, expect, it } from "vitest";
import { pagesOf } from "#opinions/clean/page-at.ts";
import { candidatesOf } from "#opinions/clean/text-columns.ts";
import type { ReadOpinion } from "#opinions/derive/read-opinion.ts";
import { readOpinion } from "#opinions/derive/read-opinion.ts";
import { firstUnmapped, foreignIn, unbalancedIn } from "#test/opinions/clean-html.ts";
import { bulkOpinions, capOpinions } from "#test/opinions/real-opinions.ts";
import type { RealOpinion } from "#test/opinions/real-opinions.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

/** One opinion in so many is read, and of those one in so many compared the slow way. */
const READ_EVERY = 3;
const SAMPLED_EVERY = 4;

type Tally = { opinions: number; marked: number; markers: number; footnotes: number; linked: number };

describe.skipIf(lacksSharedData())("cleaning real opinions", () => {
  const byColumn = new Map<string, Tally>();
  const faults: string[] = [];
  let opinions = 0;
  let sampled = 0;
  let paginated = 0;

  function check(raw: RealOpinion, read: ReadOpinion): void {
    const tally = byColumn.get(read.textSource) ?? { opinions: 0, marked: 0, markers: 0, footnotes: 0, linked: 0 };
    byColumn.set(read.textSource, tally);
    tally.opinions++;
    tally.markers += read.markers.length;
    tally.marked += read.markers.length > 0 ? 1 : 0;
    tally.footnotes += read.footnotes.length;
    tally.linked += read.footnotes.filter(({ referenceOffset }) => referenceOffset !== null).length;
    paginated += read.paginationCitation === null ? 0 : 1;
    if (opinions++ % SAMPLED_EVERY === 0) {
      sampled++;
      for (const fault of faultsOf(raw, read)) faults.push(`${raw.id}: ${fault}`);
    }
  }

  beforeAll(async () => {
    let met = 0;
    for (const source of [
      bulkOpinions(join(SHARED_DATA, "courtlistener-bulk")),
      capOpinions(join(SHARED_DATA, "cap.tar.gz")),
    ]) {
      for await (const raw of source) if (met++ % READ_EVERY === 0) check(raw, readOpinion(raw));
    }
  }, 300_000);

  it("reads enough of them", () => {
    expect(opinions).toBeGreaterThan(2_400);
    expect(sampled).toBeGreaterThan(500);
    expect(byColumn.has("")).toBe(false);
  });

  it("loses no letter, keeps to the allow-list, balances, maps exactly and links whole", () => {
    expect(faults).toEqual([]);
  });

  it.each(["xml_harvard", "html_columbia", "html_with_citations", "plain_text"])(
    "finds page markers in %s",
    (column) => {
      expect(byColumn.get(column)?.markers).toBeGreaterThan(0);
    },
  );

  it("finds nearly every footnote's reference", () => {
    const all = [...byColumn.values()];
    const footnotes = all.reduce((sum, tally) => sum + tally.footnotes, 0);
    const linked = all.reduce((sum, tally) => sum + tally.linked, 0);
    expect(footnotes).toBeGreaterThan(6_000);
    expect(linked / footnotes).toBeGreaterThan(0.99);
  });

  it("establishes the book for nine in ten texts with markers", () => {
    const marked = [...byColumn.values()].reduce((sum, tally) => sum + tally.marked, 0);
    expect(marked).toBeGreaterThan(700);
    expect(paginated / marked).toBeGreaterThan(0.85);
  });
});

function faultsOf(raw: RealOpinion, read: ReadOpinion): string[] {
  const { html } = read.text;
  const { account } = read;
  const faults = [...foreignIn(html), ...unbalancedIn(html)];
  if (Object.keys(account.lost).length > 0) faults.push(`lost: ${JSON.stringify(account.lost)}`);
  const unmapped = firstUnmapped(read.text);
  if (unmapped !== -1) faults.push(`not mapped from ${unmapped}`);
  if (/\n{3}| \n|\n | {2}/u.test(read.text.text) && !html.includes("<pre>")) faults.push("stray white space");
  for (const [, target] of html.matchAll(/href="#([^"]+)"/gu)) {
    if (!html.includes(`id="${target}"`)) faults.push(`#${target} leads nowhere`);
  }
  const again = pagesOf(read.text).markers;
  if (again.some(({ offset }, at) => offset !== read.markers[at]?.offset)) faults.push("a marker is not found again");
  const lost = lostLetter(raw, read);
  return lost === null ? faults : [...faults, lost];
}

/** Compares the letters of the source with those of the cleaned HTML: in order, or by count where notes have moved. */
function lostLetter(raw: RealOpinion, read: ReadOpinion): string | null {
  const candidate = candidatesOf(raw.text).find(({ name }) => name === read.textSource);
  if (candidate === undefined) return "no source";
  const source = printed(candidate.form === "markup" ? visibleWords(candidate.source) : candidate.source);
  const before = lettersOf(read.markers.length > 0 ? source.replace(/\*Page(?=\s*\d)/gu, "") : source);
  const after = lettersOf(visibleWords(read.text.html));
  const inOrder = read.footnotes.length === 0;
  const [one, other] = inOrder ? [before, after] : [countsOf(before), countsOf(after)];
  if (one === other || (inOrder && isLessHeads(before, after, read))) return null;
  return `letters differ: ${firstDifference(one, other)}`;
}

/** All letters stand in their order but for as many as were left out with what pages bear beside their text. */
function isLessHeads(before: string, after: string, { account }: ReadOpinion): boolean {
  const reasons = ["running head", "stamp", "watermark"] as const;
  const leftOut = reasons.reduce((sum, reason) => sum + (account.leftOut[reason]?.letters ?? 0), 0);
  let at = 0;
  for (const letter of before) if (letter === after[at]) at++;
  return at === after.length && before.length - after.length === leftOut;
}

type Node = {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly children?: readonly Node[];
  readonly attribs?: Record<string, string>;
};

const WITHOUT_WORDS = new Set(["script", "style", "title"]);

/** The plain way to a page's words: a parser's tree, all text of it; the label a note bears as an attribute counts as words. */
function visibleWords(html: string): string {
  const words: string[] = [];
  const waiting: Node[] = [parseDocument(html, { recognizeSelfClosing: true })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "text") words.push(node.data ?? "");
    if (node.name !== undefined && WITHOUT_WORDS.has(node.name)) continue;
    if (node.name === "footnote") words.push(node.attribs?.["label"] ?? "");
    waiting.push(...(node.children ?? []).toReversed());
  }
  return words.join("");
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, "");
}

function countsOf(letters: string): string {
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flat()
    .join(" ");
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return JSON.stringify([one.slice(Math.max(0, at - 30), at + 30), other.slice(Math.max(0, at - 30), at + 30)]);
}
