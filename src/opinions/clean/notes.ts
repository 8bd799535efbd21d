import type { Token } from "./token.ts";

/**
 * Takes the footnotes out of the run of the text, to stand behind it in their own order, and ties each reference
 * to its body: by the key the source gives, else by label, the nth reference with a label to the nth body with it
 * (marks such as `*` start anew on every page).
 */
export function orderNotes(tokens: readonly Token[]): {
  readonly tokens: readonly Token[];
  readonly links: { readonly bodyOf: ReadonlyMap<Token, number>; readonly referenced: ReadonlySet<number> };
} {
  const bodyOf = new Map<Token, number>();
  const referenced = new Set<number>();
  if (!tokens.some((token) => token.kind === "note-open" || token.kind === "note-reference")) {
    return { tokens, links: { bodyOf, referenced } };
  }
  const text: Token[] = [];
  const notes: Token[] = [];
  let inNote = false;
  let bodies = 0;
  for (const token of tokens) {
    if (token.kind === "note-open") {
      if (inNote) notes.push({ kind: "note-close" });
      inNote = true;
      bodyOf.set(token, bodies++);
      text.push({ kind: "block-break" });
    }
    (inNote ? notes : text).push(token);
    if (token.kind === "note-close") inNote = false;
  }
  linkReferences(tokens, bodyOf, referenced);
  return { tokens: [...text, ...notes], links: { bodyOf, referenced } };
}

type Body = { readonly index: number; readonly label: string; readonly key: string | null };

function linkReferences(tokens: readonly Token[], bodyOf: Map<Token, number>, referenced: Set<number>): void {
  const byKey = new Map<string, number>();
  const byLabel = new Map<string, number[]>();
  for (const { index, label, key } of bodiesIn(tokens, bodyOf)) {
    if (key !== null) byKey.set(key, index);
    if (label === "") continue;
    const same = byLabel.get(label);
    if (same === undefined) byLabel.set(label, [index]);
    else same.push(index);
  }
  for (const token of tokens) {
    if (token.kind !== "note-reference") continue;
    const keyed = token.key === null ? undefined : byKey.get(token.key);
    const body = keyed ?? byLabel.get(token.label)?.shift();
    if (body === undefined) continue;
    bodyOf.set(token, body);
    referenced.add(body);
  }
}

function bodiesIn(tokens: readonly Token[], bodyOf: ReadonlyMap<Token, number>): Body[] {
  return tokens.flatMap((token) => {
    const index = token.kind === "note-open" ? bodyOf.get(token) : undefined;
    return token.kind === "note-open" && index !== undefined ? [{ index, label: token.label, key: token.key }] : [];
  });
}
