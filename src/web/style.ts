/** The style sheet of pages with forms: those on which people sign in and are asked. */
export const FORM_STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #565c65; --paper: #fff; --tint: #f4f5f7; --line: #7a828e; --link: #0b57b7; --on-link: #fff; --alarm: #9b1c1c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e9ec; --soft: #a5adb8; --paper: #15171a; --tint: #1f2329; --line: #767f8c; --link: #8ab8ff; --on-link: #0d1117; --alarm: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; overflow-wrap: anywhere; }
a { color: var(--link); }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
input:not([type=hidden]) { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .375rem; }
button { font: inherit; font-weight: 600; padding: .65rem 1.1rem; margin: 1.25rem .5rem 0 0; min-height: 2.75rem; border: 1px solid var(--link); border-radius: .375rem; color: var(--on-link); background: var(--link); cursor: pointer; }
button.plain { color: var(--link); background: transparent; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.fault { border-left: 4px solid var(--alarm); padding: .25rem 0 .25rem .9rem; }
.soft { color: var(--soft); }
ul { padding-left: 1.2rem; }
dl { background: var(--tint); padding: .75rem 1rem; border-radius: .375rem; margin: 1rem 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
`;
