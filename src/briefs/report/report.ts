import type { CheckedCitation, Verdict } from "#research/checked-citation.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { authoritiesOf } from "./authorities.ts";
import type { Authority } from "./authorities.ts";
import { findingsOf } from "./findings.ts";
import { markedText } from "./marked-text.ts";
import { VERDICT_WORDS } from "./verdict-words.ts";
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
  const title = `Citations of ${options.title}`;
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
<p>Checked on ${escapeHtml(options.date)} against the decisions held here. A verdict states what is on record and never why a citation may be wrong.</p>
${summary(citations)}
</header>
<main>
${needsALook(authorities)}
<section aria-labelledby="authorities"><h2 id="authorities">Table of authorities</h2>
${table(authorities)}
</section>
${scope(citations, options)}
<section aria-labelledby="text"><h2 id="text">The text</h2>
<p class="soft">Each citation is marked with its verdict; quotations that were compared are underlined.</p>
<div class="brief">${markedText(text, citations)}</div>
</section>
</main>
</body>
</html>
`;
}

function summary(citations: readonly CheckedCitation[]): string {
  const items = Object.entries(VERDICT_WORDS).flatMap(([verdict, [, meaning]]) => {
    const count = citations.filter((one) => one.verdict === verdict).length;
    return count === 0
      ? []
      : [`<li>${badge(verdict as Verdict)} <b>${count}</b> <span class="soft">${meaning}</span></li>`];
  });
  return items.length === 0 ? "<p>No citation was found.</p>" : `<ul class="summary">${items.join("")}</ul>`;
}

function badge(verdict: Verdict): string {
  return `<span class="badge ${verdict}">${VERDICT_WORDS[verdict][0]}</span>`;
}

function needsALook(authorities: readonly Authority[]): string {
  const wanting = authorities.filter(
    ({ verdict, places }) =>
      verdict === "differs" ||
      verdict === "reporter_unknown" ||
      places.some(({ citation }) => findingsOf(citation).length > 0),
  );
  if (wanting.length === 0)
    return `<section><h2>What needs a look</h2><p>Nothing that was checked differs from the record.</p></section>`;
  return `<section aria-labelledby="look"><h2 id="look">What needs a look</h2>
${wanting
  .map(
    (authority) =>
      `<article class="${authority.verdict}"><h3>${badge(authority.verdict)} ${escapeHtml(authority.name)}</h3>${authority.places
        .flatMap(({ citation, number }) => {
          const findings = findingsOf(citation);
          return findings.length === 0
            ? []
            : [
                `<p><a href="#c${number}">${escapeHtml(oneLine(citation.text))}</a></p><ul>${findings.map((finding) => `<li>${finding}</li>`).join("")}</ul>`,
              ];
        })
        .join("")}</article>`,
  )
  .join("\n")}
</section>`;
}

function table(authorities: readonly Authority[]): string {
  const rows = authorities.map(
    ({ name, cited, verdict, record, standing, places }) => `<tr>
<th scope="row">${escapeHtml(name)}<br><span class="soft">${escapeHtml(cited)}</span></th>
<td>${badge(verdict)}</td>
<td>${escapeHtml(record)}</td>
<td>${escapeHtml(standing)}</td>
<td>${places.map(({ number }, at) => `<a href="#c${number}" aria-label="place ${at + 1} of ${escapeHtml(name)}">${at + 1}</a>`).join(" ")}</td>
</tr>`,
  );
  return `<div class="wide"><table>
<thead><tr><th scope="col">Authority, as the brief has it</th><th scope="col">Verdict</th><th scope="col">On record</th><th scope="col">Treatment</th><th scope="col">Places</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function scope(citations: readonly CheckedCitation[], { hasSuggestions, warnings = [] }: ReportOptions): string {
  const quotations = citations.flatMap((one) => one.quotations);
  const count = (status: string): number => quotations.filter((one) => one.status === status).length;
  const pins = citations.filter(({ pin }) => pin !== null && pin.status !== "unknown").length;
  const openPins = citations.filter(({ pin }) => pin?.status === "unknown").length;
  return `<section aria-labelledby="scope"><h2 id="scope">What was checked, and what was not</h2>
<ul>
<li>Name (both parties), year and court of each full citation that leads to a held decision, and citations printed side by side.</li>
<li>Pages pointed at: ${pins} compared; of ${openPins} the decision’s last page is not on record.</li>
<li>Quotations of five words and more that a citation belongs to: ${count("exact")} are the decision’s own words, ${count("altered")} differ, ${count("not_found")} are not in the text held, of ${count("not_checked")} no text is held. Shorter ones and those without a citation were not compared.</li>
<li>${hasSuggestions ? "For citations that lead nowhere, decisions of that name were looked for." : "Decisions were not looked for by name: there is no index."}</li>
${warnings.map((warning) => `<li>${escapeHtml(warning)}</li>\n`).join("")}<li>Not checked: statutes, regulations, rules, journals, and whether a decision stands for what it is cited for.</li>
</ul></section>`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
