import { referencesTo, refersToEntries } from "#dockets/document-types/entry-references.ts";
import type { EntryWithDocuments } from "../model.ts";
import { saysAll, titleStems } from "../motion-lines.ts";
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

type PaperLine = CourseLine & { readonly kind: PaperKind; readonly said: string; readonly namesNumbers: boolean };

/** The papers of a docket that may be filed on motions, and the motions, read once for all. */
export type Papers = { readonly papers: readonly PaperLine[]; readonly motions: readonly CourseLine[] };

export function papersIn(lines: readonly CourseLine[]): Papers {
  const papers = lines.flatMap((line) => {
    const kind = kindOf(line);
    if (kind === undefined) return [];
    const said = line.words.slice(0, REFERRED_CHARS);
    return [{ ...line, kind, said, namesNumbers: refersToEntries(said) }];
  });
  return { papers, motions: lines.filter(({ type }) => type === "motion") };
}

/**
 * The papers filed on a motion: those that name its number, those that name the number of a paper on it, and those that
 * name no number and say all the words of its title before another such motion is made.
 */
export function papersOn(motion: EntryWithDocuments, { papers, motions }: Papers): Paper[] {
  const saysIt = saysAll(titleStems(motion));
  const next = motions.find(({ entry, head }) => entry.ordinal > motion.ordinal && saysIt(head))?.entry.ordinal;
  const numbers = new Set(motion.number === null ? [] : [motion.number]);
  const found: Paper[] = [];
  for (const { entry, kind, said, head, namesNumbers } of papers) {
    if (entry.ordinal <= motion.ordinal) continue;
    const isNamed = [...numbers].some((number) => said.includes(number) && referencesTo(said, number).length > 0);
    const isMeant = !namesNumbers && entry.ordinal < (next ?? Infinity) && saysIt(head);
    if (!isNamed && !isMeant) continue;
    found.push({ kind, entry });
    if (entry.number !== null) numbers.add(entry.number);
  }
  return found;
}
