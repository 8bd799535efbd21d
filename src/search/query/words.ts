import { foldWildcard, tokenize } from "#text/tokenize.ts";
import { anyOf } from "./normalise.ts";
import type { NearNode, PhraseNode, QueryNode, Span, TermNode, WildcardNode } from "#index/tree.ts";
import type { Field } from "#search/opinions.ts";

/** Why a stretch of the query holds no word: it is only punctuation, or a wildcard with nothing to hold on to. */
export type NoWord = "punctuation" | "bare_wildcard";

export type ReadOptions = {
  /** Stemming is off, as inside quotation marks. */
  readonly exact: boolean;
  /** `root!` means `root*`. */
  readonly root: boolean;
};

const ROOT = /(?<=[\p{L}\p{N}])!(?=[^\p{L}\p{N}]*$)/u;

/** Whether a typed word carries a wildcard or the root sign. */
export function isPattern(typed: string): boolean {
  return /[*?]/u.test(typed) || ROOT.test(typed);
}

/** The words of one typed stretch, folded as the index folds them: a term or a pattern for each. */
export function readWords(
  typed: string,
  at: Span,
  options: ReadOptions,
): readonly (TermNode | WildcardNode)[] | NoWord {
  const rooted = options.root ? typed.replace(ROOT, "*") : typed;
  if (!/[*?]/u.test(rooted)) {
    const terms = tokenize(rooted).map((token): TermNode => {
      const place = { start: at.start + token.start, end: at.start + token.end };
      const exact = options.exact || isInitials(rooted.slice(token.start, token.end));
      return { kind: "term", text: token.text, exact, at: place };
    });
    return terms.length === 0 ? "punctuation" : terms;
  }
  const nodes: (TermNode | WildcardNode)[] = [];
  for (const part of foldWildcard(rooted)) {
    const pattern = part.replace(/\*[*?]*\*/gu, "*");
    if (!/[*?]/u.test(pattern)) nodes.push({ kind: "term", text: pattern, exact: options.exact, at });
    else if (/[^*?]/u.test(pattern)) nodes.push({ kind: "wildcard", pattern, at });
    else return "bare_wildcard";
  }
  return nodes.length === 0 ? "punctuation" : nodes;
}

/** Initials have no other forms, however many they are. */
function isInitials(printed: string): boolean {
  return /^\p{L}\.\s?\p{L}/u.test(printed);
}

/** One word as it is, several as a phrase; `field` goes on the node that stands for the whole. */
export function wordOrPhrase(
  words: readonly (TermNode | WildcardNode)[],
  at: Span,
  field?: Field,
): TermNode | WildcardNode | PhraseNode {
  const [only] = words;
  const scope = field === undefined ? {} : { field };
  if (words.length === 1 && only !== undefined) return { ...only, ...scope, at };
  return { kind: "phrase", words, ...scope, at };
}

/**
 * A section of a code. Opinions seldom leave the section sign out and people seldom type it: a word may stand before
 * the number.
 */
export function statuteNode(
  { code, section }: { readonly code: string; readonly section: string },
  at: Span,
  field?: Field,
): NearNode | undefined {
  const phrasesOf = (part: string): readonly QueryNode[] => {
    const words = readWords(part, at, { exact: true, root: false });
    return typeof words === "string" ? [] : [wordOrPhrase(words, at, field)];
  };
  const [right] = phrasesOf(section);
  const codes = officialAndTyped(code).flatMap(phrasesOf);
  if (right === undefined || codes.length === 0) return undefined;
  return { kind: "near", left: anyOf(codes, at), right, unit: "word", distance: 2, ordered: true, at };
}

/** An annotated edition (`42 U.S.C.A.`) has the sections of the official one, which most opinions cite. */
function officialAndTyped(code: string): readonly string[] {
  const official = code.replace(/(?<=c\.?) ?[as]\.?$/iu, "");
  return official === code ? [code] : [official, code];
}
