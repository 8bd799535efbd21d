import type { Token } from "./token.ts";

/** Plain text columns to tokens: a paragraph per block of lines. */
export function readPlain(source: string): Token[] {
  const tokens: Token[] = [];
  for (const paragraph of source.replace(/\r\n?/gu, "\n").split(/\n[^\S\n]*\n\s*|\f/u)) {
    if (paragraph.trim() === "") continue;
    tokens.push({ kind: "open", tag: "p" }, { kind: "text", text: paragraph }, { kind: "close", tag: "p" });
  }
  return tokens;
}
