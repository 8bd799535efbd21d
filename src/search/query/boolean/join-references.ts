import { ruleNode, sectionIn } from "#search/query/equivalents/equivalents.ts";
import { rulesIn } from "#search/query/equivalents/rules.ts";
import { bareText } from "#search/query/direct.ts";
import { docketNumberIn } from "#search/query/readers/docket-number.ts";
import { possibleRecordIn } from "#search/query/readers/possible-record.ts";
import { printedCitationIn } from "#search/query/readers/printed-citation.ts";
import { statuteIn } from "#search/query/readers/statute.ts";
import { typedCitationIn } from "#search/query/readers/typed-citation.ts";
import type { QueryToken, QuotedToken, WordToken } from "#search/query/tokens.ts";
import { collapseSpace } from "#text/typography.ts";

/** Tokens of the longest reference: `550 F. Supp. 2d 1,` and a pin cite. */
const REFERENCE_TOKENS_MAX = 10;
/** What people write before a docket number. */
const NUMBER_LEAD = /^(?:nos?\.?|number|docket|case)$/iu;

/**
 * Citations and sections of the codes typed between operators become one token each: `410 U.S. 113 AND abortion` asks
 * for the citation, not for three numbers and letters anywhere. So does a docket number of several words behind its
 * prefix.
 */
export function joinReferences(text: string, tokens: readonly QueryToken[]): QueryToken[] {
  const joined: QueryToken[] = [];
  for (let index = 0; index < tokens.length;) {
    const found = referenceAt(text, tokens, index);
    const token = found?.token ?? tokens[index];
    if (token !== undefined) joined.push(token);
    index += found?.length ?? 1;
  }
  return joined;
}

type Found = { readonly token: QueryToken; readonly length: number };

function referenceAt(text: string, tokens: readonly QueryToken[], index: number): Found | undefined {
  const before = tokens[index - 1];
  const field = before?.kind === "field" ? before.prefix : undefined;
  const inDocket = field === "docket";
  const token = tokens[index];
  if (token?.kind === "quoted" && inDocket) return { token: within(token, DOCKET_NUMBER), length: 1 };
  if (token?.kind === "quoted" && (field === "judge" || field === "author"))
    return { token: within(token, JUDGE_NAME), length: 1 };
  const words = wordsFrom(tokens, index);
  const [first, second] = words;
  if (inDocket && first !== undefined && second !== undefined && NUMBER_LEAD.test(first.text)) {
    const behind = longest(text, words.slice(1), docketIn);
    return { token: behind?.token ?? second, length: 1 + (behind?.length ?? 1) };
  }
  if (first !== undefined && field === undefined && BEFORE_NUMBER.test(first.text)) {
    const alone = ruleIn(first.text, first);
    return alone === undefined ? longest(text, words, ruleIn) : { token: alone, length: 1 };
  }
  if (first === undefined || !/^\d/u.test(first.text)) return undefined;
  return longest(text, words, (part, joined) => (inDocket ? docketIn(part, joined) : sourceIn(part, joined)));
}

function wordsFrom(tokens: readonly QueryToken[], index: number): readonly WordToken[] {
  const window = tokens.slice(index, index + REFERENCE_TOKENS_MAX);
  const end = window.findIndex((token) => token.kind !== "word");
  return window.slice(0, end === -1 ? undefined : end).filter((token) => token.kind === "word");
}

type Read = (part: string, joined: WordToken) => QueryToken | undefined;

/** The longest run of words that reads as one reference; a single word is one already. */
function longest(text: string, words: readonly WordToken[], read: Read): Found | undefined {
  for (let length = words.length; length > 1; length -= 1) {
    const at = { start: words[0]?.at.start ?? 0, end: words[length - 1]?.at.end ?? 0 };
    const part = text.slice(at.start, at.end);
    const token = read(part, { kind: "word", text: part, exact: true, at });
    if (token !== undefined) return { token, length };
  }
  return undefined;
}

/** What a rule of a court or a bare section begins with. */
const BEFORE_NUMBER =
  /^(?:fed(?:eral)?\.?|f\.?\s?r\S*(?:p|e)\.?|f\.\S*|fed\.\S*|rules?|§{1,2}\S*|secs?\.?|sections?)$/iu;

function ruleIn(part: string, { at }: WordToken): QueryToken | undefined {
  if (!/\d/u.test(part)) return undefined;
  const rule = rulesIn(part).find((one) => one.at.start === 0 && one.at.end === part.length);
  if (rule !== undefined) return { kind: "equivalent", node: ruleNode({ ...rule, at }), at };
  const section = sectionIn(part, at);
  return section === undefined ? undefined : { kind: "equivalent", node: section, at };
}

/** A section of a code, or a citation without a name before it; a number that may be a docket's is left alone. */
function sourceIn(part: string, joined: WordToken): QueryToken | undefined {
  if (!/[A-Za-z]/u.test(part)) return undefined;
  const folded = collapseSpace(part);
  const statute = statuteIn(folded);
  if (statute !== undefined) return { kind: "statute", ...statute, at: joined.at };
  const bare = bareText(folded);
  if (bare === undefined) return undefined;
  const printed = printedCitationIn(bare);
  const found = printed ?? (docketNumberIn(bare) === undefined ? typedCitationIn(bare) : undefined);
  if (found === undefined || found.name !== undefined || found.reference.kind === "docket") return undefined;
  return { ...joined, text: found.reference.kind === "pin" ? found.reference.pin : found.reference.citation };
}

/** Behind `docket:` whatever may be a number is one. */
function docketIn(part: string, joined: WordToken): QueryToken | undefined {
  const folded = collapseSpace(part);
  const bare = bareText(folded);
  if (bare === undefined || printedCitationIn(bare) !== undefined) return undefined;
  const isCitation = docketNumberIn(bare) === undefined && typedCitationIn(bare) !== undefined;
  const found = isCitation ? undefined : (docketNumberIn(bare) ?? possibleRecordIn(folded));
  return found?.reference.kind === "docket" ? { ...joined, text: found.reference.docket } : undefined;
}

/** `docket:"No. 96-318"`: the record holds the number alone. */
const DOCKET_NUMBER = /^\s*(?:(?:(?:docket|case|civil action)\s+)?(?:nos?\.?|number)\s+(?=\S*\d))?(?<kept>.*)$/isu;
/** `judge:"Cardozo, C.J."`, `judge:"Justice Cardozo"`: the record holds the name alone. */
const JUDGE_NAME = /^\s*(?:(?:chief\s+)?(?:justice|judge)\s+)?(?<kept>.*?)(?:,\s*(?:c\.\s?|p\.\s?)?j\.?)?\s*$/isu;

function within(token: QuotedToken, form: RegExp): QueryToken {
  const kept = form.exec(token.text)?.groups?.["kept"] ?? token.text;
  return { ...token, text: kept, textStart: token.textStart + token.text.indexOf(kept) };
}
