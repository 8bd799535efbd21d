import type { Checks } from "#research/brief-findings.ts";
import { needsReview } from "#research/checked-citation.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { authoritiesOf } from "./authorities.ts";
import type { Authority } from "./authorities.ts";
import { CHECK_WORDS, KIND_WORDS } from "./check-words.ts";
import { findingsOf, notesOf } from "./findings.ts";
import { markedText } from "./marked-text.ts";
import { STYLE } from "./style.ts";

export type ReportOptions = {
  /** What was checked, as its file is called. */
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether decisions could be looked for by name. */
  readonly hasSuggestions: boolean;
  /** What citator and index had not read yet. */
  readonly warnings?: readonly string[];
};

/** One file that needs nothing else: no script, no picture, no address is loaded. */
export function reportHtml(text: string, citations: readonly CheckedCitation[], options: ReportOptions): string {
  const authorities = authoritiesOf(citations, text);
  const title = `Citation check: ${options.title}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>Checked on ${escapeHtml(options.date)} against the decisions and laws on file here. The report states what the record shows, never why a citation may be wrong.</p>
${summary(citations)}
</header>
<main>
${needsALook(authorities)}
${forInformation(authorities)}
<section aria-labelledby="authorities"><h2 id="authorities">Table of authorities</h2>
${table(authorities)}
</section>
${scope(citations, options)}
<section aria-labelledby="text"><h2 id="text">The text</h2>
<p class="soft">Each citation is marked; point at it to see why. Quotations that were compared are underlined.</p>
<div class="brief">${markedText(text, citations)}</div>
</section>
</main>
</body>
</html>
`;
}

function summary(citations: readonly CheckedCitation[]): string {
  if (citations.length === 0) return "<p>No citation was found.</p>";
  const grave = citations.flatMap(({ findings }) => findings.filter((finding) => finding.needsReview));
  const items = Object.entries(KIND_WORDS).flatMap(([kind, words]) => {
    const count = grave.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [`<li><b class="bad">${count}</b> ${words}</li>`];
  });
  const wanting = citations.filter(needsReview).length;
  const all = citations.length === 1 ? "One citation" : `${citations.length} citations`;
  return `<p>${all}; <b>${wanting === 0 ? "none needs" : wanting === 1 ? "one needs" : `${wanting} need`} a look</b> among what could be checked.</p>${items.length === 0 ? "" : `<ul class="summary">${items.join("")}</ul>`}`;
}

function needsALook(authorities: readonly Authority[]): string {
  const wanting = authorities.filter(({ isWanting }) => isWanting);
  if (wanting.length === 0)
    return `<section><h2>What needs a look</h2><p>Nothing that was checked differs from the record.</p></section>`;
  return `<section aria-labelledby="look"><h2 id="look">What needs a look</h2>
${wanting.map((authority) => `<article><h3>${escapeHtml(authority.name)}</h3>${placed(authority, findingsOf)}</article>`).join("\n")}
</section>`;
}

function forInformation(authorities: readonly Authority[]): string {
  const noted = authorities.filter(({ places }) => places.some(({ citation }) => notesOf(citation).length > 0));
  if (noted.length === 0) return "";
  return `<section aria-labelledby="information"><h2 id="information">For information</h2>
${noted.map((authority) => `<h3>${escapeHtml(authority.name)}</h3>${placed(authority, notesOf)}`).join("\n")}
</section>`;
}

function placed({ places }: Authority, tell: (citation: CheckedCitation) => readonly string[]): string {
  return places
    .flatMap(({ citation, number }) => {
      const sentences = tell(citation);
      return sentences.length === 0
        ? []
        : [
            `<p><a href="#c${number}">${escapeHtml(oneLine(citation.text))}</a></p><ul>${sentences.map((sentence) => `<li>${sentence}</li>`).join("")}</ul>`,
          ];
    })
    .join("");
}

/** How an answer is drawn; a word stands beside the color. */
const TONE: Partial<Record<Checks[keyof Checks], "good" | "bad" | "doubt">> = {
  held: "good",
  agree: "good",
  exact: "good",
  inside: "good",
  in_force: "good",
  no_negative: "good",
  cited_by_others: "doubt",
  caution: "doubt",
  unconfirmed: "bad",
  impossible: "bad",
  no_such_provision: "bad",
  differ: "bad",
  altered: "bad",
  not_found: "bad",
  outside: "bad",
  negative: "bad",
  repealed: "bad",
};

function cell(answer: Checks[keyof Checks], beside = ""): string {
  const more = beside === "" ? "" : `<br><span class="soft">${escapeHtml(beside)}</span>`;
  return `<td class="${TONE[answer] ?? "quiet"}">${CHECK_WORDS[answer]}${more}</td>`;
}

function table(authorities: readonly Authority[]): string {
  const rows = authorities.map(
    ({ name, cited, checks, record, standing, places }) => `<tr>
<th scope="row">${escapeHtml(name)}<br><span class="soft">${escapeHtml(cited)}</span></th>
${cell(checks.exists, record)}
${cell(checks.facts, checks.pin === "none" ? "" : `pages: ${CHECK_WORDS[checks.pin]}`)}
${cell(checks.quotation)}
${cell(checks.goodLaw, standing)}
<td>${places.map(({ number }, at) => `<a href="#c${number}" aria-label="place ${at + 1} of ${escapeHtml(name)}">${at + 1}</a>`).join(" ")}</td>
</tr>`,
  );
  return `<div class="wide"><table>
<thead><tr><th scope="col">Authority, as your text has it</th><th scope="col">Exists</th><th scope="col">Facts and pages</th><th scope="col">Quotations</th><th scope="col">Good law</th><th scope="col">Where</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function scope(citations: readonly CheckedCitation[], { hasSuggestions, warnings = [] }: ReportOptions): string {
  const quotations = citations.flatMap((one) => one.quotations);
  const count = (status: string): number => quotations.filter((one) => one.status === status).length;
  const pins = citations.filter(({ pin }) => pin !== null && pin.status !== "unknown").length;
  const openPins = citations.filter(({ pin }) => pin?.status === "unknown").length;
  const laws = citations.filter(({ law }) => law !== null && law.status !== "not_held").length;
  const openLaws = citations.filter(
    ({ law, kind }) => kind === "law" && (law === null || law.status === "not_held"),
  ).length;
  return `<section aria-labelledby="scope"><h2 id="scope">What was checked, and what was not</h2>
<ul>
<li>Parties, year and court of each full citation that leads to a decision on file, and parallel citations. Of a decision that is not on file, what those agree on who cite it.</li>
<li>Pages cited: ${pins} compared; of ${openPins} the decision’s last page is not known.</li>
<li>Quotations of five words and more that a citation belongs to: ${count("exact")} are the source’s own words, ${count("altered")} differ, ${count("not_found")} are not in the text on file, of ${count("not_checked")} no text is on file. Shorter ones and those without a citation were not compared.</li>
<li>${hasSuggestions ? "For citations that lead nowhere, decisions of that name were looked for." : "Decisions were not looked for by name: there is no index."}</li>
${warnings.map((warning) => `<li>${escapeHtml(warning)}</li>\n`).join("")}<li>Statutes, regulations and rules: ${laws} looked up in the codes on file; of ${openLaws} the code is not on file.</li>
<li>Good law: by the later decisions on file alone. What is not on file may have overruled, reversed or superseded an authority.</li>
<li>Not checked: journals and books, numbers of commercial databases, and whether a decision stands for what it is cited for.</li>
</ul></section>`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
