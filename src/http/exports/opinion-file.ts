import type { Decision } from "#research/decision.ts";
import type { Standing } from "#research/standing.ts";
import { dateText, dayText } from "../pages/dates.ts";
import { headingOf } from "../pages/opinion-names.ts";
import { isWarning, STATUS_WORDS } from "../pages/standing-line.ts";
import { DOCX_TYPE, docxOf } from "./docx.ts";
import type { Block } from "./docx.ts";
import { blocksOf } from "./opinion-blocks.ts";
import { bluebook } from "./result-files.ts";
import type { ExportedFile } from "./result-files.ts";

export type OpinionFile = {
  readonly decision: Decision;
  /** Those of its opinions that are not told again in another. */
  readonly opinions: Decision["opinions"];
  readonly standing: Standing;
  readonly retrieved: { readonly address: string; readonly day: string };
};

/** A decision as a Word file: what it is, how it stands, its words with the printed pages, and whence it comes. */
export function opinionFile({ decision, opinions, standing, retrieved }: OpinionFile): ExportedFile {
  const { first, courtName, courtAbbreviation } = decision;
  const cite = bluebook({ ...first, courtAbbreviation, citedAs: first.citations[0]?.citedAs ?? null });
  const facts = [
    courtName,
    dateText(first),
    first.docketNumber === null ? "" : `No. ${first.docketNumber.replace(/^nos?\. /iu, "")}`,
    first.citations.map(({ citedAs }) => citedAs).join(", "),
  ].filter((fact) => fact !== "");
  const blocks: Block[] = [
    { kind: "title", runs: [first.caseName] },
    ...facts.map((fact): Block => ({ kind: "paragraph", runs: [fact] })),
    { kind: "paragraph", runs: [standingText(standing)] },
    {
      kind: "paragraph",
      runs: [`Retrieved ${dayText(retrieved.day)} from ${retrieved.address}. This is not an official copy.`],
    },
    ...(first.source === "sample" ? [{ kind: "paragraph", runs: ["An invented decision, not law."] } as const] : []),
    ...(first.headmatterHtml === null
      ? []
      : [
          { kind: "heading", runs: ["Syllabus and other matter printed before the opinion"] } as const,
          ...blocksOf(first.headmatterHtml),
        ]),
    ...opinions.flatMap((opinion): readonly Block[] => [
      { kind: "heading", runs: [opinions.length > 1 ? headingOf(opinion) : "Opinion"] },
      ...(opinion.precedentialNote === null ? [] : [{ kind: "paragraph", runs: [opinion.precedentialNote] } as const]),
      ...blocksOf(decision.htmlOf(opinion, {})),
    ]),
  ];
  return { type: DOCX_TYPE, body: docxOf(blocks, cite) };
}

/** `Later treatment: Negative treatment. Dorsey v. Lifts, 27 Samp. 145 (1974): The court overrules this decision.` */
function standingText({ status, history }: Standing): string {
  const told = isWarning(status)
    ? history.map(
        ({ citation, dateDecided, reason, category }) =>
          `${citation}${dateDecided === null ? "" : ` (${dateDecided.slice(0, 4)})`}: ${(reason ?? category).replace(/\.$/u, "")}.`,
      )
    : [];
  return [`Later treatment, from the decisions on file alone: ${STATUS_WORDS[status].name}.`, ...told].join(" ");
}
