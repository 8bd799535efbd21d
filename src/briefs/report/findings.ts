import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";

const FIELD_WORDS = {
  name: "The parties",
  year: "The year",
  court: "The court",
  pin: "The page pointed at",
  parallel: "The citation beside it",
} as const;

/** What a person should look at, as sentences in HTML. */
export function findingsOf(citation: CheckedCitation): string[] {
  const { differences, impossible, knownByCiters, didYouMean, quotations, verdict } = citation;
  return [
    ...(verdict === "reporter_unknown" ? ["No reporter has this name."] : []),
    ...differences.map(
      ({ field, cited, recorded }) =>
        `${FIELD_WORDS[field]}: the brief has <b>${escapeHtml(cited)}</b>, the record <b>${escapeHtml(recorded)}</b>.`,
    ),
    ...(impossible === null ? [] : [`${escapeHtml(impossible)}.`]),
    ...(knownByCiters === null
      ? []
      : [
          `It is not held; ${knownByCiters.works} held decisions cite it as <b>${escapeHtml(knownByCiters.name)}</b>${knownByCiters.year === null ? "" : ` (${knownByCiters.year})`}.`,
        ]),
    ...didYouMean.map(
      ({ caseName, citations, dateFiled, foundBy }) =>
        `Did the brief mean <b>${escapeHtml(caseName)}</b>, ${escapeHtml(citations.slice(0, 3).join(", "))}${dateFiled === null ? "" : ` (${dateFiled.slice(0, 4)})`}? Found by ${foundBy}.`,
    ),
    ...quotations.flatMap((quotation) => {
      if (quotation.status === "not_found")
        return [`These words are not in the text held: <q>${escapeHtml(oneLine(quotation.text))}</q>`];
      if (quotation.status !== "altered") return [];
      const changes = quotation.alterations.map(
        ({ quoted, source }) =>
          `<li>${quoted === "" ? "" : `the brief has <del>${escapeHtml(oneLine(quoted))}</del>`}${quoted !== "" && source !== "" ? ", " : ""}${source === "" ? ", which the decision does not have" : `the decision ${quoted === "" ? "also has" : "has"} <ins>${escapeHtml(oneLine(source))}</ins>`}</li>`,
      );
      return [
        `A quotation differs from the text. The decision: <q>${escapeHtml(quotation.source ?? "")}</q><ul>${changes.join("")}</ul>`,
      ];
    }),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
