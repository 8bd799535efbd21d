import { checkBrief, readBrief, withHeld } from "#citations/check.ts";
import type { Brief, CheckRow } from "#citations/check.ts";
import { citationKey } from "#citations/citation-key.ts";
import type { Citers } from "#citations/citers.ts";
import type { Citation } from "#citations/model.ts";
import type { PageBounds } from "#citations/pin-check.ts";
import type { HeldDecision, Lookup } from "#citations/store.ts";
import { readCiters } from "#citator/citers-say.ts";
import type { CheckedCitation, CheckedMatch } from "./checked-citation.ts";
import type { Reader } from "#db/connection.ts";
import { inSource, runningText } from "#text/furniture/furniture.ts";
import { dayOf } from "#laws/currency.ts";
import { systemClock } from "#base/clock.ts";
import { checksOf, findingsOf } from "./brief-findings.ts";
import type { Finding, Known } from "./brief-findings.ts";
import { checkLaws } from "./brief-laws.ts";
import type { CheckedLaw } from "./brief-laws.ts";
import { checkQuotations } from "./brief-quotations.ts";
import type { CheckedQuotation } from "./brief-quotations.ts";
import type { FindByName, NamedDecision, Suggestion } from "./by-name.ts";
import { heldUnder, lastPageByLength, pagesOfWorks, Volumes } from "./brief-records.ts";
import { readWorkChars } from "#opinions/store/work-chars.ts";
import { heldAuthorities } from "./held-authorities.ts";
import { withNamedShorts } from "./brief-shorts.ts";

export type CheckOptions = {
  /** A work whose own citations are not heard as those of a citer: honest evaluation asks for it. */
  readonly leaveOutWork?: string;
  /** `YYYY-MM-DD`; the day whose law is law today, the system's without it. */
  readonly today?: string;
};

/** A text's citations with what the records say, and what is still to be asked of the index. */
export type CheckedText = {
  readonly citations: readonly CheckedCitation[];
  /** By place in `citations`: the name under which a decision may be held elsewhere. */
  readonly unplaced: readonly { readonly at: number; readonly named: NamedDecision }[];
};

/**
 * Every citation of a text with what the records say of it, in the order of the text. What its pages bear beside the
 * text is left aside, so that citations and quotations are read over pages; places are those of the text as it was given.
 */
export async function checkText(db: Reader, given: string, options: CheckOptions = {}): Promise<CheckedText> {
  const running = runningText(given);
  const placed = inSource(running);
  const { brief, held } = await readHeld(db, readBrief(running.text));
  const rows = await withNamedShorts(db, brief, await checkedRows(db, brief, held, options));
  const laws = await checkLaws(db, brief, options.today ?? dayOf(systemClock));
  const quotations = await checkQuotations(db, brief, rows, laws);
  const matches = await matchesOf(db, rows);
  const places = placesOf(brief, rows);
  const rowOf = new Map(rows.map((row) => [row.number, row]));
  const citations = rows.map((row): CheckedCitation => {
    const quoted = quotations.get(row.number) ?? [];
    const held = decisionsOf(row).flatMap(({ clusterId }) => matches.get(clusterId) ?? []);
    const law = laws.get(row.number);
    const isMisquoted = quoted.some(({ status }) => status === "altered" || status === "not_found");
    const full = row.standsFor === null ? undefined : rowOf.get(row.standsFor);
    const known = { row, full, brief, quotations: quoted, matches: held, law, ...places(row) };
    return {
      text: row.text,
      ...placed(row.span),
      whole: placed(brief.citations[row.number]?.fullSpan ?? row.span),
      kind: row.kind,
      verdict: isMisquoted && row.verdict === "found" ? "differs" : VERDICT[row.verdict],
      reason: [
        row.verdictText,
        ...(law === undefined ? [] : [LAW_WORDS[law.status](law)]),
        ...quoted.flatMap(({ status }) => QUOTED_WORDS[status] ?? []),
      ].join("; "),
      differences: row.differences.map(({ what, cited, held: recorded }) => ({ field: what, cited, recorded })),
      pin: row.pin,
      impossible: row.impossible,
      knownByCiters: row.knownByCiters,
      didYouMean: besideOf(row, held),
      quotations: quoted.map((quotation) => ({ ...quotation, ...placed(quotation) })),
      matches: held,
      law: law ?? null,
      checks: checksOf(known),
      findings: findingsOf(known),
    };
  });
  return { citations, unplaced: unplacedOf(brief, rows) };
}

