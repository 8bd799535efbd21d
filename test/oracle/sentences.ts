import { isShortened, SHORTENINGS } from "./abbreviations.ts";

/**
 * Where sentences begin, read by the rules that `docs/internals/text.md` states, with regular expressions over what
 * stands before and behind each stop: slow, plain, and nothing of the splitter that the engines use.
 */
const CLOSING = `[”"’')\\]»]`;
const YEAR = `(?<!\\d)(?:1[6-9]|20)\\d\\d[.?!]`;
const NOTE = `(?:\\[\\d{1,3}\\]|(?:(?<!\\d[.?!])|(?<=${YEAR}))\\d{1,3})?`;

/** A stop, what closes with it (each taken whole or not at all), the number of a note, and white space. */
const STOP = new RegExp(`[.?!](?=((?:${CLOSING}|(?<=${CLOSING})\\s(?=[”’]))*))\\1(?=(${NOTE}))\\2\\s+(?=\\S)`, "gu");

/** What stands further back decides nothing, and reading it makes long texts slow. */
const READ_BACK_CHARS = 400;

/** Offsets at which a sentence begins that another ends before. */
export function sentenceStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (!/[.?!]/u.test(text[at] ?? "")) continue;
    const found = stopAt(text, at);
    if (found === undefined) continue;
    const next = at + found.length;
    const opening = openingOf(text.slice(next, next + 40));
    if (opening === "none") continue;
    if (
      text[at] !== "." ||
      periodEnds(text.slice(Math.max(0, at - READ_BACK_CHARS), at), text.slice(at, at + 40), opening)
    )
      starts.push(next);
  }
  return starts;
}

function stopAt(text: string, at: number): string | undefined {
  STOP.lastIndex = at;
  const found = STOP.exec(text);
  return found?.index === at ? found[0] : undefined;
}

type Opening = "none" | "word" | "capitals" | "number" | "sign";

function openingOf(text: string): Opening {
  const marks = /^[“"‘'([«]{0,4}/u.exec(text)?.[0] ?? "";
  const lettered = Array.from(marks, (_, at) => text.slice(at)).some((rest) =>
    /^\((?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)/u.test(rest),
  );
  const rest = text.slice(marks.length);
  if (lettered || /^[§¶*]|^\d{1,3}\s?\.\s/u.test(rest)) return "sign";
  if (/^[\d$]/u.test(rest)) return "number";
  if (/^(?:[AI]\s|\p{Lu}[\p{Ll}'’])/u.test(rest)) return "word";
  if (marks.endsWith("[") && /^\p{Lu}\](?:\p{Ll}|['’]\p{L})/u.test(rest)) return "word";
  return /^\p{Lu}/u.test(rest) ? "capitals" : "none";
}

function periodEnds(before: string, behind: string, opening: Opening): boolean {
  const lineEnds = /^\S*[^\S\n]*\n/u.test(behind.slice(0, 8));
  const word = (/[\p{Lu}\p{Ll}\d'’]*$/u.exec(before.slice(-24))?.[0] ?? "").replace(/^['’]+/u, "");
  if (/^\D$/u.test(word)) return false;
  if (numbersParagraph(before)) return lineEnds;
  if (word === "" && opening === "number" && !new RegExp(`${CLOSING}$`, "u").test(before)) return lineEnds;
  if (word === "") return (/(?:\.\s?)*$/u.exec(before)?.[0].split(".").length ?? 0) !== 3;
  const known = SHORTENINGS.get(word.replace(/['’]/gu, "").toLowerCase());
  if (known?.kind === "closing") return closes(behind, opening, lineEnds);
  if (known !== undefined && isShortened(known, word, before))
    return known.isWord && !/^\p{Lu}/u.test(word) && opening === "word";
  if (opening !== "number" || lineEnds) return true;
  return /^\p{Ll}/u.test(word) && (known === undefined || known.isWord);
}

/** `Id.` ends a sentence before a word with a capital, or before a number on the next line. */
function closes(behind: string, opening: Opening, lineEnds: boolean): boolean {
  const next = behind.slice(1).trimStart();
  if (/^\d/u.test(next)) return lineEnds;
  return opening === "word" && !/^\(|^\[(?!\p{Lu}\])/u.test(next);
}

function numbersParagraph(before: string): boolean {
  const run = /([\p{Lu}\p{Ll}\d'’]*)\s?$/u.exec(before);
  if (run === null || !/^(?:\d{1,3}|[IVXLC]{1,5})$/u.test((run[1] ?? "").replace(/^['’]+/u, ""))) return false;
  const quoted = /^['’]*/u.exec(run[1] ?? "")?.[0].length ?? 0;
  const lead = before.slice(0, run.index + quoted);
  const lines = (/\s*$/u.exec(lead)?.[0] ?? "").split("\n").length - 1;
  return lead.trim() === "" || lines > 1 || (lines === 1 && !/[\p{Lu}\p{Ll}\d'’,]$/u.test(lead.trimEnd()));
}
