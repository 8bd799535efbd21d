/** Colours are of sufficient contrast on both grounds; a word stands beside each. */
export const STYLE: string = `
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #555; --ground: #fff; --line: #ccc; --good: #1c6b2a; --bad: #a3160f; --doubt: #7a4b00; --quiet: #4a4a4a; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --soft: #b5b5b5; --ground: #16181b; --line: #444; --good: #8fd79b; --bad: #ff9d96; --doubt: #f0c06a; --quiet: #c3c3c3; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 62rem; font: 1rem/1.5 Georgia, "Times New Roman", serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
a { color: inherit; } .soft { color: var(--soft); font-size: .9rem; }
.summary { list-style: none; padding: 0; } .summary li { margin: .2rem 0; }
.badge { display: inline-block; font: 600 .75rem/1.4 system-ui, sans-serif; border: 1px solid currentColor; border-radius: .25rem; padding: 0 .4rem; white-space: nowrap; }
.good, mark.clear { color: var(--good); } .bad, mark.look { color: var(--bad); } .doubt, mark.note { color: var(--doubt); } .quiet, mark.unchecked { color: var(--quiet); }
td.bad, td.doubt { font-weight: 600; } article { border-left: .2rem solid var(--bad); padding-left: .8rem; margin: 1rem 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); } tbody th { font-weight: 600; }
.brief { white-space: pre-wrap; } mark { background: none; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 2px; font-weight: 600; } mark:target { outline: 2px solid currentColor; }
.quotation { text-decoration: underline dotted; text-underline-offset: 3px; } .quotation.altered, .quotation.not_found { text-decoration-color: var(--bad); text-decoration-style: wavy; }
del { color: var(--bad); } ins { color: var(--good); text-decoration: underline; }
@media print { body { max-width: none; padding: 0; } article, tr { break-inside: avoid; } }
`;
