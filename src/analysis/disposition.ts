import { collapseSpace } from "#text/typography.ts";
import { isDecision } from "./model.ts";
import type { Source } from "./model.ts";
import { isSeparate, sectionsOf } from "./sections.ts";
import { wholeSentences } from "./whole-sentences.ts";

/** What a court does with what is before it, at the end of its opinion or as its order. */
const DISPOSES =
  /\b(?:(?:judgments?|orders?|decrees?|convictions?|sentences?|decisions?|awards?|rulings?|appeals?|petitions?|motions?|writs?|complaints?|claims?|case|cause|action|indictment|verdict|exceptions?|rule|certiorari|application|stay|injunction|bail)\b[^.;]{0,160}\b(?:is|are|be|was|were|must be|should be|stands?)\b[^.;]{0,60}\b(?:affirmed|reversed|vacated|remanded|dismissed|quashed|granted|denied|set aside|modified|annulled|sustained|discharged|reinstated|terminated|enforced|upheld|annulled|entered)\b|we (?:\w+ ){0,2}(?:affirm|reverse|vacate|remand|dismiss|quash|deny|grant|modify|order)\b|\b(?:affirmed|reversed|vacated|remanded|dismissed|modified|quashed)\b(?:[ ,;]+(?:and|in part|with|remanded|as|without|the|case|cause|costs?|instructions?)\b[^.]{0,80})?\.?$|it is (?:\w+ )?(?:ordered|adjudged|so ordered)|ordered that\b|court (?:hereby )?(?:grants|denies|dismisses|affirms|orders))/iu;
/** What another court did, told in the past: `the district court dismissed`, but not `the judgment of the district court is`. */
const TELLS_ANOTHER =
  /\b(?:district court|trial court|court below|lower court|superior court|supreme court|court of appeals|magistrate|board|commission|appellate division|jury)\b(?:(?!\b(?:is|are|be|must)\b)[^.;]){0,40}\b(?:granted|denied|dismissed|affirmed|reversed|entered|ordered|held)\b|\b(?:had|was then|were then)\b|\bthis court (?:reversed|affirmed|vacated|remanded|denied|granted)\b/iu;
/** A note, or what is quoted from elsewhere. */
const BESIDE_THE_TEXT = /^\W*\d{1,3} ?\. |^[\u201c"\u2018]|\((?:[^()]*\s)?\d{4}\)\.?$/u;
/** What stands behind a line drawn under the text. */
const UNDER_THE_LINE = /(?:(?<!\s)\s+)?[\u2014_-]{4}[\s\S]*$/u;
/** Says that something is ordered, and not what. */
const ONLY_ORDERED = /^\W*(?:it is )?(?:hereby )?so ordered\W*$/iu;
const WORDS_MAX = 140;

/**
 * The words in which the court disposes of the case: the last of its own sentences that does, or what stands in an order,
 * with the sentences beside it that dispose of the rest. Null where none is found, and for a source that is no opinion.
 */
export function dispositionOf(source: Source): string | null {
  if (!isDecision(source)) return null;
  let best: { readonly text: string; readonly value: number } | undefined;
  for (const part of source.parts) {
    const sections = sectionsOf(part).filter(({ section }) => !isSeparate(section));
    for (const { start, end } of sections) {
      const sentences = wholeSentences(part.text.slice(start, end)).map((place) =>
        collapseSpace(part.text.slice(start + place.start, start + place.end)).replace(UNDER_THE_LINE, ""),
      );
      for (const [at, text] of sentences.entries()) {
        if (!disposes(text)) continue;
        const nearEnd = sentences.length <= 1 ? 1 : at / (sentences.length - 1);
        const value =
          nearEnd * 3 +
          (/\b(?:so ordered|ordered|judgment|we (?:\w+ )?(?:affirm|reverse|vacate))/iu.test(text) ? 0.6 : 0) +
          (/\b(?:affirmed|reversed|vacated|AFFIRM\w*|REVERSE\w*|VACATE\w*)\b/u.test(text) ? 0.6 : 0);
        if (best === undefined || value >= best.value) best = { text: withBeside(sentences, at), value };
      }
    }
  }
  return best?.text ?? null;
}

/** The sentence with those before and behind it that dispose of something too, as far as there is room. */
function withBeside(sentences: readonly string[], at: number): string {
  let [first, last] = [at, at];
  const words = (from: number, to: number): number =>
    sentences
      .slice(from, to + 1)
      .join(" ")
      .split(" ").length;
  while (disposes(sentences[last + 1]) && words(first, last + 1) <= WORDS_MAX) last += 1;
  while (disposes(sentences[first - 1]) && words(first - 1, last) <= WORDS_MAX) first -= 1;
  return sentences.slice(first, last + 1).join(" ");
}

function disposes(text: string | undefined): boolean {
  return (
    text !== undefined &&
    text.split(" ").length <= WORDS_MAX &&
    !ONLY_ORDERED.test(text) &&
    DISPOSES.test(text) &&
    !TELLS_ANOTHER.test(text) &&
    !BESIDE_THE_TEXT.test(text)
  );
}
