import type { SourceFile } from "./source-files.ts";

/** One string of a source file, what it holds in place of an expression shown as `…`. */
export type Literal = {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** The code directly before it, without comments, strings shown as `""`. */
  readonly before: string;
};

/** A `/` behind one of these begins a regular expression, behind anything else it divides. */
const REGEX_AFTER = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|throw|await|yield))$/u;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
const PLAIN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/uy;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;
const BEFORE_CHARS = 80;

/** Every string literal of a file, those inside a template's expressions too. */
export function literalsOf({ text }: SourceFile): Literal[] {
  const found: Literal[] = [];
  /** Braces open in each template expression that is open; the last is the innermost. */
  const braces: number[] = [];
  const templates: { text: string; readonly start: number; readonly before: string }[] = [];
  let before = "";
  let at = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) at += match.length;
    return match;
  };
  const see = (code: string): void => {
    before = `${before}${code}`.slice(-BEFORE_CHARS);
  };
  const lineAt = (place: number): number => text.slice(0, place).split("\n").length;

  /** From inside a template to its end or its next expression. */
  const template = (): void => {
    const open = templates.at(-1);
    if (open === undefined) return;
    for (; at < text.length; at += 1) {
      if (text[at] === "\\") {
        open.text += text.slice(at, at + 2);
        at += 1;
      } else if (text.startsWith("${", at)) {
        open.text += "…";
        at += 2;
        braces.push(0);
        see("${");
        return;
      } else if (text[at] === "`") {
        at += 1;
        templates.pop();
        found.push({ text: open.text, line: lineAt(open.start), before: open.before });
        see('""');
        return;
      } else {
        open.text += text[at] ?? "";
      }
    }
  };

  while (at < text.length) {
    const start = at;
    if (take(COMMENT) !== undefined) continue;
    const plain = take(PLAIN);
    if (plain !== undefined) {
      found.push({ text: plain.slice(1, -1), line: lineAt(start), before });
      see('""');
      continue;
    }
    if (text[at] === "`") {
      templates.push({ text: "", start, before });
      at += 1;
      template();
      continue;
    }
    if (text[at] === "/" && REGEX_AFTER.test(before.trimEnd()) && take(REGEX) !== undefined) {
      see("//");
      continue;
    }
    const code = text[at] ?? "";
    at += 1;
    const depth = braces.at(-1);
    if (code === "}" && depth === 0) {
      braces.pop();
      template();
    } else {
      if (depth !== undefined && (code === "{" || code === "}"))
        braces.push((braces.pop() ?? 0) + (code === "{" ? 1 : -1));
      see(code);
    }
  }
  return found;
}
