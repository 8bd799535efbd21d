import type { LawAddressOf } from "#research/address.ts";
import { dayText } from "../pages/dates.ts";
import type { Survey, SurveyedState } from "../survey.ts";
import { csvOf } from "./csv.ts";
import { DOCX_TYPE, docxOf } from "./docx.ts";
import type { ExportedFile } from "./result-files.ts";

export const SURVEY_EXPORTS = ["csv", "docx"] as const;
export type SurveyExport = (typeof SURVEY_EXPORTS)[number];

const HEAD = ["State", "Section", "Its words", "Speaks of what is asked", "Currency", "Address"] as const;

/** What is said of a state without an answer. */
export const NOT_VERIFIED = "Not verified";

export function surveyFile(
  kind: SurveyExport,
  survey: Survey,
  { addressOf, day }: { readonly addressOf: LawAddressOf; readonly day: string },
): ExportedFile {
  const rows = survey.states.map((one) => rowOf(one, addressOf));
  if (kind === "csv") return { type: "text/csv; charset=utf-8", body: csvOf([HEAD, ...rows]) };
  const cells = [HEAD, ...rows].map((row) => row.map((text) => [text]));
  const body = docxOf([
    { kind: "title", runs: [`Survey: ${survey.question}`] },
    {
      kind: "paragraph",
      runs: [`Read by a program from the codes on file, ${dayText(day)}. Check each section before you rely on it.`],
    },
    { kind: "table", rows: cells },
  ]);
  return { type: DOCX_TYPE, body };
}

function rowOf({ state, law, quote, isAddressed }: SurveyedState, addressOf: LawAddressOf): readonly string[] {
  if (law === undefined) return [state, "", "", NOT_VERIFIED, "", ""];
  const isAnswer = isAddressed ? "Yes, as read by a program" : NOT_VERIFIED;
  return [state, sectionName(law.version), quote ?? "", isAnswer, law.currency.told, addressOf(law)];
}

/** `11 U.S.C. § 523, Exceptions to discharge`. */
export function sectionName(version: {
  readonly citation: string | null;
  readonly number: string | null;
  readonly path: string;
  readonly title: string | null;
}): string {
  const { citation, number, path, title } = version;
  return [citation ?? number ?? path, title ?? ""]
    .filter((part) => part !== "")
    .join(", ")
    .replace(/§ /gu, "§\u00a0");
}
