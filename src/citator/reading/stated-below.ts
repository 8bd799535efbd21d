import type { Authority } from "../authorities.ts";
import type { Section } from "../voices.ts";
import type { Disposition } from "./disposition.ts";

/** What a syllabus says became of a decision below. */
export type StatedBelow = Pick<Disposition, "act" | "isDivided"> & { readonly authority: number; readonly at: number };

/** Nothing but these may stand between the citation and what was done: parallel citations, and which case it is. */
const NUMBERED =
  /^(?:[,;] \d{1,4} [A-Z][\w.’' ]{1,16} \d{1,5}(?![\d,]*\d)){0,2}(?: ?\((?:first|second|third|fourth|fifth) (?:case|judgment)\))?/u;
const LISTED = /^(?:,? and |, |; )$/u;
const DONE =
  /^,? (?:judgments? )?(?<act>affirmed|reversed|vacated)(?<more>(?:,? and (?:remanded|dismissed)|,? in part|,? (?:and )?(?:affirmed|reversed|vacated)){0,4})(?: with (?:instructions|directions))?[.;]/u;
/** A sentence has ended right before, or a docket number says whose decision it is. */
const OPENS = /(?:^|[.!?”"\])]\s{1,4}|\n\s{0,3}|\bNo\. [\d–-]{2,12}, )$/u;
const OPENS_CHARS = 24;
const DONE_CHARS = 120;

/**
 * \`512 F. 3d 852, reversed.\` at the end of the syllabus, and \`513 F. 3d 317 and 404 Fed. Appx. 530, vacated and remanded.\`:
 * a sentence of citations without names, which end with what is done to all of them.
 */
export function statedBelow(
  text: string,
  authorities: readonly Authority[],
  sections: readonly Section[],
): StatedBelow[] {
  const placed = authorities
    .filter(({ citation }) => citation.name === null && citation.signal === null)
    .toSorted((one, other) => one.citation.span.start - other.citation.span.start);
  const stated: StatedBelow[] = [];
  let open: Authority[] = [];
  let end = -1;
  for (const authority of placed) {
    const { start } = authority.citation.span;
    const isNext = open.length > 0 && LISTED.test(withoutNumber(text, end, start));
    if (!isNext) open = OPENS.test(text.slice(Math.max(0, start - OPENS_CHARS), start)) ? [] : noOpening;
    if (open === noOpening) continue;
    open = [...open, authority];
    end = authority.citation.span.end;
    const done = doneAt(text, end);
    if (done === undefined) continue;
    const isCourts = sections.findLast((section) => section.start <= start)?.voice === "court";
    if (isCourts) stated.push(...open.map(({ number }) => ({ ...done, authority: number, at: start })));
    open = [];
  }
  return stated;
}

const noOpening: Authority[] = [];

function withoutNumber(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(NUMBERED, "").replace(/\s/gu, " ");
}

function doneAt(text: string, from: number): Pick<Disposition, "act" | "isDivided"> | undefined {
  const match = DONE.exec(withoutNumber(text, from, from + DONE_CHARS));
  const [first, more = ""] = [match?.groups?.["act"], match?.groups?.["more"]];
  if (first === undefined) return undefined;
  const acts = [first, ...(more.match(/affirmed|reversed|vacated/gu) ?? [])];
  const act = acts.includes("reversed") ? "reverse" : acts.includes("vacated") ? "vacate" : "affirm";
  return { act, isDivided: acts.length > 1 || more.includes("in part") };
}
