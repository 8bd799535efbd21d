import { readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { courtByCitationText, courtById, satAt } from "#courts/courts.ts";
import { mapDecision } from "#importers/jsonl/decision.ts";

import { SAMPLE_DECISIONS_DIR, sampleDecisions } from "./sample.ts";
import type { SampleDecision, SampleOpinion } from "./sample.ts";

const decisions = sampleDecisions();
const byCitation = new Map(decisions.flatMap((decision) => decision.citations.map((citation) => [citation, decision])));

function bodyOf(opinion: SampleOpinion): string {
  return opinion.html ?? opinion.text ?? "";
}

/** The words as read: elements gone, page markers gone. */
function wordsOf(opinion: SampleOpinion): string {
  return bodyOf(opinion)
    .replace(/<(span|a|page-number)[^>]*>\*\d+<\/\1>/gu, "")
    .replace(/<[^>]+>/gu, " ")
    .replace(/\[?\*\d+\]? /gu, "")
    .replace(/\s+/gu, " ");
}

function pagesOf(decision: SampleDecision): { first: number; last: number } {
  const first = Number(decision.citations[0]?.split(" ").at(-1));
  const marked = decision.opinions.flatMap((opinion) =>
    [...bodyOf(opinion).matchAll(/\*(\d+)/gu)].map((match) => Number(match[1])),
  );
  return { first, last: marked.at(-1) ?? first };
}

describe("the corpus", () => {
  test("is as large and as various as it says", () => {
    expect(decisions.length).toBe(51);
    const courts = new Set(decisions.map((decision) => decision.court));
    expect(courts.size).toBeGreaterThanOrEqual(30);
    const jurisdictions = new Set([...courts].map((id) => String(courtById(id)?.jurisdiction)));
    expect([...jurisdictions].sort()).toEqual([
      "Federal Appellate",
      "Federal Bankruptcy",
      "Federal Bankruptcy Panel",
      "Federal District",
      "Federal Special",
      "Military Appellate",
      "State Appellate",
      "State Supreme",
      "State Trial",
    ]);
    expect(new Set(decisions.map((decision) => decision.date_filed.slice(0, 3))).size).toBeGreaterThanOrEqual(8);
    const types = decisions.flatMap((decision) => decision.opinions.map((opinion) => opinion.type));
    expect([...new Set(types)].sort()).toEqual(["concurrence", "concurrence_in_part", "dissent", "lead"]);
    expect(types.filter((type) => type === "dissent").length).toBeGreaterThanOrEqual(10);
    expect([...new Set(decisions.map((decision) => decision.publish_status))].sort()).toEqual([
      "in_chambers",
      "published",
      "unpublished",
    ]);
    const dates = decisions.map((decision) => decision.date_precision ?? String(decision.date_filed.length));
    expect([...new Set(dates)].sort()).toEqual(["10", "4", "7", "approximate"]);
  });

  test.each(decisions)("$id: its file, its court and its form", (decision) => {
    expect(readdirSync(SAMPLE_DECISIONS_DIR)).toContain(`${decision.id}.json`);
    const court = courtById(decision.court);
    expect(court && satAt(court, decision.date_filed), decision.court).toBe(true);
    const mapped = mapDecision("sample", decision);
    expect(mapped.rejects).toEqual([]);
    expect(mapped.cluster?.courtId).toBe(decision.court);
    expect(mapped.opinions.length).toBe(decision.opinions.length);
  });

  test.each(decisions)("$id: a lead opinion of decent length, by a judge of the panel", (decision) => {
    const [lead] = decision.opinions;
    const count = wordsOf(lead!).split(" ").length;
    expect(count).toBeGreaterThanOrEqual(400);
    expect(count).toBeLessThanOrEqual(1500);
    for (const opinion of decision.opinions) {
      const writers = [opinion.author, ...(opinion.joined_by?.split(", ") ?? [])].filter((name) => name !== undefined);
      expect(opinion.per_curiam === true || writers.length > 0).toBe(true);
      for (const name of writers) expect(decision.judges).toContain(name);
    }
  });

  test("precedential notes are the court's own words", () => {
    const noted = decisions.flatMap((decision) =>
      decision.opinions.filter((opinion) => opinion.precedential_note !== undefined),
    );
    expect(noted.length).toBeGreaterThanOrEqual(2);
    for (const opinion of noted) expect(wordsOf(opinion)).toContain(opinion.precedential_note);
  });

  test("per curiam and en banc decisions are there", () => {
    expect(
      decisions.filter((decision) => decision.opinions.some((opinion) => opinion.per_curiam)).length,
    ).toBeGreaterThanOrEqual(2);
    const enBanc = decisions.filter((decision) =>
      /^\s*(?:EN BANC|En banc\.|In Bank\.)/iu.test(wordsOf(decision.opinions[0]!)),
    );
    expect(enBanc.length).toBeGreaterThanOrEqual(4);
  });
});

describe("page markers", () => {
  test.each(decisions)("$id: they count up by one from the first page", (decision) => {
    const { first } = pagesOf(decision);
    const marked = decision.opinions.flatMap((opinion) =>
      [...bodyOf(opinion).matchAll(/\*(\d+)/gu)].map((match) => Number(match[1])),
    );
    expect(marked.length).toBeGreaterThan(0);
    expect(marked).toEqual(marked.map((_, index) => first + 1 + index));
  });

  test("every kind of marker is there", () => {
    const plain = decisions.flatMap((decision) => decision.opinions.map((opinion) => opinion.text ?? "")).join("\n");
    for (const kind of [/ \*\d+ /u, / \[\*\d+\] /u]) expect(plain).toMatch(kind);
    const all = decisions.flatMap((decision) => decision.opinions.map(bodyOf)).join("\n");
    for (const kind of ['<span class="star-pagination">*', '<a class="page-label"', "<page-number label="])
      expect(all).toContain(kind);
  });
});

const SIGNAL = /^(?:(?:See also|See|But see|But cf\.|Cf\.|Accord|overruled by) |rev\u2019d$|vacating$)/u;

/** `14 Samp. 201, 202 (2d Cir. 1963)`: volume and reporter, first page, pin, and what the parenthesis says. */
const FULL = /(\d+ Samp\.(?: [23]d)?) (\d+)(?![\dd])(?:, (\d+)(?:-(\d+))?)?( \(([^()]*?)\s?(\d{4})\))?/gu;
const SHORT = /(\d+ Samp\.(?: [23]d)?),? at (\d+)/gu;

describe("citations", () => {
  test("each decision has one of its own, in the fictional reporter", () => {
    const citations = decisions.flatMap((decision) => decision.citations);
    expect(new Set(citations).size).toBe(citations.length);
    for (const citation of citations) expect(citation).toMatch(/^\d+ Samp\.(?: [23]d)? \d+$/u);
  });

  test("each full citation in a text is of a decision held, earlier or of the same year, with its court, year and page", () => {
    let count = 0;
    for (const decision of decisions) {
      for (const opinion of decision.opinions) {
        for (const [whole, book, page, pin, pinEnd, parenthesis, court, year] of wordsOf(opinion).matchAll(FULL)) {
          count += 1;
          const cited = byCitation.get(`${book} ${page}`);
          expect(cited, `${decision.id}: ${whole}`).toBeDefined();
          if (cited === undefined) continue;
          expect(cited.date_filed < decision.date_filed, `${decision.id}: ${whole}`).toBe(true);
          const pages = pagesOf(cited);
          for (const number of [pin, pinEnd]) {
            expect(Number(number ?? page), `${decision.id}: ${whole}`).toBeGreaterThanOrEqual(pages.first);
            expect(Number(number ?? page), `${decision.id}: ${whole}`).toBeLessThanOrEqual(pages.last);
          }
          if (parenthesis === undefined) continue;
          expect(year, `${decision.id}: ${whole}`).toBe(cited.date_filed.slice(0, 4));
          const named = court === "" ? "scotus" : courtByCitationText(court ?? "", { year: Number(year) });
          expect(named, `${decision.id}: ${whole}`).toBe(cited.court);
        }
      }
    }
    expect(count).toBeGreaterThanOrEqual(60);
  });

  test("each short form has one decision in its volume that reaches to the page", () => {
    let count = 0;
    for (const decision of decisions) {
      for (const opinion of decision.opinions) {
        for (const [whole, book, page] of wordsOf(opinion).matchAll(SHORT)) {
          count += 1;
          const holders = decisions.filter((held) => {
            const pages = pagesOf(held);
            return (
              held.citations[0] === `${book} ${pages.first}` &&
              pages.first <= Number(page) &&
              Number(page) <= pages.last
            );
          });
          expect(holders.length, `${decision.id}: ${whole}`).toBe(1);
        }
      }
    }
    expect(count).toBeGreaterThanOrEqual(15);
  });

  test("the name before a citation is the cited decision's", () => {
    let count = 0;
    for (const decision of decisions) {
      for (const opinion of decision.opinions) {
        const text = bodyOf(opinion).replace(/<(span|a|page-number)[^>]*>\*\d+<\/\1>\s?/gu, "");
        for (const [, name, citation] of text.matchAll(/<em>([^<]+)<\/em>, (\d+ Samp\.(?: [23]d)? \d+)(?![\dd])/gu)) {
          const given = name?.replace(SIGNAL, "");
          if (given === "") continue;
          count += 1;
          const held = byCitation.get(citation ?? "");
          // The Bluebook shortens Corporation, Company and the like in a citation.
          expect([
            held?.case_name,
            held?.case_name.replace("Corporation", "Corp."),
            held?.case_name.replace("Company", "Co."),
          ]).toContain(given);
        }
      }
    }
    expect(count).toBeGreaterThanOrEqual(50);
  });

  test("no case is cited in a real reporter", () => {
    const real =
      /\b\d+ (?:U\.\s?S\.|S\.\s?Ct\.|L\.\s?Ed\.|F\.|F\.\s?[23]d|F\.\s?4th|F\.\s?Supp\.|B\.R\.|T\.C\.|A\.|P\.|N\.E\.|N\.W\.|S\.E\.|S\.W\.|So\.|Cal\.|N\.Y\.|Mass\.|I\. & N\. Dec\.|M\.J\.)(?:\s?[2345](?:d|th))? \d+\b/u;
    for (const decision of decisions) {
      for (const opinion of decision.opinions) expect(wordsOf(opinion).match(real)?.[0], decision.id).toBeUndefined();
    }
  });
});

/** [citing, cited, what the citing decision does to it, its words]. */
const TREATMENTS: readonly (readonly [string, string, string, RegExp])[] = [
  ["dorsey-v-pinecrest-lifts", "9 Samp. 310", "overrules", /We overrule Fallowell/u],
  ["united-states-v-abernathy-cole", "22 Samp. 2d 301", "overrules", /We overrule Drummond-Vale/u],
  ["escarpa-county-v-brightwater", "19 Samp. 2d 12", "reverses", /judgment of the Court of Appeals is reversed/u],
  [
    "vance-shipping-lines-v-ardmore",
    "6 Samp. 2d 391",
    "reverses",
    /order of the Appellate Division should be reversed/u,
  ],
  ["united-states-v-colbeck", "42 Samp. 2d 512", "reverses in part", /reversed as to the sentence and affirmed/u],
  ["estate-of-wainscott-v-commissioner", "12 Samp. 29", "vacates", /decision of the Tax Court is vacated/u],
  ["delacroix-amadi-v-ins", "28 Samp. 2d 9", "vacates", /order vacated/u],
  [
    "in-re-meridian-grain-securities-litigation",
    "12 Samp. 2d 455",
    "affirms in part",
    /affirmed in part and vacated in part/u,
  ],
  ["in-re-goldcrest-bakeries", "35 Samp. 2d 66", "affirms", /judgment of the bankruptcy court is affirmed/u],
  ["moreau-v-kestrel-systems", "5 Samp. 3d 203", "affirms", /Court of Chancery is AFFIRMED/u],
  ["tannenbaum-v-ostrava-trust-company", "14 Samp. 201", "abrogates", /disapprove Harrow/u],
  ["castellane-v-ruiz", "29 Samp. 2d 330", "superseded by statute", /superseded by statute/u],
  ["people-v-marchetti", "22 Samp. 2d 301", "declines to follow", /decline to follow Drummond-Vale/u],
  ["state-v-okonjo", "8 Samp. 2d 117", "criticizes", /justly criticized/u],
  ["state-v-okonjo", "41 Samp. 2d 560", "disagrees with", /disagree with Abernathy-Cole/u],
  ["halloran-v-bexley-motors", "22 Samp. 77", "criticizes", /share the criticism/u],
  ["odom-v-sheriff-of-brantley-parish", "5 Samp. 2d 233", "questions", /question whether Pellham/u],
  ["brightwater-v-escarpa-county", "5 Samp. 2d 233", "limits", /should be limited/u],
  ["nwosu-lindgren-v-attorney-general", "32 Samp. 2d 118", "limits", /we limit it to cases/u],
  ["united-states-v-drummond-vale", "8 Samp. 2d 117", "distinguishes", /That case is distinguishable/u],
  ["lachance-v-harbor-point-hospital", "17 Samp. 402", "distinguishes", /Whitcomb is distinguishable/u],
  ["coalition-for-clear-labels-v-packaging-board", "14 Samp. 2d 88", "distinguishes", /Tri-Rivers is distinguishable/u],
  ["brasswell-optics-v-linden-instrument", "16 Samp. 500", "follows", /binds us, and we follow it/u],
  ["ambrose-v-northgate-markets", "27 Samp. 145", "follows", /Following Dorsey/u],
];

test.each(TREATMENTS)("%s of %s: %s", (citing, cited, _what, says) => {
  const decision = decisions.find((held) => held.id === citing);
  const lead = wordsOf(decision!.opinions[0]!).replace(/ +([,.;])/gu, "$1");
  expect(lead).toContain(cited);
  expect(lead).toMatch(says);
});
