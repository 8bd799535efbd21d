import { patternTester } from "#index/opensearch/compile/pattern.ts";
import type { TermNode, WildcardNode } from "#index/tree.ts";
import { hasStem, stemOf } from "#text/stem.ts";

/** Whether a word is one of those that a node of a query stands for. */
export type WordTest = {
  /** What all of them begin with. */
  readonly prefix: string;
  readonly isMet: (word: string) => boolean;
};

/** What a query's words stand for, worked out once for all documents of a check. */
export class WordTests {
  readonly #tests = new Map<string, WordTest>();

  of(node: TermNode | WildcardNode): WordTest {
    const key = node.kind === "wildcard" ? `*${node.pattern}` : `${node.exact ? "=" : "~"}${node.text}`;
    const known = this.#tests.get(key) ?? testOf(node);
    this.#tests.set(key, known);
    return known;
  }
}

function testOf(node: TermNode | WildcardNode): WordTest {
  if (node.kind === "wildcard") {
    const [prefix = ""] = /^[^*?]*/u.exec(node.pattern) ?? [];
    return { prefix, isMet: remembered(patternTester(node.pattern)) };
  }
  const { text, exact } = node;
  if (exact || !hasStem(text)) return { prefix: text, isMet: (word) => word === text };
  const stem = stemOf(text);
  return { prefix: formsBeginning(stem), isMet: remembered((word) => hasStem(word) && stemOf(word) === stem) };
}

/** What every word of a stem begins with: the stemmer writes its last letter anew (`ability`, `abl`), or two (`dying`, `die`). */
export function formsBeginning(stem: string): string {
  return stem.slice(0, Math.max(1, stem.length - (stem.endsWith("ie") ? 2 : 1)));
}

/** Documents have most of their words in common. */
function remembered(isMet: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const told = known.get(word) ?? isMet(word);
    known.set(word, told);
    return told;
  };
}
