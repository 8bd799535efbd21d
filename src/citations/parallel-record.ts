import { citationKey } from "./citation-key.ts";
import type { Citers } from "./citers.ts";
import type { Difference } from "./differences.ts";
import type { FullCaseCitation } from "./model.ts";
import type { HeldDecision } from "./store.ts";
import { foldReporter } from "./trie.ts";

/** So many works must print another volume or page of the reporter beside the decision before one is called wrong. */
const WORKS_MIN = 2;

/**
 * What is wrong with a citation printed beside one of `main`, which it is not held under: another decision is held
 * there, the record has another place in the same reporter, or those who cite the decision print another. Null when
 * nothing is known of it.
 */
export function parallelDifference(
  citation: FullCaseCitation,
  main: HeldDecision,
  own: readonly HeldDecision[],
  citers: Citers,
): Difference | null {
  if (citation.key === null || citation.source === "vendor") return null;
  const { key } = citation;
  const keys = main.citations.map(citationKey);
  const beside = besideOf(keys, citers);
  if ((beside.get(key) ?? 0) >= WORKS_MIN) return null;
  const cited = citation.text.replace(/\s+/gu, " ");
  const recorded = main.citations.find((one) => isOfReporter(one, citation));
  if (recorded !== undefined) return { what: "parallel", cited, held: recorded };
  const printed = [...beside]
    .filter(([other, works]) => works >= WORKS_MIN && isKeyOfReporter(other, citation))
    .toSorted((one, other) => other[1] - one[1])[0]?.[0];
  if (printed !== undefined) return { what: "parallel", cited, held: inReporter(printed, citation) };
  const [other] = own;
  return other === undefined ? null : { what: "parallel", cited, held: `${other.caseName} is held under it` };
}

function besideOf(keys: readonly string[], citers: Citers): Map<string, number> {
  const beside = new Map<string, number>();
  for (const key of keys)
    for (const [other, works] of citers(key)?.beside ?? []) beside.set(other, Math.max(works, beside.get(other) ?? 0));
  return beside;
}

const PLACE = /^(\d+)\s+(?=\S)(.*\S)\s+(\d+)$/u;

function isOfReporter(citedAs: string, { candidates, reporter }: FullCaseCitation): boolean {
  const printed = PLACE.exec(citedAs)?.[2];
  return printed !== undefined && [reporter, ...candidates].some((one) => foldReporter(one) === foldReporter(printed));
}

function reporterKeys({ candidates, reporter }: FullCaseCitation): string[] {
  return [reporter, ...candidates].map(citationKey);
}

/** A key is volume, reporter and page run together: `477us242`. */
function isKeyOfReporter(key: string, citation: FullCaseCitation): boolean {
  return reporterKeys(citation).some((folded) => placeIn(key, folded) !== undefined);
}

function placeIn(key: string, folded: string): readonly [string, string] | undefined {
  const volume = /^\d+/u.exec(key)?.[0] ?? "";
  const rest = key.slice(volume.length);
  if (volume === "" || !rest.startsWith(folded)) return undefined;
  const page = rest.slice(folded.length);
  return /^\d+$/u.test(page) ? [volume, page] : undefined;
}

function inReporter(key: string, citation: FullCaseCitation): string {
  const place = reporterKeys(citation)
    .map((folded) => placeIn(key, folded))
    .find((found) => found !== undefined);
  return place === undefined ? key : `${place[0]} ${citation.correctedReporter ?? citation.reporter} ${place[1]}`;
}
