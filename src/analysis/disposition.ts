import { collapseSpace } from "#text/typography.ts";
import { isDecision } from "./model.ts";
import type { Source } from "./model.ts";
import { sectionsOf } from "./sections.ts";
import { wholeSentences } from "./whole-sentences.ts";

/** What a court does with what is before it, at the end of its opinion or as its order. */
const DISPOSES =
  /\b(?:(?:judgments?|orders?|decrees?|convictions?|sentences?|decisions?|awards?|rulings?|appeals?|petitions?|motions?|writs?|complaints?|claims?|case|cause|action|indictment|verdict|exceptions?|rule|certiorari|application|stay|injunction|bail)\b[^.;]{0,160}\b(?:is|are|be|was|were|must be|should be|stands?)\b[^.;]{0,60}\b(?:affirmed|reversed|vacated|remanded|dismissed|quashed|granted|denied|set aside|modified|annulled|sustained|discharged|reinstated|terminated|enforced|upheld|annulled|entered)\b|we (?:\w+ ){0,2}(?:affirm|reverse|vacate|remand|dismiss|quash|deny|grant|modify|order)\b|\b(?:affirmed|reversed|vacated|remanded|dismissed|modified|quashed)\b(?:[ ,;]+(?:and|in part|with|remanded|as|without|the|case|cause|costs?|instructions?)\b[^.]{0,80})?\.?$|it is (?:\w+ )?(?:ordered|adjudged|so ordered)|ordered that\b|court (?:hereby )?(?:grants|denies|dismisses|affirms|orders))/iu;
/** What another court did, told in the past: `the district court dismissed`, but not `the judgment of the district court is`. */
const TELLS_ANOTHER =
  /\b(?:district court|trial court|court below|lower court|superior court|court of appeals|magistrate|board|commission|appellate division|jury)\b(?:(?!\b(?:is|are|be|must)\b)[^.;]){0,40}\b(?:granted|denied|dismissed|affirmed|reversed|entered|ordered|held)\b|\b(?:had|was then|were then)\b/iu;
/** Says that something is ordered, and not what. */
const ONLY_ORDERED = /^\W*(?:it is )?(?:hereby )?so ordered\W*$/iu;
const WORDS_MAX = 90;

/**
 * The sentence in which the court disposes of the case: the last of its own words that does, or what stands in an order.
 * Null where none is found, and for a source that is no opinion.
 */
export function dispositionOf(source: Source): string | null {
  if (!isDecision(source)) return null;
  let best: { readonly text: string; readonly value: number } | undefined;
  for (const part of source.parts) {
    const sections = sectionsOf(part).filter(({ section }) => isOfCourt(section?.kind));
    for (const { start, end } of sections) {
      const sentences = wholeSentences(part.text.slice(start, end));
      for (const [at, place] of sentences.entries()) {
        const text = collapseSpace(part.text.slice(start + place.start, start + place.end));
        if (
          text.split(" ").length > WORDS_MAX ||
          ONLY_ORDERED.test(text) ||
          !DISPOSES.test(text) ||
          TELLS_ANOTHER.test(text)
        )
          continue;
        const nearEnd = sentences.length <= 1 ? 1 : at / (sentences.length - 1);
        const value =
          nearEnd * 3 +
          (/\b(?:so ordered|ordered|judgment|we (?:\w+ )?(?:affirm|reverse|vacate))/iu.test(text) ? 0.6 : 0) +
          (/\b(?:affirmed|reversed|vacated|AFFIRM\w*|REVERSE\w*|VACATE\w*)\b/u.test(text) ? 0.6 : 0);
        if (best === undefined || value >= best.value) best = { text, value };
      }
    }
  }
  return best?.text ?? null;
}

function isOfCourt(kind: string | undefined): boolean {
  return kind === undefined || kind === "majority" || kind === "per_curiam";
}
