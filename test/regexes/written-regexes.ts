import { parseSync, Visitor } from "oxc-parser";
import type { SourceFile } from "../house/source-files.ts";

/** What the program consists of. */
export const SOURCES = /^(?:src|bin|contracts|sample)\/(?:(?!\.(?:test|fixture)\.)[^\n])*\.(?:ts|mjs|js)$/u;

/** A regular expression as it stands in the code, or the place where one is made while the program runs. */
export type Written = { readonly path: string; readonly line: number } & (
  | { readonly kind: "literal"; readonly source: string; readonly flags: string }
  | { readonly kind: "built"; readonly column: number }
);

/** All regular expressions of a file, by its syntax tree. */
export function writtenIn({ path, text }: SourceFile): Written[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: Written[] = [];
  const placeOf = (start: number): { line: number; column: number } => {
    const before = text.slice(0, start).split("\n");
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  const built = (callee: { readonly type: string; readonly name?: string }, start: number): void => {
    if (callee.type === "Identifier" && callee.name === "RegExp")
      found.push({ kind: "built", path, ...placeOf(start) });
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ kind: "literal", path, line: placeOf(node.start).line, source: pattern, flags });
    },
    NewExpression: (node) => built(node.callee as { type: string; name?: string }, node.start),
    CallExpression: (node) => built(node.callee as { type: string; name?: string }, node.start),
  }).visit(program);
  return found;
}
