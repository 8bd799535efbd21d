import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";

/** What was checked and what was not, as a list in HTML. */
export function scopeOf(
  citations: readonly CheckedCitation[],
  { hasSuggestions, warnings = [] }: { readonly hasSuggestions: boolean; readonly warnings?: readonly string[] },
): string {
  const quotations = citations.flatMap((one) => one.quotations);
  const count = (status: string): number => quotations.filter((one) => one.status === status).length;
  const pins = citations.filter(({ pin }) => pin !== null && pin.status !== "unknown").length;
  const openPins = citations.filter(({ pin }) => pin?.status === "unknown").length;
  const laws = citations.filter(({ law }) => law !== null && law.status !== "not_held").length;
  const openLaws = citations.filter(
    ({ law, kind }) => kind === "law" && (law === null || law.status === "not_held"),
  ).length;
  return `<ul>
<li>Parties, year and court of each full citation that leads to a decision on file, and parallel citations. Of a decision that is not on file, what those agree on who cite it.</li>
<li>Pages cited: ${pins} compared; of ${openPins} the decision’s last page is not known.</li>
<li>Quotations of five words and more that a citation belongs to: ${count("exact")} are the source’s own words, ${count("altered")} differ, ${count("not_found")} are not in the text on file, of ${count("not_checked")} no text is on file. Shorter ones and those without a citation were not compared.</li>
<li>${hasSuggestions ? "For citations that lead nowhere, decisions of that name were looked for." : "Decisions were not looked for by name: there is no index."}</li>
${warnings.map((warning) => `<li>${escapeHtml(warning)}</li>\n`).join("")}<li>Statutes, regulations and rules: ${laws} looked up in the codes on file; of ${openLaws} the code is not on file.</li>
<li>Good law: by the later decisions on file alone. What is not on file may have overruled, reversed or superseded an authority.</li>
<li>Not checked: journals and books, numbers of commercial databases, and whether a decision stands for what it is cited for.</li>
</ul>`;
}
