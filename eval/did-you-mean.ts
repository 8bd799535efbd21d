import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { CORPUS_DIR, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Queries with a misspelt word, and the same queries as they are right, asked of a service that runs on these records:
 * `node eval/did-you-mean.ts --origin http://127.0.0.1:8080 --key KEY [--data DIR] [--half building|sealed] [--mode auto] [--show] [--land]`.
 *
 * By turns the name of a decision that is held, and three words behind one another of what a litigator types of a decision
 * (`eval/typed-queries-dev.jsonl`). Drawn by hashes; so is the word, of five letters or more, and what is wrong
 * in it: a letter left out, doubled or another, or two swapped. `right` is the share of which the answer names the right
 * word, or the decision stands first; `false alarms` the share of right queries with another word offered.
 */
const { values: options } = parseArgs({
  options: {
    origin: { type: "string", default: "http://127.0.0.1:8080" },
    key: { type: "string", default: "" },
    data: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    mode: { type: "string", default: "auto" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const COUNT = 100;
const WORDS = 3;
const LETTERS_MIN = 5;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

type Asked = { readonly kind: "name" | "words"; readonly right: string };

const db = await openRecords({ dataDir: options.data });
const clusters = await db.selectFrom("clusters").select("case_name").distinct().execute();
await db.close();
const names = clusters
  .map(({ case_name }) => case_name)
  .filter((name) => / v\. /u.test(name) && name.length < 60 && longWords(name).length > 0);
const lines = readFileSync(join(SHARED_DATA, "eval/typed-queries-dev.jsonl"), "utf8").trim().split("\n");
const phrases = lines.flatMap((line) => {
  const { lawyer } = JSON.parse(line) as { lawyer: string };
  const words = lawyer.match(/[a-z]+/giu)?.filter((word) => !isFunctionWord(word.toLowerCase())) ?? [];
  const at = numberOf(lawyer) % Math.max(1, words.length - WORDS);
  const phrase = words.slice(at, at + WORDS).join(" ");
  return longWords(phrase).length === 0 ? [] : [phrase];
});
const drawn = (kind: Asked["kind"], texts: readonly string[]): readonly Asked[] =>
  [...new Set(texts)]
    .filter((text) => numberOf(`half ${text}`) % 2 === (options.half === "sealed" ? 1 : 0))
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .slice(0, COUNT / 2)
    .map((right) => ({ kind, right }));
const asked = [...drawn("name", names), ...drawn("words", phrases)];
if (asked.length === 0) throw new Error(`no names are held in ${options.data}`);

const figures: Record<string, number> = { asked: asked.length };
for (const kind of ["name", "words"] as const) {
  const own = asked.filter((one) => one.kind === kind);
  let [right, alarms] = [0, 0];
  for (const { right: query } of own) {
    const { wrong, word, place } = misspelt(query);
    const { warnings, first } = await search(wrong);
    const isRight = warnings.some((one) => offers(one, word.toLowerCase())) || (kind === "name" && first === query);
    right += isRight ? 1 : 0;
    if (!isRight && options.show) console.log(`${wrong} [${word} ${place}] -> ${first} ${offered(warnings).join(" ")}`);
    const told = offered((await search(query)).warnings);
    alarms += told.length > 0 ? 1 : 0;
    if (told.length > 0 && options.show) console.log(`FALSE ${query} -> ${told.join(" ")}`);
  }
  figures[`${kind}: right`] = right / own.length;
  figures[`${kind}: false alarms`] = alarms / own.length;
}
reportFigures(`did-you-mean-${options.half}`, figures, options.land);

function longWords(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/(?<![\p{L}.'’])[a-z]+(?![\p{L}.'’])/giu)].filter(
    ([word]) => word.length >= LETTERS_MIN && !isFunctionWord(word.toLowerCase()),
  );
}

function misspelt(text: string): { readonly wrong: string; readonly word: string; readonly place: number } {
  const words = longWords(text);
  const found = words[numberOf(`word ${text}`) % words.length];
  if (found === undefined) throw new Error(`no long word in ${text}`);
  const [word] = found;
  const place = 1 + (numberOf(`place ${text}`) % (word.length - 2));
  const way = numberOf(`way ${text}`);
  const [before, letter, next, behind] = [word.slice(0, place), word[place], word[place + 1], word.slice(place + 2)];
  const other = ALPHABET[(ALPHABET.indexOf(letter?.toLowerCase() ?? "a") + 1 + (way % 25)) % 26] ?? "";
  const ways = [
    before + next + behind,
    before + letter + letter + next + behind,
    before + other + next + behind,
    letter === next ? before + next + behind : before + next + letter + behind,
  ];
  const wrong = ways[Math.floor(way / 25) % ways.length] ?? "";
  return { wrong: text.slice(0, found.index) + wrong + text.slice(found.index + word.length), word, place };
}

/** What an answer offers in the place of what was typed. */
function offered(warnings: readonly string[]): readonly string[] {
  return warnings.filter((one) => /^(?:Did you mean|Nothing was found for|None of the \w+ has|Read as) /u.test(one));
}

function offers(warning: string, word: string): boolean {
  return offered([warning]).some((one) =>
    one
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.includes(word),
  );
}

async function search(query: string): Promise<{ readonly warnings: readonly string[]; readonly first: string }> {
  const answer = await fetch(new URL("/v1/search", options.origin), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${options.key}` },
    body: JSON.stringify({ query, mode: options.mode, page_size: 3 }),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${query}: ${await answer.text()}`);
  const { results, warnings = [] } = (await answer.json()) as { results: { case_name: string }[]; warnings?: string[] };
  return { warnings, first: results[0]?.case_name ?? "" };
}

function numberOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}
