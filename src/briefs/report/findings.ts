import type { FindingKind } from "#research/brief-findings.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";

const FIELD_WORDS = {
  name: "The parties",
  year: "The year",
  court: "The court",
  pin: "The page cited",
  parallel: "The parallel citation",
} as const;

/** Findings of these kinds are shown with the words that differ. */
const IN_DETAIL: ReadonlySet<FindingKind> = new Set([
  "quotation_not_found",
  "quotation_differs",
  "facts_differ",
  "pin_outside",
]);

/** What a person must look at, as sentences in HTML, what hurts most first. */
export function findingsOf(citation: CheckedCitation): string[] {
  const grave = citation.findings.filter(({ needsReview }) => needsReview);
  if (grave.length === 0) return [];
  const { differences, knownByCiters, didYouMean, matches } = citation;
  const by =
    matches.length === 0 && knownByCiters !== null
      ? `the ${knownByCiters.works} decisions that cite it have`
      : "the record has";
  return [
    ...grave.filter(({ kind }) => !IN_DETAIL.has(kind)).map(({ message }) => escapeHtml(message)),
    ...quotationsOf(citation),
    ...differences.map(
      ({ field, cited, recorded }) =>
        `${FIELD_WORDS[field]}: your text has <b>${escapeHtml(cited)}</b>, ${by} <b>${escapeHtml(recorded)}</b>.`,
    ),
    ...(knownByCiters === null
      ? []
      : [
          `No decision is on file here under this citation; ${knownByCiters.works} decisions cite it as <b>${escapeHtml(knownByCiters.name)}</b>${knownByCiters.year === null ? "" : ` (${knownByCiters.year})`}.`,
        ]),
    ...didYouMean.map(
      ({ caseName, citations, dateFiled, foundBy }) =>
        `Did you mean <b>${escapeHtml(caseName)}</b>, ${escapeHtml(citations.slice(0, 3).join(", "))}${dateFiled === null ? "" : ` (${dateFiled.slice(0, 4)})`}? Found by ${foundBy}.`,
    ),
  ];
}

/** What is for information, as sentences in HTML. */
export function notesOf({ findings }: CheckedCitation): string[] {
  return findings.filter(({ needsReview }) => !needsReview).map(({ message }) => escapeHtml(message));
}

function quotationsOf({ quotations }: CheckedCitation): string[] {
  return quotations.flatMap((quotation) => {
    if (quotation.status === "not_found")
      return [`These words are not in the text on file: <q>${escapeHtml(oneLine(quotation.text))}</q>`];
    if (quotation.status !== "altered") return [];
    const changes = quotation.alterations.map(
      ({ quoted, source }) =>
        `<li>${quoted === "" ? "" : `your text has <del>${escapeHtml(oneLine(quoted))}</del>`}${quoted !== "" && source !== "" ? ", " : ""}${source === "" ? ", which the source does not have" : `the source ${quoted === "" ? "also has" : "has"} <ins>${escapeHtml(oneLine(source))}</ins>`}</li>`,
    );
    return [
      `A quotation differs from its source, which reads: <q>${escapeHtml(quotation.source ?? "")}</q><ul>${changes.join("")}</ul>`,
    ];
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
