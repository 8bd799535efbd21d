/** Rarity of a scoring unit found in `n` of `documents`, natural logarithm, always above 0. */
export function idf(documents: number, n: number): number {
  return Math.log(1 + (documents - n + 0.5) / (n + 0.5));
}

/**
 * About how many documents a union of words is in, without reading any: the words are treated as independent, which lies
 * between the largest and the sum. For what a search will cost; how rare a union is, is counted (`Rarities`).
 */
export function unionFrequency(documents: number, frequencies: readonly number[]): number {
  let absent = 1;
  for (const frequency of frequencies) absent *= 1 - Math.min(frequency, documents) / documents;
  return documents * (1 - absent);
}

/** Score of one unit from its weighted frequency (sum over fields of weight * count / length norm). */
export function unitScore(k1: number, unitIdf: number, weightedFrequency: number): number {
  return (unitIdf * weightedFrequency * (k1 + 1)) / (weightedFrequency + k1);
}

/** The greatest score of a unit whose weighted frequency is at most `weighted`, which may be Infinity. */
export function scoreBound(k1: number, idf: number, weighted: number): number {
  return weighted === Infinity ? idf * (k1 + 1) : unitScore(k1, idf, weighted);
}
