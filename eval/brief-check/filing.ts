import { readFileSync } from "node:fs";
import type { Reader } from "#db/connection.ts";
import { needsReview } from "#research/checked-citation.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import type { FindingKind } from "#research/brief-findings.ts";
import { Chance } from "./chance.ts";
import { halfOf } from "./chance.ts";
import type { Half } from "./chance.ts";
import type { Drawn } from "./draw.ts";
import { drawAbsent } from "./filing-draw.ts";
import {
  absentName,
  absentYear,
  colonQuote,
  FILING_KINDS,
  inventedQuote,
  longPin,
  toldQuote,
  unknownCase,
} from "./filing-plant.ts";
import type { Filing, FilingKind } from "./filing-plant.ts";
import { placeKey } from "./printed-citations.ts";

export type FilingFigures = {
  readonly planted: number;
  readonly told: number;
  readonly right: number;
  readonly faulted: number;
};

export type FilingSources = {
  readonly db: Reader;
  readonly half: Half;
  /** Citations of the half. */
  readonly drawn: readonly Drawn[];
  readonly count: number;
  /** Labelled pairs of decisions, for what has been overruled. */
  readonly pairsFile: string;
  readonly check: (text: string, citingWorkId: string) => Promise<CheckedCitation[]>;
  readonly show: (what: string, filing: Filing, row: CheckedCitation | undefined) => void;
};

const CITERS_MIN = 8;

/** What must stop a filing: how much of what is planted is told at its place, and how many right ones beside are faulted. */
export async function filingFigures(sources: FilingSources): Promise<Record<FilingKind, FilingFigures>> {
  const { db, count, half, check, show } = sources;
  const absent = (await drawAbsent(db, CITERS_MIN)).filter((one) => one.half === half);
  const figures: Partial<Record<FilingKind, FilingFigures>> = {};
  for (const kind of FILING_KINDS) {
    const tally = { planted: 0, told: 0, right: 0, faulted: 0 };
    for await (const filing of filingsOf(kind, sources, absent)) {
      if (filing.isRight && tally.right >= count) continue;
      if (!filing.isRight && tally.planted >= count) break;
      const rows = await check(filing.text, filing.citingWorkId);
      const row = rows.find(({ start }) => start === filing.at);
      const isTold = row === undefined ? false : tellsOf(kind, row);
      if (filing.isRight) {
        tally.right += 1;
        // Whether a decision still stands is the citator's answer, which its own evaluation measures.
        const isFaulted = row === undefined || row.findings.some((one) => one.needsReview && one.kind !== "bad_law");
        tally.faulted += Number(isFaulted);
        if (isFaulted) show(`faulted ${kind}`, filing, row);
      } else {
        tally.planted += 1;
        tally.told += Number(isTold);
        if (!isTold) show(`missed ${kind}`, filing, row);
      }
    }
    figures[kind] = tally;
    process.stderr.write(
      `${kind}: ${tally.told} of ${tally.planted} told; right ones faulted ${tally.faulted} of ${tally.right}\n`,
    );
  }
  return figures as Record<FilingKind, FilingFigures>;
}

async function* filingsOf(
  kind: FilingKind,
  { db, drawn, half, pairsFile }: FilingSources,
  absent: Awaited<ReturnType<typeof drawAbsent>>,
): AsyncGenerator<Filing> {
  const after = (at: number): Drawn => drawn[(at + 7) % drawn.length] as Drawn;
  switch (kind) {
    case "invented quote":
      for (const [at, one] of drawn.entries()) yield* await inventedQuote(db, one, after(at));
      return;
    case "colon quote":
      for (const one of drawn) yield* await colonQuote(db, one);
      return;
    case "told quote":
      for (const [at, one] of drawn.entries()) yield* await toldQuote(db, one, after(at));
      return;
    case "unknown case": {
      const known = await knownPlaces(db);
      const isKnown = (volume: string, reporter: string, page: string): boolean =>
        known.has(placeKey(volume, reporter, page).replaceAll(" ", ""));
      for (const one of drawn) yield* unknownCase(one, isKnown);
      return;
    }
    case "absent year":
      for (const one of absent) yield* absentYear(one);
      return;
    case "absent name":
      for (const one of absent) yield* absentName(one, absent);
      return;
    case "long pin":
      for (const one of drawn) {
        const chars = await charsOf(db, one.workId);
        if (chars !== undefined) yield* longPin(one, chars);
      }
      return;
    case "bad law":
      yield* overruledOf(half, drawn, pairsFile);
      return;
    case "no such law":
      yield* await lawsOf(db, half, "none");
      return;
    case "repealed law":
      yield* await lawsOf(db, half, "repealed");
      return;
  }
}

