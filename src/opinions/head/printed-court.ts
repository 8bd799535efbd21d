import { reportersOf } from "#citations/reporter-rank.ts";
import { courtByCitationText, resolveCourt } from "#courts/courts.ts";
import type { ParallelCitation } from "../model.ts";
import type { HeadLine } from "./head-lines.ts";

export type PrintedCourt = { readonly courtId: string; readonly start: number; readonly end: number };

/** A line that is a court's name: `Supreme Court of Georgia.`, `United States Court of Appeals,` with its circuit below. */
const NAME = /^(?:In the\s+)?(?:[\p{Lu}][\p{L}.'\u2019-]*\s+){0,4}(?:Court|COURT)\b[^;:()]{0,90}$/u;
const OTHERS = /^(?:on|from|appeal|certiorari|writ|error|petition|by|before|the court|court below|no\b)/iu;
const NAME_CHARS_MAX = 130;

/** The court that a head names, when it names one and no other. */
export function printedCourt(lines: readonly HeadLine[], year: number | undefined): PrintedCourt | null {
  const named = lines.flatMap((line, at): PrintedCourt[] => {
    if (line.text.length > NAME_CHARS_MAX || !NAME.test(line.text) || OTHERS.test(line.text)) return [];
    const below = lines[at + 1];
    const isOpen = below !== undefined && line.text.endsWith(",");
    const text = (isOpen ? `${line.text} ${below.text}` : line.text).replace(/(?<![.,\s])[.,\s]+$/u, "");
    const found = resolveCourt(text, { year });
    const [court, other] = found.ok ? found.value : [];
    if (court === undefined || other !== undefined) return [];
    return [{ courtId: court.id, start: line.start, end: isOpen ? below.end : line.end }];
  });
  const [first] = named;
  return first !== undefined && named.every(({ courtId }) => courtId === first.courtId) ? first : null;
}

const SUPREME_COURT = /^U\.\s?S\.(?:\s?LEXIS|\s?L\.\s?W\.)?$/u;

/**
 * The court a decision is of by the reporters that print it, where they exclude the one its source names: the Supreme
 * Court is in its own reporters and in databases only. `impliedId` is null where they tell no more than that.
 */
export function courtByReporters(
  courtId: string,
  citations: readonly ParallelCitation[],
  year: number | undefined,
): { readonly isExcluded: boolean; readonly impliedId: string | null } {
  if (courtId !== "scotus") return { isExcluded: false, impliedId: null };
  const kept = citations.filter(({ reporter }) => !/\b(?:LEXIS|WL|L\.\s?W\.)\b/u.test(reporter));
  const isOfSupremeCourt = citations.some(
    ({ reporter }) => impliedBy(reporter, year) === courtId || SUPREME_COURT.test(reporter),
  );
  const isElsewhere = kept.some(({ reporter }) =>
    reportersOf(reporter).some(({ kind }) => kind === "state" || kind === "regional" || kind === "federal"),
  );
  if (isOfSupremeCourt || !isElsewhere) return { isExcluded: false, impliedId: null };
  const implied = new Set(citations.flatMap(({ reporter }) => impliedBy(reporter, year) ?? []));
  const [only] = implied;
  return { isExcluded: true, impliedId: implied.size === 1 ? (only ?? null) : null };
}

function impliedBy(reporter: string, year: number | undefined): string | null {
  const [known, other] = reportersOf(reporter);
  const own = other === undefined ? (known?.court ?? null) : null;
  const ofDatabase = /^(?<court>.*\S)\s+LEXIS$/u.exec(reporter)?.groups?.["court"];
  return own ?? courtByCitationText("", { reporterHint: ofDatabase ?? reporter, year });
}
