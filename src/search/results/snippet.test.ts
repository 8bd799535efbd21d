import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { err } from "#base/result.ts";
import { tokenize } from "#text/tokenize.ts";
import { parseQuery } from "#search/query/parse.ts";
import type { QueryNode } from "#index/tree.ts";
import { Snippets } from "./snippet.ts";

function treeOf(query: string): QueryNode {
  const result = parseQuery(query, { resolveCourt: () => err([]) });
  if (!result.ok) throw new Error(query);
  return result.value.tree;
}

function marked(text: string, query: string): string[] {
  return [...new Snippets(treeOf(query)).ofText(text).matchAll(/<mark>(.*?)<\/mark>/gu)].map((match) => match[1] ?? "");
}

const FILLER = "The parties appeared by counsel and the matter was taken under advisement. ".repeat(30);

const MARKED: readonly (readonly [text: string, query: string, marks: readonly string[]])[] = [
  ["He was negligent.", "negligence", ["negligent"]],
  ["They deny what she denied.", "denied", ["deny", "denied"]],
  ["They deny what she denied.", "deny", ["deny", "denied"]],
  ["Feasible, or the feasibility of it.", "feasible", ["Feasible", "feasibility"]],
  ["He died; she was dying. A day.", "die", ["died", "dying"]],
  ["The contracts were void.", "contract", ["contracts"]],
  ["The contracts were void.", '"contract"', []],
  ["Fraud and fraudulent acts.", "fraud*", ["Fraud", "fraudulent"]],
  ["Relied with reliance.", "reli?nce", ["reliance"]],
  ["Prima facie.", "*cie", ["facie"]],
  ["Due care. Due process of law.", '"due process"', ["Due", "process"]],
  ["Due, process.", '"due process"', ["Due", "process"]],
  ["The U.S. and the U. S. and us.", '"us"', ["U.S.", "U. S.", "us"]],
  ["See 123 F. 3d 456; F.3d.", '"f3d"', ["F. 3d", "F.3d"]],
  ["Under 42 U.S.C. § 1983 he sued.", '"42 usc § 1983"', ["42", "U.S.C.", "§", "1983"]],
  ["A cross-examination.", "cross-examination AND x*", ["cross", "examination"]],
  ["The court’s rule.", "court AND x*", ["court"]],
  ["fraud without settlement", "fraud NOT settlement", ["fraud"]],
  ["Roe met Wade.", "name:roe AND wade", ["Wade"]],
  ["Happy and happiness, unhappy.", "happy", ["Happy", "happiness"]],
  ["Justice O’CONNOR and D'Amato’s brief.", "o'connor OR damato", ["O’CONNOR", "D&#39;Amato"]],
  ["Señor García met Garcia.", "garcia", ["García", "Garcia"]],
  [
    "Sen\u0303or Garci\u0301a’s wo\u00adman.",
    "senor OR garcia OR woman",
    ["Sen\u0303or", "Garci\u0301a", "wo\u00adman"],
  ],
  ["İ, the court’s ‘fraud’ finding: fraud’s end.", "fraud", ["fraud", "fraud"]],
  [
    "“[T]hreadbare recital[s]” of Viet[N]ow, [the] Court['s] recogniz[ing].",
    '"threadbare recitals" OR vietnow OR court OR recognize OR the',
    ["[T]hreadbare", "recital[s]", "Viet[N]ow", "the", "Court", "recogniz[ing]"],
  ],
  ["Threadbare recitals.", '"[t]hreadbare recital[s]"', ["Threadbare", "recitals"]],
  ["1,234 and 007", '"1234" OR "7"', ["1,234", "007"]],
];

describe("marks", () => {
  test.each(MARKED)("%s for %s", (text, query, marks) => {
    expect(marked(text, query)).toEqual(marks);
  });
});

describe("the passage", () => {
  test("is the one where different words meet, not the first with any of them", () => {
    const text = `${FILLER}Immunity was pleaded. ${FILLER}Qualified immunity shields officials from suit. ${FILLER}`;
    const snippet = new Snippets(treeOf("qualified immunity officials")).ofText(text);
    expect(snippet).toContain("<mark>Qualified</mark> <mark>immunity</mark> shields <mark>officials</mark> from suit.");
    expect(snippet.startsWith("… Qualified") || snippet.startsWith("… <mark>Qualified")).toBe(true);
    expect(snippet.endsWith(" …")).toBe(true);
  });

  test("begins where the sentence does, not behind an abbreviation", () => {
    const text = `${FILLER}Heron sued under Rev. Stat. § 1979, as amended, 42 U.S.C. § 1983. ${FILLER}`;
    const snippet = new Snippets(treeOf("42 U.S.C. § 1983")).ofText(text);
    expect(snippet).toMatch(/^… Heron sued under Rev\. Stat\. § 1979, as amended, <mark>42<\/mark>/u);
  });

  test("shows the form that was typed where there is one, and another where there is not", () => {
    const text = `${FILLER}The negligent act. ${FILLER}Negligence is pleaded here. ${FILLER}`;
    expect(marked(text, "negligence")).toEqual(["Negligence"]);
    expect(marked(text, "negligently")).toEqual(["negligent"]);
  });

  test("escapes everything else", () => {
    const snippet = new Snippets(treeOf("fraud")).ofText('if a < b & "c" then <script>fraud</script>');
    expect(snippet).toBe("if a &lt; b &amp; &quot;c&quot; then &lt;script&gt;<mark>fraud</mark>&lt;/script&gt;");
  });

  test("is the beginning where the text does not hold the words", () => {
    expect(new Snippets(treeOf("zebra")).ofText(`  ${FILLER}`)).toMatch(/^The parties appeared .* …$/u);
    expect(new Snippets(treeOf("zebra")).ofText("")).toBe("");
  });
});

test("any text: whole words of it, in order, and every mark is a word that matches", () => {
  const piece = fc.constantFrom(
    "fraud",
    "Frauds",
    "U.S.",
    "<b>",
    "&",
    "\n\n",
    ". ",
    " ",
    "deceit",
    "é",
    "İ",
    "…",
    "x".repeat(90),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 120 }),
      fc.constantFrom("fraud", "fraud* OR us", '"fraud deceit"'),
      (parts, query) => {
        const text = parts.join(" ");
        const snippet = new Snippets(treeOf(query)).ofText(text);
        const plain = snippet.replace(/<\/?mark>/gu, "").replace(/^… | …$/gu, "");
        const unescaped = plain.replace(
          /&(lt|gt|amp);/gu,
          (_, name: string) => ({ lt: "<", gt: ">", amp: "&" })[name] ?? "",
        );
        const collapsed = text.replace(/\s+/gu, " ").trim();
        expect(` ${collapsed} `).toContain(` ${unescaped} `.replace(/ {2,}/gu, " "));
        expect(snippet.replace(/<\/?mark>/gu, "")).not.toMatch(/[<>]/u);
        for (const match of snippet.matchAll(/<mark>(.*?)<\/mark>/gu)) {
          expect(["fraud", "frauds", "us", "deceit"]).toContain(tokenize(match[1] ?? "")[0]?.text);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("a very long opinion costs what its matches cost", () => {
  const text = `${"The jury found that the contract was void for want of consideration. ".repeat(75_000)}Estoppel in pais bars it.`;
  expect(new Snippets(treeOf("estoppel pais")).ofText(text)).toContain(
    "<mark>Estoppel</mark> in <mark>pais</mark> bars it.",
  );
});
