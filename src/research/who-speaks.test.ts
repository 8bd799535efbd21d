import { expect, test } from "vitest";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { turnsOf } from "./who-speaks.ts";

const LONG = "The lease was for a term of years and the tenant held over. ".repeat(6);

function turnsIn(html: string, type: OpinionRecord["type"] = "combined"): string[] {
  const { text } = cleanOpinion({ html });
  const opinion = { id: "o", type, author: null, perCuriam: false, content: text } as unknown as OpinionRecord;
  return turnsOf(opinion).map(({ start, label }) => `${label ?? "the court"}: ${text.text.slice(start, start + 12)}`);
}

test("who speaks is told from where each begins, and the notes behind them are nobody's", () => {
  const dissent = `<p>MR. JUSTICE ASH, dissenting.</p><p>I would reverse. ${LONG}</p>`;
  const notes = `<p>NOTES</p><p>* Together with No. 12. ${LONG}</p>`;
  expect(turnsIn(`<p>We affirm. ${LONG}</p>${dissent}${notes}`)).toEqual([
    "the court: We affirm. T",
    "dissent (Ash): MR. JUSTICE ",
    "notes: NOTES\n\n* Tog",
  ]);
});

test("where one speaks throughout, or only a vote is told, there is no turn", () => {
  expect(turnsIn(`<p>We affirm. ${LONG}</p>`)).toEqual([]);
  expect(turnsIn(`<p>We affirm. ${LONG}</p><p>MR. JUSTICE ASH would reverse.</p>`)).toEqual([]);
  expect(turnsIn(`<p>MR. JUSTICE ASH, dissenting.</p><p>${LONG}</p>`, "dissent")).toEqual([]);
});