const LAW_WORDS: Record<CheckedLaw["status"], (law: CheckedLaw) => string> = {
  in_force: ({ citation, asOf }) => `held as ${citation}${asOf === null ? "" : ` (text as of ${asOf})`}`,
  not_in_force: ({ citation }) => `${citation} is not in force in the text held`,
  no_such_provision: ({ citation }) => `no ${citation} in the text held`,
  not_held: () => "its code is not held",
};

type Places = Pick<Known, "isFirstPlace" | "isKnownBeside" | "places">;

/** What a row is among the others: the first that cites its decision, and one of several printed side by side. */
function placesOf({ citations }: Brief, rows: readonly CheckRow[]): (row: CheckRow) => Places {
  const placesByWork = new Map<string, number[]>();
  for (const { decision, number } of rows)
    if (decision !== null) placesByWork.set(decision.workId, [...(placesByWork.get(decision.workId) ?? []), number]);
  const groupOf = (number: number): number | null => {
    const citation = citations[number];
    return citation?.kind === "case" ? citation.group : null;
  };
  const knownGroups = new Set(
    rows
      .filter(
        ({ decision, heardOf }) => decision !== null || (heardOf !== null && heardOf.works > 0 && heardOf.isNamedSo),
      )
      .flatMap(({ number }) => groupOf(number) ?? []),
  );
  return ({ number, decision, standsFor }) => {
    const group = groupOf(standsFor ?? number);
    const places = decision === null ? [] : (placesByWork.get(decision.workId) ?? []);
    return {
      isFirstPlace: places[0] === number,
      places,
      isKnownBeside: group !== null && knownGroups.has(group),
    };
  };
}

/** A citation beside one that is found has another volume or page than the record: the decision is the one it means. */
function besideOf({ differences, decision }: CheckRow, [match]: readonly CheckedMatch[]): Suggestion[] {
  if (decision === null || match === undefined || !differences.some(({ what }) => what === "parallel")) return [];
  const { opinionId, caseName, publicNumber, slug, courtId, dateFiled } = match;
  const { workId, citations } = decision;
  const foundBy = "a citation beside it";
  return [{ workId, opinionId, caseName, publicNumber, slug, courtId, dateFiled, citations, foundBy }];
}

const QUOTED_WORDS: Partial<Record<CheckedQuotation["status"], string>> = {
  altered: "a quotation differs from the text",
  not_found: "a quotation is not in the text that is held",
};

/** Names asked of the index for one text; further ones get no suggestion. */
const NAMES_MAX = 100;

/** The named citations that lead to no decision and that nobody cites so, or to one of another name; of parallel ones the first. */
function unplacedOf(brief: Brief, rows: readonly CheckRow[]): CheckedText["unplaced"] {
  const groups = new Set<number>();
  return rows
    .flatMap((row, at) => {
      const citation = brief.citations[row.number];
      if (citation?.kind !== "case" || citation.name === null || citation.name.short !== null) return [];
      const isCitedSo = row.heardOf !== null && row.heardOf.works > 0 && row.heardOf.isNamedSo;
      const isMisplaced =
        (row.verdict === "not held" && !isCitedSo) || row.differences.some(({ what }) => what === "name");
      if (!isMisplaced || groups.has(citation.group)) return [];
      groups.add(citation.group);
      // Of citations printed side by side the last has the year of all.
      const beside = brief.citations.filter((one) => one.kind === "case" && one.group === citation.group);
      const year = citation.year ?? beside.flatMap((one) => (one.kind === "case" ? (one.year ?? []) : []))[0] ?? null;
      return [{ at, named: { name: citation.name, year } }];
    })
    .slice(0, NAMES_MAX);
}

/** The citations with the decisions of their names, found in the index. */
export async function withSuggestions(checked: CheckedText, find: FindByName): Promise<CheckedCitation[]> {
  const found = new Map<number, readonly Suggestion[]>();
  for (const { at, named } of checked.unplaced) found.set(at, await find(named));
  return checked.citations.map((citation, at) => {
    const held = new Set(citation.matches.map(({ caseName }) => caseName));
    const named = (found.get(at) ?? []).filter(
      ({ caseName, citations }) => !(held.has(caseName) && citations.includes(citation.text)),
    );
    if (named.length === 0) return citation;
    const findings = citation.findings.map((finding) =>
      finding.kind === "unknown_case" ? meaning(finding, named) : finding,
    );
    return { ...citation, findings, didYouMean: [...citation.didYouMean, ...named] };
  });
}

