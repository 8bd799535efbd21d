import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { expect, test } from "vitest";
import { candidatesOf } from "#opinions/clean/text-columns.ts";
import { bulkOpinions, capOpinions } from "#test/opinions/real-opinions.ts";
import type { RealOpinion } from "#test/opinions/real-opinions.ts";
import { printed } from "#test/opinions/printed.ts";
import { SHARED_DATA } from "../shared-data.ts";
import type { Given } from "./given.ts";

/** How many characters of a class the sources show, and how many of those the stored text lacks or has besides. */
type Tally = { shown: number; dropped: number; added: number };

const TABLE = new URL("./source-characters.tsv", import.meta.url);
/** What is left of U+0080 to U+009F when bytes are read as what they print; white space counts as none. */
const CLASSES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["C1", /[\u0080-\u009f]/u],
  ...["Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"].map(
    byName,
  ),
  ...["Sm", "Sc", "Sk", "So", "Cc", "Cf", "Co", "Cs", "Cn"].map(byName),
];

function byName(name: string): readonly [string, RegExp] {
  return [name, new RegExp(`\\p{${name}}`, "u")];
}

/** Every character of every source against the stored text, whatever way the cleaner took. */
export function sourceCharacterChecks(given: () => Given): void {
  test("what the cleaner drops and adds is known, class by class", { timeout: 600_000 }, async () => {
    const { real, corpus } = given();
    const rowId = new Map(
      real
        .rows<{ readonly id: string; readonly key: string }>(
          "select id, source || ' ' || source_id as key from opinions",
        )
        .map(({ id, key }) => [key, id]),
    );
    const tallies = new Map<string, Tally>(CLASSES.map(([name]) => [name, { shown: 0, dropped: 0, added: 0 }]));
    let read = 0;
    for (const [source, opinions] of [
      ["courtlistener", bulkOpinions(join(SHARED_DATA, "courtlistener-bulk"))],
      ["cap", capOpinions(join(SHARED_DATA, "cap.tar.gz"))],
    ] as const) {
      for await (const raw of opinions) {
        const id = rowId.get(`${source} ${raw.id}`);
        if (id === undefined) continue;
        const [row] = real.rows<{ readonly html: string }>("select html from opinion_texts where opinion_id = ?", id);
        tally(
          countsOf(printed(shownBy(raw, corpus.byId.get(id)!.textSource))),
          countsOf(visible(row?.html ?? "")),
          tallies,
        );
        read += 1;
      }
    }
    expect(read).toBe(corpus.opinions.length);
    const rows = [...tallies].filter(([, { shown, added }]) => shown + added > 0);
    const told = rows.map(([name, { shown, dropped, added }]) => [name, shown, dropped, added].join("\t"));
    expect(["class\tshown\tdropped\tadded", ...told, ""].join("\n")).toBe(readFileSync(TABLE, "utf8"));
  });
}

/** The words of the column that was chosen, as a reader of the source sees them. */
function shownBy(raw: RealOpinion, column: string): string {
  const candidate = candidatesOf(raw.text).find(({ name }) => name === column);
  if (candidate === undefined) throw new Error(`${raw.id} has no ${column}`);
  return candidate.form === "markup" ? visible(candidate.source) : candidate.source;
}

const WITHOUT_WORDS = new Set(["script", "style", "title"]);

function visible(html: string): string {
  const parts: string[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (WITHOUT_WORDS.has(name)) hidden += 1;
        if (name === "footnote") parts.push(attributes["label"] ?? "");
      },
      onclosetag: (name) => {
        if (WITHOUT_WORDS.has(name)) hidden -= 1;
      },
      ontext: (text) => {
        if (hidden === 0) parts.push(text);
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(html);
  return parts.join("");
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

const classes = new Map<string, string | undefined>();

function classOf(character: string): string | undefined {
  if (!classes.has(character)) {
    const found = CLASSES.find(([, pattern]) => pattern.test(character))?.[0];
    classes.set(character, /\s/u.test(character) && found !== "C1" ? undefined : found);
  }
  return classes.get(character);
}

function tally(shown: Map<string, number>, stored: Map<string, number>, tallies: Map<string, Tally>): void {
  for (const character of new Set([...shown.keys(), ...stored.keys()])) {
    const count = tallies.get(classOf(character) ?? "");
    if (count === undefined) continue;
    const [before, after] = [shown.get(character) ?? 0, stored.get(character) ?? 0];
    count.shown += before;
    count.dropped += Math.max(0, before - after);
    count.added += Math.max(0, after - before);
  }
}