async function knownPlaces(db: Reader): Promise<ReadonlySet<string>> {
  const held = await db.selectFrom("cluster_citations").select("lookup_key").distinct().execute();
  const cited = await db.selectFrom("citing_keys").select("lookup_key").distinct().execute();
  return new Set([...held, ...cited].map(({ lookup_key }) => lookup_key));
}

/** Of decisions whose opinions are all held, since a dissent that is not would make the decision longer. */
async function charsOf(db: Reader, workId: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .select(["opinions.cluster_id", "text_chars", "type"])
    .where("work_id", "=", workId)
    .execute();
  if (!rows.some(({ type }) => type !== "lead")) return undefined;
  const byCluster = Map.groupBy(rows, ({ cluster_id }) => cluster_id);
  return Math.max(...[...byCluster.values()].map((some) => some.reduce((sum, { text_chars }) => sum + text_chars, 0)));
}

type Pair = { readonly cited: string; readonly overruled: string };

/** As labels name it. */
function idOf({ sourceId }: Drawn): string {
  return sourceId.replace(/^courtlistener:/u, "cl:");
}

/** Decisions that lawyers' labels call overruled, cited as law. */
function overruledOf(half: Half, drawn: readonly Drawn[], pairsFile: string): Filing[] {
  const pairs = JSON.parse(readFileSync(pairsFile, "utf8")) as Pair[];
  const overruled = new Set(pairs.filter((pair) => pair.overruled === "yes").map(({ cited }) => cited));
  const named = drawn.filter((one) => halfOf(one.sourceId) === half && overruled.has(idOf(one)));
  return named.map((one) => {
    const cite = one.text.slice(one.citation.start, one.citation.end);
    const text = `The rule is settled. ${cite}. It governs here.`;
    const at = text.indexOf(cite) + one.citation.volume.start - one.citation.start;
    return { text, citingWorkId: "", at, isRight: false };
  });
}

function plainly(citation: string, isRight: boolean): Filing {
  const text = `The statute is plain. ${citation}. It governs here.`;
  return { text, citingWorkId: "", at: text.indexOf(citation), isRight };
}

async function lawsOf(db: Reader, half: Half, wanted: "none" | "repealed"): Promise<Filing[]> {
  const rows = await db
    .selectFrom("law_versions")
    .select(["citation", "citation_key", "title", "is_tombstone"])
    .where("node_type", "=", "LEAF")
    .where("citation", "like", "%U.S.C. § %")
    .orderBy("citation_key")
    .execute();
  const keys = new Set(rows.map(({ citation_key }) => citation_key));
  return rows
    .filter(({ citation }) => halfOf(citation ?? "") === half)
    .toSorted((one, other) => new Chance(one.citation ?? "").below(1e6) - new Chance(other.citation ?? "").below(1e6))
    .flatMap(({ citation, citation_key, title, is_tombstone }): Filing[] => {
      if (citation === null || citation_key === null || /§§/u.test(citation)) return [];
      if (wanted === "repealed")
        return is_tombstone === 1 && /^repealed/iu.test(title ?? "") ? [plainly(citation, false)] : [];
      if (is_tombstone === 1) return [];
      const chance = new Chance(`law ${citation}`);
      const put = citation.replace(/\d+(?=[a-z]?(?:[-–]\d+)?$)/u, (number) =>
        String(Number(number) + 900 + chance.below(7000)),
      );
      const isThere = keys.has(put.toLowerCase().replace(/[^a-z0-9]/gu, ""));
      return put === citation || isThere ? [] : [plainly(citation, true), plainly(put, false)];
    });
}

/** Whether the fault that is planted is the one that is told. */
function tellsOf(kind: FilingKind, row: CheckedCitation): boolean {
  switch (kind) {
    case "invented quote":
      return needsReview(row) && row.quotations.some(({ status }) => status === "not_found" || status === "altered");
    case "colon quote":
    case "told quote":
      return needsReview(row) && row.quotations.some(({ status }) => status === "altered");
    case "absent year":
      return row.differences.some(({ field }) => field === "year");
    case "absent name":
      return row.differences.some(({ field }) => field === "name");
    case "long pin":
      return row.differences.some(({ field }) => field === "pin");
    case "unknown case":
      return isFound(row, "unknown_case", "impossible_citation");
    case "bad law":
      return isFound(row, "bad_law");
    case "no such law":
      return isFound(row, "law_not_found");
    case "repealed law":
      return isFound(row, "law_repealed");
  }
}

function isFound(row: CheckedCitation, ...kinds: readonly FindingKind[]): boolean {
  return row.findings.some(({ kind, needsReview: isGrave }) => isGrave && kinds.includes(kind));
}
