import { isFunctionWord } from "./function-words.ts";
import { stemKeyOf } from "./stem.ts";
import { tokenize } from "./tokenize.ts";

/** The stems of a text's words, in order, each as often as it stands there. */
export function stemsIn(text: string): string[] {
  return tokenize(text).map((token) => stemKeyOf(token.text));
}

/** The stems of those words that say what a text is about: no function words, and nothing with a digit. */
export function contentStems(text: string): Set<string> {
  const words = tokenize(text).filter((token) => !isFunctionWord(token.text) && !/\d/u.test(token.text));
  return new Set(words.map((token) => stemKeyOf(token.text)));
}
