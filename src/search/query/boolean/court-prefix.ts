import type { FilterNode, Span } from "#index/tree.ts";
import { ofCourts } from "#search/opinions.ts";
import { queryWith } from "#search/query/fault.ts";
import type { ResolveCourt } from "#search/query/reading.ts";
import type { QueryToken, QuotedToken, WordToken } from "#search/query/tokens.ts";
import { faultAt, neverClosed } from "./faults.ts";
import type { QueryCursor } from "./query-cursor.ts";

/** `United States Court of Appeals for the Ninth Circuit`, and a word more. */
const COURT_WORDS_MAX = 10;

type Courts = { readonly courtIds: readonly string[]; readonly end?: number };

/** What stands behind `court:`: `ca9`, `"9th Cir."` or `(ca9 OR ca2)`. Throws signals. */
export function courtNode(cursor: QueryCursor, prefix: Span, resolveCourt: ResolveCourt): FilterNode {
  const token = cursor.peek();
  const { courtIds, end } =
    token?.kind === "open" ? courtGroup(cursor, token.at, resolveCourt) : courtNamed(cursor, token, resolveCourt);
  const at = { start: prefix.start, end: end ?? prefix.end };
  if (courtIds.length === 0) {
    throw faultAt("unknown_court", "court: names no court", at, "", "Name one: court:scotus.");
  }
  return { kind: "filter", filter: ofCourts([...new Set(courtIds)]), at };
}

function courtNamed(cursor: QueryCursor, token: QueryToken | undefined, resolveCourt: ResolveCourt): Courts {
  if (token?.kind !== "word" && token?.kind !== "quoted") return { courtIds: [] };
  if (token.kind === "quoted") cursor.met('""');
  const courtIds = idsOf(cursor, token, resolveCourt);
  cursor.take();
  return { courtIds, end: token.at.end };
}

function courtGroup(cursor: QueryCursor, open: Span, resolveCourt: ResolveCourt): Courts {
  cursor.take();
  cursor.met("()");
  const courtIds: string[] = [];
  for (let token = cursor.peek(); token !== undefined; token = cursor.peek()) {
    if (token.kind === "or") {
      cursor.met("OR");
      cursor.take();
    } else if (token.kind === "word" || token.kind === "quoted") {
      courtIds.push(...courtNamed(cursor, token, resolveCourt).courtIds);
    } else if (token.kind === "close") {
      cursor.take();
      return { courtIds, end: token.at.end };
    } else {
      break;
    }
  }
  const place = cursor.peek()?.at;
  if (place === undefined) throw neverClosed(cursor.text, open);
  const advice = "List courts with OR between them: court:(ca9 OR ca2).";
  throw faultAt("unknown_court", "only names of courts may stand in this group", place, "", advice);
}

const SUPREME =
  "court:supreme asks for the highest courts of the United States and of the states; court:scotus for the first alone.";

/** Commas between the names of a list are no part of them. */
function idsOf(cursor: QueryCursor, token: WordToken | QuotedToken, resolveCourt: ResolveCourt): readonly string[] {
  const name = token.kind === "word" ? token.text.replace(/(?<=.)[,;]+$/u, "") : token.text;
  const resolved = resolveCourt(name);
  if (/^supreme$/iu.test(name)) cursor.notes.push(SUPREME);
  if (resolved.ok) return resolved.value;
  const advice = 'Names of several words go in quotation marks: court:"9th Cir.".';
  const message = `no court is called ${name}`;
  const meant = courtMeant(cursor, token.at, resolved.error, resolveCourt);
  throw faultAt("unknown_court", message, token.at, meant, advice, { court: name });
}

/**
 * The query with quotation marks around the words that name a court together, else with the nearest name. A small word
 * behind that narrows nothing (`1st Cir. fraud` still names the circuit) is no part of the name.
 */
function courtMeant(cursor: QueryCursor, at: Span, nearest: readonly string[], resolveCourt: ResolveCourt): string {
  const { text } = cursor;
  let named: { readonly ids: readonly string[]; readonly end: number } | undefined;
  for (const { kind, at: next } of cursor.behind(COURT_WORDS_MAX - 1)) {
    if (kind !== "word") break;
    const resolved = resolveCourt(text.slice(at.start, next.end));
    if (!resolved.ok) continue;
    const { ids = [] } = named ?? {};
    const isNarrower = !ids.every((id) => resolved.value.includes(id));
    const isOfName = ids.length === resolved.value.length && /\p{Lu}/u.test(text.charAt(next.start));
    if (named === undefined || isNarrower || isOfName) named = { ids: resolved.value, end: next.end };
  }
  if (named !== undefined) {
    const whole = { start: at.start, end: named.end };
    return queryWith(text, whole, `"${text.slice(whole.start, whole.end)}"`);
  }
  const [name] = nearest;
  if (name === undefined) return "";
  return queryWith(text, at, /^[\w.]+$/u.test(name) ? name : `"${name}"`);
}
