import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "./source-files.ts";
import { literalsOf } from "./string-literals.ts";

/** Turns that are another language's in English words, each with what a native writer would write. */
const CALQUES: readonly (readonly [turn: RegExp, plainly: string])[] = [
  [/(?<!there )\b(?:is|are|was|were) (?:none|nothing) (?!but\b|to\b|else\b)(?=[a-z])/u, "is not a …"],
  [
    /(?<!\b[Tt]here) is no (?:text|day|address|amount|number|directory|file|setting|court|key|row|plan|month|time|zip|Word|CSV|JSON|XML|UTF|mail|page|database|citation|case|query|backup|listing|image|PDF|account|model|team|user|organization)\b/u,
    "is not a …",
  ],
  [/\bnone of (?!the|these|them|its|those|which|your|our|his|her|their|this|that)[a-z]/u, "must be one of …"],
  [/\b(?:is|are|was|were) told\b/u, "says, reports, is reported"],
  [/\btells so\b/u, "says so"],
  [/\bno such [a-z]+ is\b/u, "there is no …"],
  [/(?<!next one )\bwho asks\b/iu, "the caller"],
  [/\b(?:it|that|this|which|who) wants (?:a|an|one|yes)\b|^wants (?:a|an|one|yes)\b/iu, "must be"],
  [/\bmeans nothing to\b/u, "does not apply to"],
  [/\bis said of\b/u, "applies to"],
  [/\bgo(?:es)? on from (?:here|there)\b/u, "resumes"],
  [/\bof (?:one's|its|their|his|her) own(?! (?:accord|data|directory|folder))\b/u, "own, separate"],
  [/\bby itself\b/u, "automatically"],
  [/\b(?:is|are) made anew\b/u, "is rebuilt"],
  [/\bunder which (?:it|they) (?:is|are) known\b/u, "known as"],
  [/\bhas not to\b|\bhave not to\b/u, "need not"],
  [/\bit is to be\b|\bare to be\b/u, "must be"],
  [/\bthere is (?:this|that) account\b/iu, "this account exists"],
  [/\blooks? after the service\b/u, "administers"],
  [/^What has no\b/u, "Items without …"],
];

/** What callers rely on word for word: the published contracts, and what their tools say. */
const FROZEN = /^contracts\//u;
/** Words for models, which were measured as they are. */
const PROMPTS = /^src\/search\/rerank\/chat\.ts$/u;
/** Grammar of the law's language and of patterns, which quote others. */
const OF_LAW =
  /^src\/(?:citations|citator|courts|text|laws\/(?!store)|opinions\/(?:clean|head|derive)|dockets\/(?:pages|document-types)|search\/query|analysis)\//u;

const files = sourceFiles(/^(?:bin|src)\/.*\.ts$/u).filter(
  ({ path }) =>
    !/\.(?:test|fixture)\.ts$/u.test(path) && !FROZEN.test(path) && !OF_LAW.test(path) && !PROMPTS.test(path),
);

/** Strings in which people read: some words, and not a name, a query or an address. */
function sentences(): { readonly where: string; readonly text: string }[] {
  return files.flatMap((file) =>
    literalsOf(file)
      .filter(
        ({ text, before }) =>
          /[a-z]+ [a-z]+ [a-z]+/iu.test(text) &&
          !/\bsql\s*$|^\s*(?:select|insert|update|delete|create) /iu.test(before),
      )
      .map(({ text, line }) => ({ where: `${file.path}:${line}`, text })),
  );
}

test("no string that people read has a turn of another language", () => {
  const read = sentences();
  expect(read.length).toBeGreaterThan(2_000);
  const found = read.flatMap(({ where, text }) =>
    CALQUES.filter(([turn]) => turn.test(text)).map(([, plainly]) => `${where}: ${text}  -> ${plainly}`),
  );
  expect(found).toEqual([]);
});

test("each turn of the list is found where it stands, and not in its plain form", () => {
  const examples: readonly (readonly [calque: string, plain: string])[] = [
    ["brief.pdf is no text", "brief.pdf is not a text file"],
    ["the role is none of admin, member", "the role must be admin or member"],
    ["names are told in warnings", "warnings list the names"],
    ["--court means nothing to pacer", "pacer does not support --court"],
    ["the same command goes on from here", "run the same command to resume"],
  ];
  for (const [calque, plain] of examples) {
    expect(
      CALQUES.some(([turn]) => turn.test(calque)),
      calque,
    ).toBe(true);
    expect(
      CALQUES.some(([turn]) => turn.test(plain)),
      plain,
    ).toBe(false);
  }
});

test("the glossary has each of our words once", () => {
  const page = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");
  const words = [...page.matchAll(/^\| \*\*([^*]+)\*\* \|/gmu)].map(([, word = ""]) => word.toLowerCase());
  expect(words.length).toBeGreaterThan(40);
  expect(new Set(words).size).toBe(words.length);
  expect(words).toEqual(words.toSorted());
});
