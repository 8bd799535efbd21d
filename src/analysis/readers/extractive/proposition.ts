import { isFunctionWord } from "#text/function-words.ts";
import { collapseSpace } from "#text/typography.ts";
import type { Section, Source } from "#analysis/model.ts";
import type { Unit } from "./units.ts";

/** More of a sentence is told by its quote alone. */
const CHARS_MAX = 400;

/**
 * A sentence as a statement of its own: who says it, then its words. The words stay as they are, so that nothing they
 * qualify or attribute is lost; citations in brackets and signals before them go.
 */
export function propositionOf(unit: Unit, kind: Source["kind"]): string {
  const words = readable(unit.text);
  return `${speakerOf(unit.section, kind, unit.isFront)}: ${words}`;
}

/** `The court states`; `Ash, dissenting, states`. */
export function speakerOf(section: Section | null, kind: Source["kind"], isFront: boolean): string {
  if (kind === "law") return "The provision states";
  if (kind === "docket") return "The docket states";
  if (kind === "filing") return "The filing states";
  if (isFront) return "The head of the decision states";
  const by = section?.author ?? null;
  switch (section?.kind) {
    case "dissent":
      return by === null ? "The dissent states" : `${by}, dissenting, states`;
    case "concurrence":
      return by === null ? "The concurrence states" : `${by}, concurring, states`;
    case "concurrence_dissent":
      return by === null ? "A separate opinion states" : `${by}, concurring in part and dissenting in part, states`;
    case "separate":
      return by === null ? "A separate opinion states" : `${by}, writing separately, states`;
    case "plurality":
      return "The plurality states";
    case "majority":
    case "per_curiam":
      return "The court states";
    case undefined:
      return "The opinion states";
  }
}

/**
 * A sentence in one line, without the number of a note at its beginning or behind its marks. Numbers that may say
 * something (`$12.50`, `42 U.S.C.`, `No.5`) stay.
 */
export function readable(sentence: string): string {
  const single = withoutNumberBefore(collapseSpace(sentence)).replace(NOTE_CALLED, "");
  if (single.length <= CHARS_MAX) return single;
  const head = single.slice(0, CHARS_MAX);
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), CHARS_MAX / 2))} \u2026`;
}

/** Behind the mark that ends a longer word, or behind a quotation. */
const NOTE_CALLED = /(?<=\p{Ll}{5}[.,;:]|["\u201d])\d{1,2}(?=\s|$)/gu;

function withoutNumberBefore(sentence: string): string {
  const word = /^\d{1,3}\s+(?<word>\p{Lu}\p{Ll}+|[AI])\s(?!\d)/u.exec(sentence)?.groups?.["word"];
  if (word !== undefined && isFunctionWord(word.toLowerCase())) return sentence.replace(/^\d+\s+/u, "");
  return sentence.replace(/^(?:[\])}"\u201d\u2019]+\s*|\d{1,3}\.\s+(?=\p{Lu}))/u, "");
}
