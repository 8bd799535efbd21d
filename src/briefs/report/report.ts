import type { Checks } from "#research/brief-findings.ts";
import { needsReview } from "#research/checked-citation.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { REPORT_STYLE } from "#web/assets.ts";
import { authoritiesOf } from "./authorities.ts";
import type { Authority } from "./authorities.ts";
import { CHECK_WORDS, KIND_WORDS, TONE } from "./check-words.ts";
import { findingsOf, notesOf } from "./findings.ts";
import { markedText } from "./marked-text.ts";
import { scopeOf } from "./scope.ts";

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
<style>${REPORT_STYLE}</style>
</head>
<body class="report">
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
<section aria-labelledby="scope"><h2 id="scope">What was checked, and what was not</h2>
${scopeOf(citations, options)}</section>
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

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
