import { html } from "hono/html";
import { deskAddress } from "../desk-request.ts";
import type { DeskQuestion } from "../desk-request.ts";
import type { Markup } from "./layout.ts";

/** A whole query that would be read. */
const WHOLE = /^Did you mean: (?<whole>.+)$/su;
/** A word in place of one that was typed. */
const WORD = /^Did you mean (?<meant>.+?)(?<held> \([\d,]+ [a-z]+\)) for (?<typed>.+?)\?$/su;
/** Names in place of one that a field holds. */
const NAMES = /^(?<said>.*; did you mean )(?<meant>.+?)\?$/su;

/** A longer text is told as it is. */
const TOLD_CHARS_MAX = 1000;

/** What is told of a search, what may have been meant in it being a link to the search for that. */
export function withMeant(told: string, asked: DeskQuestion, field = "q"): Markup | string {
  if (told.length > TOLD_CHARS_MAX) return told;
  const whole = WHOLE.exec(told)?.groups?.["whole"];
  if (whole !== undefined) return html`Did you mean: ${link({ ...asked, query: whole }, whole)}`;
  const word = WORD.exec(told)?.groups;
  if (word !== undefined) {
    const { meant = "", held = "", typed = "" } = word;
    const query = withWord(asked.query, typed, meant);
    if (query === undefined) return told;
    return html`Did you mean ${link({ ...asked, query }, meant)}${held} for ${typed}?`;
  }
  const names = NAMES.exec(told)?.groups;
  if (names === undefined || (field !== "court" && field !== "state")) return told;
  const { said = "", meant = "" } = names;
  const links = meant
    .split(/, | or /u)
    .map((name, at) => html`${at === 0 ? "" : " or "}${link({ ...asked, [field]: name }, name)}`);
  return html`${said}${links}?`;
}

/** Its other filters stay; the page does not. */
function link(asked: DeskQuestion, words: string): Markup {
  return html`<a href="${deskAddress({ ...asked, page: "" })}">${words}</a>`;
}

/** The query with every occurrence of what was typed replaced; undefined where it has none. */
function withWord(query: string, typed: string, meant: string): string | undefined {
  const folded = typed.toLowerCase();
  const parts: string[] = [];
  let done = 0;
  const words = query.toLowerCase();
  // Folding may change lengths (`İ`); then places of one are none of the other.
  if (words.length !== query.length) return undefined;
  for (let at = words.indexOf(folded); at >= 0; at = words.indexOf(folded, done)) {
    parts.push(query.slice(done, at), meant);
    done = at + folded.length;
  }
  return parts.length === 0 ? undefined : parts.join("") + query.slice(done);
}
