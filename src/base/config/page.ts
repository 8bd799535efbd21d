import type { Setting, Settings } from "./setting.ts";

/** The reference page, made from the declarations so that the two cannot drift apart. */
export function configurationPage(declared: Settings): string {
  return [
    "# Configuration",
    "",
    "<!-- Made by `npm run docs` from what each folder declares in its settings.ts; bin/settings.ts lists them. -->",
    "",
    "Settings come from the environment and, behind it, from one optional file of `NAME=value` lines: the file that",
    "`ONPOINT_CONFIG` names, else `onpoint.env` in the working directory. A start with a wrong setting lists every fault at",
    "once and stops. `ONPOINT_KEY` is yours: the examples keep an API key in it, and the program does not read it.",
    "",
    "| setting | default | meaning | example |",
    "|---|---|---|---|",
    ...Object.values(declared).map(row),
    "",
  ].join("\n");
}

function row({ name, fallback, meaning, example }: Setting): string {
  const isNone = fallback === null || (Array.isArray(fallback) && fallback.length === 0);
  return `| \`${name}\` | ${isNone ? "" : `\`${shown(fallback)}\``} | ${meaning} | \`${example}\` |`;
}

/** As it would be typed. */
function shown(fallback: unknown): string {
  if (typeof fallback === "boolean") return fallback ? "yes" : "no";
  return String(fallback);
}
