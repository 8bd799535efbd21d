import { collapseSpace } from "#text/typography.ts";
import { PROPOSITIONS_MAX } from "#analysis/model.ts";
import type { Proposition, Source } from "#analysis/model.ts";
import type { QuotedSource } from "#analysis/quotes/locate.ts";
import { shortened } from "#analysis/quotes/truncate.ts";
import { unitsOf } from "#analysis/readers/extractive/units.ts";
import { isSeparate, sectionLabel, sectionsOf } from "#analysis/sections.ts";
import { readable, speakerOf } from "../extractive/proposition.ts";
import type { ModelAnswer } from "./prompt.ts";
import { isSupportedBy, NAMES_ITS_VOICE } from "./supported.ts";
import type { Grounds } from "./supported.ts";

/** A statement that stands, and who says it as it is told (`Ash, dissenting, states`). */
export type Statement = {
  readonly proposition: Proposition;
  readonly speaker: string;
  readonly isSeparate: boolean;
  /** The model said more than its quote, which is told in its place. */
  readonly isReplaced: boolean;
};
export type Verified = { readonly statements: readonly Statement[]; readonly dropped: number };

const PROPOSITION_CHARS_MAX = 700;
const ANSWER_CHARS_MAX = 4_000;
/** What a model says is read so far, before addresses and marks are taken out of it. */
const TOLD_CHARS_MAX = 8_000;
const PART_CHARS_MAX = 300;
const PARTS_MAX = 10;

/**
 * What of a model's statements stands: those whose quotes are in the source, with the source's words in their place. One
 * that says more than its quote is told in the quote's words, and one that rests on a separate opinion, or on what stands
 * before the court's, says so.
 */
export function verified(
  { propositions }: ModelAnswer,
  source: Source,
  quoted: QuotedSource,
  idOf: (name: string) => string | undefined,
  grounds: Omit<Grounds, "propositions">,
): Verified {
  const kept: Statement[] = [];
  const units = unitsOf(source);
  let dropped = 0;
  for (const { proposition, quote: given, source: name, role } of propositions) {
    const place = quoted.locate(given, idOf(name));
    const part = source.parts.find(({ id }) => id === place?.partId);
    const cut = place === undefined || part === undefined ? undefined : shortened(part.text, place);
    if (part === undefined || cut === undefined || proposition.trim() === "") {
      dropped += 1;
      continue;
    }
    const isTwice = kept.some(
      ({ proposition: { quote: one } }) => one.partId === part.id && one.start === cut.start && one.end === cut.end,
    );
    if (isTwice) continue;
    const unit = units.find((one) => one.part === part && one.start <= cut.start && cut.start < one.end);
    const section =
      (unit ?? sectionsOf(part).find(({ start, end }) => start <= cut.start && cut.start < end))?.section ??
      part.section;
    const isFront = unit?.isFront ?? false;
    const quote = { partId: part.id, ...cut, text: part.text.slice(cut.start, cut.end) };
    const label = isFront ? "head of the decision" : sectionLabel(section);
    const own: Proposition = {
      proposition: told(proposition, PROPOSITION_CHARS_MAX),
      quote,
      section: label,
      role,
      score: 1 / (kept.length + 1),
    };
    const speaker = speakerOf(section, source.kind, isFront);
    const isReplaced = !isSupportedBy(own, own.proposition, grounds);
    const isMarked = label === null || NAMES_ITS_VOICE.test(own.proposition);
    const words = isReplaced
      ? `${speaker}: ${readable(quote.text)}`
      : isMarked
        ? own.proposition
        : `${speaker}: ${own.proposition}`;
    kept.push({
      proposition: { ...own, proposition: words },
      speaker,
      isSeparate: isFront || isSeparate(section),
      isReplaced,
    });
  }
  return { statements: kept.slice(0, PROPOSITIONS_MAX), dropped };
}

export function toldAnswer(answer: string): string {
  return told(answer, ANSWER_CHARS_MAX);
}

export function toldParts(parts: readonly string[]): string[] {
  return [...new Set(parts.map((part) => told(part, PART_CHARS_MAX)))]
    .filter((part) => part !== "")
    .slice(0, PARTS_MAX);
}

/** Plain words of bounded length: a model's text bears no addresses, no marks of a page and no control characters. */
function told(text: string, charsMax: number): string {
  const plain = collapseSpace(
    text
      .slice(0, TOLD_CHARS_MAX)
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
      .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+|\bdata:[a-z]+\/\S+/giu, "[address left out]")
      .replaceAll(/<[^>]{0,200}>/gu, "")
      .replaceAll(/(?![\n\t])\p{C}/gu, ""),
  );
  if (plain.length <= charsMax) return plain;
  const head = plain.slice(0, charsMax);
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), charsMax / 2))} \u2026`;
}
