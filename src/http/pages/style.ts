/** The one style sheet of the server's own pages. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1c1e21; --soft: #565c65; --paper: #fff; --tint: #f4f5f7; --line: #d5d9df; --link: #0b57b7; --accent: #7a2e1d; --edge: #7d858f; --mark: #fff1b8; --bad: #a3201a; --warn: #7a4b00; --good: #1c6b34;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e9ec; --soft: #a5adb8; --paper: #15171a; --tint: #1f2329; --line: #373d46; --link: #8ab8ff; --accent: #f0a58f; --edge: #7f8894; --mark: #5a4a12; --bad: #ff9a90; --warn: #f2c36b; --good: #86d59b; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 1; }
code, pre { font: .875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
:not(pre) > code { background: var(--tint); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem 1rem; margin: .5rem 0 1rem; overflow-x: auto; max-height: 28rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
.soft { color: var(--soft); }
.tag { border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .6rem; font-size: .8rem; color: var(--soft); white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-size: .925rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
.wide { overflow-x: auto; }
@media (min-width: 56rem) { .wide td code { white-space: nowrap; overflow-wrap: normal; } }
.label { margin: 0; font-size: .8rem; color: var(--soft); }
.label + pre { margin-top: .15rem; }
.api { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 3rem; max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
.api nav { position: sticky; top: 2rem; align-self: start; font-size: .925rem; max-height: calc(100vh - 4rem); overflow-y: auto; }
.api nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
.api nav li { margin: .2rem 0; }
.api nav p { margin: 0; font-weight: 600; }
.api section { border-top: 1px solid var(--line); }
.method { display: inline-block; min-width: 3.2rem; font: 600 .8rem/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--accent); }
summary { cursor: pointer; font-weight: 600; margin: .5rem 0; }
@media (max-width: 56rem) {
  .api { grid-template-columns: minmax(0, 1fr); gap: 0; padding-top: 1rem; }
  .api nav { position: static; max-height: none; border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
}
.docket { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem 6rem; }
.docket td { overflow-wrap: anywhere; }
.docket nav { display: flex; gap: 1rem; }
.timeline { width: 100%; height: 4rem; fill: var(--link); border-bottom: 1px solid var(--line); }
.opinion { max-width: 44rem; margin: 0 auto; padding: 2rem 1.5rem 6rem; }
.opinion dl, .docket dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.25rem; margin: 1rem 0 2rem; font-size: .95rem; }
.opinion dt, .docket dt { color: var(--soft); }
.opinion dd, .docket dd { margin: 0; }
.opinion article { border-top: 1px solid var(--line); margin-top: 2rem; }
.text { font-family: Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif; font-size: 1.0625rem; line-height: 1.65; overflow-wrap: break-word; }
.text blockquote { margin: 1rem 0 1rem 1.5rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.text pre { font-size: .85rem; white-space: pre-wrap; max-height: none; }
.text table { font-size: .9rem; display: block; overflow-x: auto; }
.note { border-left: 3px solid var(--accent); padding: .25rem 0 .25rem .9rem; color: var(--ink); }
svc-ps { display: inline-block; font: 600 .7rem/1 system-ui, sans-serif; color: var(--soft); border: 1px solid var(--line); border-radius: .25rem; padding: .15rem .3rem; margin: 0 .2rem; vertical-align: .1em; user-select: none; }
svc-ps::before { content: "*"; }
.text .cite { color: inherit; text-decoration-color: var(--link); text-decoration-thickness: 1px; }
.text .cite:hover, .text .cite:focus-visible { color: var(--link); text-decoration-color: currentColor; }
.text .cite.negative::after { content: "\\a0✕"; content: "\\a0✕" / " (negative treatment)"; color: var(--bad); font: 700 .8em/1 system-ui, sans-serif; }
.text .cite.caution::after { content: "\\a0!"; content: "\\a0!" / " (caution)"; color: var(--warn); font: 700 .8em/1 system-ui, sans-serif; }
.text .unheld { text-decoration: underline dotted var(--edge) 1px; text-underline-offset: .2em; }
.text :target[id^="L"], .text :target[id^="L"] ~ [id^="L"] { background: var(--mark); }
svc-ps:target { background: var(--mark); color: var(--ink); }
.text .footnotes { border-top: 1px solid var(--line); margin-top: 2rem; font-size: .95rem; }
.text .footnote { margin: .75rem 0; }
.text .footnote-label { font-weight: 600; }
.text .center { text-align: center; }
.text img { max-width: 100%; height: auto; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem; }
.top nav { display: flex; gap: 1.25rem; font-size: .925rem; }
.brand { font-weight: 700; color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.desk { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 6rem; }
.desk h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line); margin: 0 0 1rem; }
.tabs a { padding: .5rem 0; text-decoration: none; }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -3px var(--link); }
.place { font-size: .9rem; }
.place ol { list-style: none; display: flex; flex-wrap: wrap; gap: .15rem .5rem; margin: 0 0 1rem; padding: 0; color: var(--soft); }
.place li + li::before { content: "›"; content: "›" / ""; margin-right: .5rem; }
.law .provision .provision { margin-left: 1.5rem; }
.ask { margin: 0 0 1rem; }
.box { display: flex; gap: .5rem; }
input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .375rem; padding: .45rem .6rem; max-width: 100%; min-height: 2.75rem; }
input:focus-visible, select:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
input[aria-invalid] { border: 2px solid var(--accent); }
::placeholder { color: var(--soft); opacity: 1; }
.box input { flex: 1; min-width: 0; font-size: 1.0625rem; }
button { background: var(--link); color: var(--paper); border-color: var(--link); font-weight: 600; padding: .45rem 1.1rem; cursor: pointer; }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-top: .75rem; font-size: .925rem; }
.row label { display: grid; gap: .15rem; color: var(--soft); }
.row label > * { color: var(--ink); }
.narrow[open] { flex-basis: 100%; }
.narrow summary { margin: .6rem 0; }
.narrow .row { margin-top: 0; }
.trouble { border: 1px solid var(--accent); border-left-width: 4px; border-radius: .375rem; padding: .5rem 1rem; margin-top: .75rem; }
.trouble p { margin: .25rem 0; }
.trouble ul, .notes { margin: .25rem 0; padding-left: 1.25rem; }
.notes { font-size: .925rem; color: var(--soft); margin-bottom: 1rem; }
.reading { font-size: .925rem; }
.reading p { margin: .5rem 0; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; list-style: none; margin: 0; padding: 0; }
.chips li { background: var(--tint); border: 1px solid var(--line); border-radius: .375rem; padding: .1rem .5rem; overflow-wrap: anywhere; }
.chips span { color: var(--soft); }
.hits { list-style: none; margin: 0; padding: 0; }
.hit { border-top: 1px solid var(--line); padding: 1rem 0; }
.hit h3 { margin: 0 0 .25rem; font-size: 1.0625rem; font-weight: 500; overflow-wrap: anywhere; }
.hit p { margin: .25rem 0; overflow-wrap: anywhere; }
.facts { color: var(--soft); font-size: .875rem; }
mark { background: var(--mark); color: inherit; padding: 0 .1em; border-radius: .15em; }
.standing { font-size: .925rem; }
.status { white-space: nowrap; }
.status span { display: inline-block; min-width: 1.35em; line-height: 1.35; text-align: center; border: 1.5px solid currentColor; border-radius: .25rem; font-size: .8em; }
.status.negative { color: var(--bad); }
.status.caution { color: var(--warn); }
.status.positive { color: var(--good); }
.status.neutral, .status.unknown { color: var(--soft); font-weight: 500; }
.treatment { border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: .375rem; padding: .75rem 1rem; margin: 1rem 0; font-size: .95rem; }
.treatment.negative { border-left-color: var(--bad); }
.treatment.caution { border-left-color: var(--warn); }
.treatment.positive { border-left-color: var(--good); }
.treatment h2 { font-size: 1rem; margin: 0; }
.treatment p { margin: .4rem 0; }
.treatment ul { margin: .4rem 0; padding-left: 1.25rem; }
.treatment blockquote, .citers blockquote { margin: .35rem 0 .75rem; padding-left: .75rem; border-left: 2px solid var(--line); overflow-wrap: anywhere; }
.citers { border-top: 1px solid var(--line); margin-top: 3rem; font-size: .95rem; }
.citers li { margin: .75rem 0; }
.jump { font-size: .925rem; border-top: 1px solid var(--line); margin: 1.5rem 0; padding-top: .75rem; }
.jump ul { list-style: none; margin: 0; padding: 0; }
.jump ul ul { padding-left: 1rem; }
.jump li { margin: .3rem 0; }
.contents-link { position: fixed; right: .75rem; bottom: .75rem; background: var(--paper); border: 1px solid var(--edge); border-radius: 2rem; padding: .4rem .9rem; font-size: .875rem; }
@media (min-width: 80rem) {
  .jump { position: fixed; top: 6rem; left: max(1rem, calc(50% - 38rem)); width: 13.5rem; max-height: calc(100vh - 8rem); overflow-y: auto; margin: 0; border: 0; padding: 0; }
  .contents-link { display: none; }
}
.voice, .opinion article > h2 { position: sticky; top: 0; background: var(--paper); padding: .35rem 0; scroll-margin-top: -3.5rem; z-index: 1; }
.opinion article:has(.voice) > h2 { position: static; }
.text .voice { font: 600 .95rem/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: var(--accent); border-bottom: 1px solid var(--line); margin: 2rem 0 1rem; }
.authorities { border-top: 1px solid var(--line); margin-top: 3rem; font-size: .95rem; }
.authorities li { margin: .35rem 0; overflow-wrap: anywhere; }
.printed { display: none; }
.top .box { min-width: 0; flex: 0 1 20rem; }
.top .box input { width: 100%; }
.top .box input, .top .box button { min-height: 2.25rem; padding: .25rem .6rem; font-size: .95rem; }
.paging { display: flex; gap: 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.examples { margin: 0 0 1.5rem; }
.examples div { padding: .5rem 0; border-top: 1px solid var(--line); }
.examples dd { margin: 0; color: var(--soft); font-size: .925rem; }
textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .375rem; padding: .6rem; width: 100%; display: block; }
textarea:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.checked article { border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: .375rem; padding: .5rem 1rem; margin: .75rem 0; overflow-wrap: anywhere; }
.checked.unsafe article { border-left-color: var(--bad); }
.checked.open article, .checked.agrees .caution { border-left-color: var(--warn); }
.checked.agrees article:not(.caution) { border-left-color: var(--good); }
.checked h3 { margin: .25rem 0; font-weight: 500; }
.checked ul { margin: .5rem 0; padding-left: 1.25rem; font-size: .925rem; }
.four { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .25rem 1rem; margin: .5rem 0; font-size: .925rem; }
.four dt { color: var(--soft); font-size: .8rem; }
.four dd { margin: 0; }
.four .soft { display: block; font-size: .875rem; }
.good { color: var(--good); } .bad, mark.look { color: var(--bad); } .doubt, mark.note { color: var(--warn); }
.brief { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: .375rem; padding: 1rem; }
.brief mark { background: none; border: 0; padding: 0; text-decoration: underline 2px; text-underline-offset: .2em; font-weight: 600; }
.brief mark:target { background: var(--mark); }
.quotation { text-decoration: underline dotted; text-underline-offset: .2em; }
@media (max-width: 40rem) { .four { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 40rem) { .top, .desk { padding-left: 1rem; padding-right: 1rem; } .status { white-space: normal; } }
@page { margin: 2cm; @bottom-center { content: counter(page) " of " counter(pages); font: 9pt system-ui, sans-serif; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --paper: #fff; --link: #000; --mark: #eee; }
  .top, .ask, .paging, .jump, .contents-link { display: none; }
  .opinion, .docket, .desk { max-width: none; padding: 0; }
  .voice, .opinion article > h2 { position: static; break-after: avoid; }
  .text { font-size: 11pt; line-height: 1.45; orphans: 2; widows: 2; }
  .printed { display: block; border-top: 1px solid; padding-top: .5rem; font-size: .85rem; }
}
@media print { .api nav, .skip { display: none; } .api { display: block; } pre { max-height: none; white-space: pre-wrap; } }
`;
