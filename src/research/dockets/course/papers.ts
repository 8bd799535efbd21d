import { referencesTo, refersToEntries } from "#dockets/document-types/entry-references.ts";
import type { EntryWithDocuments } from "../model.ts";
import { headOf, saysAll, titleStems } from "../motion-lines.ts";
import type { CourseLine } from "./line.ts";

/** What a paper does for a motion: oppose it, say that nobody opposes it, answer what opposes it, or take it back. */
export type PaperKind = "opposition" | "consent" | "reply" | "withdrawal";

export type Paper = { readonly kind: PaperKind; readonly entry: EntryWithDocuments };

const REPLY = /^\W*(?:\w+\W+){0,3}?(?:sur-?reply|reply)\b/iu;
const CONSENT = /^\W*(?:\w+\W+){0,4}?non-?opposition\b/iu;
const OPPOSES =
  /^\W*(?:(?!motion|application|order|transcript|certificate)[\w'’]+[^\w'’]+){0,6}?(?:opposition|opposing|objections?|response|resistance|contra)\b/iu;
const WITHDRAWS = /^\W*(?:[\w'’]+[^\w'’]+){0,4}?withdraw(?:al|ing|n|s)?\b/iu;

function kindOf({ head, isOfCourt, type }: CourseLine): PaperKind | undefined {
  if (isOfCourt) return undefined;
  if (WITHDRAWS.test(head)) return "withdrawal";
  if (type === "motion") return undefined;
  if (REPLY.test(head)) return "reply";
  if (CONSENT.test(head)) return "consent";
  return OPPOSES.test(head) ? "opposition" : undefined;
}

/** Numbers of dockets are looked for in so much of a line: behind them attachments are listed. */
const REFERRED_CHARS = 1200;

/**
 * The papers filed on a motion: those that name its number, those that name the number of a paper on it, and those that
 * name no number and say all the words of its title before another such motion is made.
 */
export function papersOn(motion: EntryWithDocuments, lines: readonly CourseLine[]): Paper[] {
  const title = titleStems(motion);
  const saysIt = saysAll(title);
  const next =
    lines.find(({ entry, type }) => entry.ordinal > motion.ordinal && type === "motion" && saysIt(headOf(entry)))?.entry
      .ordinal ?? Infinity;
  const numbers = new Set(motion.number === null ? [] : [motion.number]);
  const papers: Paper[] = [];
  for (const line of lines) {
    const { entry, words } = line;
    if (entry.ordinal <= motion.ordinal) continue;
    const kind = kindOf(line);
    if (kind === undefined) continue;
    const said = words.slice(0, REFERRED_CHARS);
    const isNamed = [...numbers].some((number) => said.includes(number) && referencesTo(said, number).length > 0);
    const isMeant =
      entry.ordinal < next && saysIt(line.head) && (isNamed || !refersToEntries(said) || !namesEarlier(said, numbers));
    if (!isNamed && !isMeant) continue;
    papers.push({ kind, entry });
    if (entry.number !== null) numbers.add(entry.number);
  }
  return papers;
}

/** A line that names other papers in front of the motion's title is on those. */
function namesEarlier(said: string, numbers: ReadonlySet<string>): boolean {
  return refersToEntries(said) && ![...numbers].some((number) => said.includes(number));
}
