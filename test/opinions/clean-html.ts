import { Parser } from "htmlparser2";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from "#opinions/clean/allow-list.ts";
import { OffsetMap } from "#opinions/clean/offset-map.ts";
import type { CleanText } from "#opinions/model.ts";

/** Everything in `html` that the allow-list does not name, found by an ordinary HTML parser; empty when it is clean. */
export function foreignIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!ALLOWED_TAGS.has(name)) found.push(`<${name}>`);
        for (const [attribute, value] of Object.entries(attributes)) {
          if (ALLOWED_ATTRIBUTES[name]?.[attribute]?.test(value) !== true)
            found.push(`${name} ${attribute}="${value}"`);
        }
      },
      oncomment: (words) => found.push(`<!--${words}`),
      onprocessinginstruction: (_name, words) => found.push(`<${words}`),
      oncdatastart: () => found.push("<![CDATA["),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  return found;
}

/** Tags that are not closed in the order they were opened; empty when the HTML is balanced. */
export function unbalancedIn(html: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][\w-]*)[^>]*>/gu)) {
    if (name === undefined || name === "br" || name === "hr" || name === "img") continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) faults.push(`</${name}>`);
  }
  return [...faults, ...open.map((name) => `<${name}>`)];
}

const REFERENCES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** The first text offset whose HTML character is another, or that has none though it is no white space; -1 when the map is exact. */
export function firstUnmapped({ html, text, offsetMap }: CleanText): number {
  let covered = 0;
  for (const run of new OffsetMap(offsetMap).runs()) {
    for (let at = covered; at < run.text; at++) if (text[at] !== "\n") return at;
    for (let at = 0; at < run.length; at++) {
      const character = html[run.html + at] ?? "";
      const decoded =
        character === "&"
          ? REFERENCES[/^&\w+;/u.exec(html.slice(run.html + at, run.html + at + 6))?.[0] ?? ""]
          : character;
      if (decoded !== text[run.text + at]) return run.text + at;
    }
    covered = run.text + run.length;
  }
  for (let at = covered; at < text.length; at++) if (text[at] !== "\n") return at;
  return -1;
}
