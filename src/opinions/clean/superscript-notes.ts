import type { Token } from "./token.ts";

const LABEL = /^\s*(?:(\[)\s*)?(\d{1,3}|[*\u2020\u2021\u00a7\u00b6]{1,3})\s*(?:\]\s*)?$/u;
const BODY = /^\s*\[(\d{1,3}|[*\u2020\u2021\u00a7\u00b6]{1,3})\]\s*/u;

/**
 * Footnotes of editions that mark them by superscripts alone: `<sup>[1]</sup>` in the text, and at its end
 * paragraphs that begin `[1]`. A superscript number is a reference unless it stands behind a digit (an exponent)
 * and has no brackets. A paragraph is a note's body only where a reference before it bears its label in brackets;
 * the body runs to the next such paragraph or the end of what holds it.
 */
export function superscriptNotes(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => token.kind === "open" && token.tag === "sup")) return tokens;
  return withBodies(withReferences(tokens));
}

function withReferences(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const label = labelAt(tokens, at);
    if (label === null || (!label.bracketed && /\d\s*$/u.test(lastWords(result)))) {
      result.push(token);
    } else {
      result.push({ kind: "note-reference", label: label.words, key: label.bracketed ? "[" : null });
      result.push({ kind: "left-out", reason: "note mark", text: label.rest });
      at += 2;
    }
  }
  return result;
}

/** The label when a superscript element that holds nothing else opens at `at`. */
function labelAt(tokens: readonly Token[], at: number): { words: string; bracketed: boolean; rest: string } | null {
  const open = tokens[at];
  const words = tokens[at + 1];
  const close = tokens[at + 2];
  if (open?.kind !== "open" || open.tag !== "sup" || words?.kind !== "text") return null;
  if (close?.kind !== "close" || close.tag !== "sup") return null;
  const label = LABEL.exec(words.text);
  if (label?.[2] === undefined) return null;
  return { words: label[2], bracketed: label[1] !== undefined, rest: words.text.replace(label[2], "") };
}

function lastWords(tokens: readonly Token[]): string {
  const last = tokens.at(-1);
  return last?.kind === "text" ? last.text.slice(-4) : "";
}

function withBodies(tokens: readonly Token[]): Token[] {
  const waiting = new Set<string>();
  const result: Token[] = [];
  let inBody = false;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "note-reference" && token.key === "[" && !inBody) waiting.add(token.label);
    const words = token.kind === "open" && token.tag === "p" ? tokens[at + 1] : undefined;
    const label = words?.kind === "text" ? BODY.exec(words.text)?.[1] : undefined;
    if (label !== undefined && waiting.delete(label)) {
      if (inBody) result.push({ kind: "note-close" });
      result.push({ kind: "note-open", label, key: null });
      inBody = true;
    } else if (inBody && token.kind === "close" && token.tag === "div") {
      result.push({ kind: "note-close" });
      inBody = false;
    }
    const before = tokens[at - 1];
    const opened = inBody && before?.kind === "open" && before.tag === "p" && token.kind === "text";
    if (!opened || !isBodyOf(result)) {
      result.push(token);
      continue;
    }
    result.push({ kind: "text", text: token.text.replace(BODY, "") });
    const mark = BODY.exec(token.text);
    result.push({ kind: "left-out", reason: "note mark", text: mark?.[0].replace(mark[1] ?? "", "") ?? "" });
  }
  if (inBody) result.push({ kind: "note-close" });
  return result.map((token) =>
    token.kind === "note-reference" && token.key === "[" ? { ...token, key: null } : token,
  );
}

/** True right behind the opening of a note and of its first paragraph. */
function isBodyOf(result: readonly Token[]): boolean {
  return result.at(-2)?.kind === "note-open";
}
