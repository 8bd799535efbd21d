import { expect, test } from "vitest";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { tableOfAuthorities } from "./table-of-authorities.ts";

/** A text in which what is cited stands between brackets: `{case:Alder v. Birch, |12 Samp. 340| (9th Cir. 1971)}`. */
function briefOf(marked: string): { readonly text: string; readonly citations: readonly CheckedCitation[] } {
  const citations: CheckedCitation[] = [];
  let text = "";
  for (const part of marked.split(/[{}]/u)) {
    const [, kind, name = "", cited = "", behind = ""] = /^(\w+):([^|]*)\|([^|]*)\|(.*)$/u.exec(part) ?? [];
    if (kind === undefined) {
      text += part;
      continue;
    }
    const start = text.length + name.length;
    const whole = { start: text.length, end: start + cited.length + behind.length };
    text += name + cited + behind;
    citations.push({
      kind,
      text: cited,
      start,
      end: start + cited.length,
      whole,
      matches: [],
      findings: [],
      knownByCiters: null,
      law: null,
      reason: "",
      checks: { exists: "not_checked", facts: "not_checked", quotation: "none", pin: "none", goodLaw: "not_checked" },
    } as Partial<CheckedCitation> as CheckedCitation);
  }
  return { text, citations };
}

const MARKED =
  "{case:Heron v. Vale, |12 Samp. 340|, 341 (9th Cir. 1971)} {law:|11 U.S.C. § 523|} {law:|11 U.S.C. § 52|} " +
  "{case:Alder v. Birch, |9 Samp. 310| (Cal. 1958)} {law:|12 C.F.R. § 1.2|} {law:|U.S. Const. amend. V|} {id:|Id.|} {law:|Fed. R. Civ. P. 56|}" +
  " {case:Heron v. Vale, |12 Samp. 340|}".repeat(6);

test("authorities stand by kind and in order, short forms alone by none", () => {
  const { text, citations } = briefOf(MARKED);
  const table = tableOfAuthorities(citations, { text, pageStarts: [], pagesEnd: 0 });
  expect(table.map(({ kind, entries }) => [kind, entries.map(({ name, rest }) => name + rest)])).toEqual([
    ["Cases", ["Alder v. Birch, 9 Samp. 310 (Cal. 1958)", "Heron v. Vale, 12 Samp. 340 (9th Cir. 1971)"]],
    ["Constitutions", ["U.S. Const. amend. V"]],
    ["Statutes", ["11 U.S.C. § 52", "11 U.S.C. § 523"]],
    ["Rules and regulations", ["12 C.F.R. § 1.2", "Fed. R. Civ. P. 56"]],
  ]);
  expect(table[0]?.entries.map(({ places }) => places)).toEqual(["cited once", "cited 7 times"]);
});

test("where there are pages they are told, runs shortened, and passim from six on", () => {
  const { text, citations } = briefOf(MARKED);
  const starts = citations.map(({ whole }) => whole.start);
  const told = (pageStarts: readonly number[]) =>
    tableOfAuthorities(citations, { text, pageStarts, pagesEnd: text.length })[0]?.entries.map(({ places }) => places);
  expect(told([0, ...starts.slice(1)])).toEqual(["4", "passim"]);
  expect(told([0, starts[8] ?? 0, starts[9] ?? 0, starts[12] ?? 0])).toEqual(["1", "1–4"]);
});