function meaning(finding: Finding, [first]: readonly Suggestion[]): Finding {
  if (first === undefined) return finding;
  const [cited] = first.citations;
  const place = cited === undefined ? "" : `, ${cited}`;
  return { ...finding, message: `${finding.message} Did you mean ${first.caseName}${place}?` };
}

type Held = Awaited<ReturnType<typeof heldUnder>>;

/** The brief, read with the reporters that only the records know, and what they hold under its keys. */
async function readHeld(db: Reader, first: Brief): Promise<{ brief: Brief; held: Held }> {
  const held = await heldUnder(db, [...first.keys, ...first.possible.map(({ key }) => key)]);
  const brief = withHeld(first, (key) => (held.get(key)?.length ?? 0) > 0);
  if (brief === first) return { brief, held };
  return { brief, held: await heldUnder(db, brief.keys) };
}

/** Works whose pages are read for one text; pins of further ones are not checked. */
const PAGED_WORKS_MAX = 500;

/** What the records say of every citation. Texts are read only of decisions to whose pages the brief points. */
async function checkedRows(db: Reader, brief: Brief, held: Held, options: CheckOptions): Promise<CheckRow[]> {
  const lookup: Lookup = (key) => held.get(key) ?? [];
  const recorded = [...held.values()].flatMap((decisions) => decisions.flatMap(({ citations }) => citations));
  const said = await readCiters(db, [...brief.keys, ...recorded.map(citationKey)], options);
  const citers: Citers = (key) => said.get(key);
  const first = checkBrief(brief, lookup, { citers });
  const pinned = first.filter(
    ({ number, decision }) => decision !== null && (brief.citations[number]?.pin ?? null) !== null,
  );
  const misdated = first.filter(({ differences }) => differences.some(({ what }) => what === "year"));
  const absent = first.filter(({ heardOf }) => heardOf !== null);
  if (pinned.length === 0 && misdated.length === 0 && absent.length === 0) return first;
  const pinnedWorks = [...new Set(pinned.map(({ decision }) => decision?.workId ?? ""))].slice(0, PAGED_WORKS_MAX);
  const pages = await pagesOfWorks(db, pinnedWorks);
  const chars = await readWorkChars(db, pinnedWorks);
  const volumes = new Volumes();
  await volumes.read(db, [
    ...misdated.flatMap(({ decision }) => decision?.citations.map(citationKey) ?? []),
    ...[...misdated, ...pinned, ...absent].flatMap(
      ({ number, standsFor }) => keyOf(brief.citations[standsFor ?? number]) ?? [],
    ),
  ]);
  return checkBrief(brief, lookup, {
    citers,
    volumeYears: volumes.years,
    volumeSpan: volumes.span,
    pages: (decision, key) =>
      pages(decision, key) ??
      boundsBy(
        key,
        [volumes.pageLimit(key), lastPageByLength(key, chars.get(decision.workId) ?? 0)].flatMap((page) => page ?? []),
      ),
  });
}

function keyOf(citation: Citation | undefined): string | null {
  return citation?.kind === "case" ? citation.key : null;
}

/** From its first page to where another decision stands for certain, or its text must have ended. */
function boundsBy(key: string, limits: readonly number[]): PageBounds | undefined {
  const first = /(?<!\d)\d+$/u.exec(key)?.[0];
  return first === undefined || limits.length === 0
    ? undefined
    : { first: Number(first), last: Math.min(...limits), isLimit: true };
}

const VERDICT: Record<CheckRow["verdict"], CheckedCitation["verdict"]> = {
  found: "found",
  differs: "differs",
  ambiguous: "ambiguous",
  "not held": "not_held",
  "reporter unknown": "reporter_unknown",
  "not checked": "not_checked",
};

function decisionsOf(row: CheckRow): readonly HeldDecision[] {
  return row.decision === null ? row.candidates : [row.decision];
}

/** The first opinion of each decision a row may mean, with how the decision stands. */
async function matchesOf(db: Reader, rows: readonly CheckRow[]): Promise<Map<string, CheckedMatch>> {
  return heldAuthorities(
    db,
    rows.flatMap((row) => decisionsOf(row).map(({ clusterId }) => clusterId)),
  );
}
