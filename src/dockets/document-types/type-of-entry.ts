import { ownWords } from "./docket-words.ts";
import { isRuling } from "./document-types.ts";
import type { DocumentType, TypeFound } from "./document-types.ts";
import { firstNamed } from "./forms.ts";
import type { Named } from "./forms.ts";

/** What a docket says of a paper. */
export type EntryWords = {
  /** The text of the entry; of an attachment its own name. */
  readonly description: string;
  /** The court's name for the event, where it gives one beside the text. */
  readonly shortDescription?: string | null;
  /** The entry that an attachment hangs on; null or left out for the entry itself. */
  readonly parent?: string | null;
  readonly isAttachment?: boolean;
};

const UNKNOWN: TypeFound = { type: "unknown", confidence: 0 };

/** The kind of paper is named early; what stands behind speaks of other papers. */
const HEAD_CHARS = 240;
/** A name so far from the beginning may be of another paper. */
const NEAR_CHARS = 40;

const CERTAIN = 0.95;
const LIKELY = 0.8;
const GUESS = 0.5;

/** The kind of paper that a line of a docket, or the name of an attachment, says it is. */
export function typeOfEntry({ description, shortDescription, parent, isAttachment }: EntryWords): TypeFound {
  const own = ownWords(description);
  if (own === "") return shortDescription == null ? UNKNOWN : typeOfEntry({ description: shortDescription });
  if (isAttachment === true) return typeOfAttachment(own, parent ?? null);
  const found = typeOfLine(own);
  if (found.type !== "unknown" || shortDescription == null) return found;
  return typeOfEntry({ description: shortDescription });
}

const MINUTES =
  /^(?:[([](?=\w+ only\W))?(?:(?:virtual|electronic|text|amended|remote|corrected|sealed|telephonic|clerk'?s?|courtroom|court|hearing|calendar|criminal|minute|\w+ only)\W+)*(?:minute entry|minute sheet|minutes\b(?!\W+(?:in chambers|order|general))|proceeding memo|hearing held|court proceedings?|proceedings held)/iu;
const RULED =
  /\b(?:granted|denied|overruled|sustained|so ordered|it is ordered|granting|denying|allowed|approved|sentenced|custody of (?:the )?bop|months? (?:of )?(?:imprisonment|custody)|remanded|detained|adjudged|dismissed|confirmed|ordered|court (?:orders|grants|denies|finds|approves|adopts|accepts|rules|continues))\b/iu;
/** The judge's own hand, told by the clerk. */
const SIGNED =
  /\b(?:so[- ]ordered|(?:signed|ordered|issued) by:? (?:the )?(?:chief|senior|magistrate|honou?rable|hon\.?|judge|justice|district judge|u\.?s\.?|united states|bankruptcy|clerk))\b/iu;

function typeOfLine(text: string): TypeFound {
  if (MINUTES.test(text)) return { type: RULED.test(text) ? "order" : "procedural", confidence: LIKELY };
  const named = firstNamed(text.slice(0, HEAD_CHARS));
  if (named === undefined) return SIGNED.test(text) ? { type: "order", confidence: GUESS } : UNKNOWN;
  if (named.type === "procedural" && /\bheld\b/iu.test(named.words) && RULED.test(text))
    return { type: "order", confidence: GUESS };
  const signed = signedAs(named, text);
  if (signed !== undefined) return { type: signed, confidence: LIKELY };
  const before = text.slice(0, named.start).trim();
  // The paper itself has a name that is none of these, and tells of another: "signature page regarding Indictment".
  if (/\b(?:re|regarding|concerning|to|for|as to)\W*$/iu.test(before) && /[a-z]{3}/iu.test(before))
    return { type: "other", confidence: GUESS };
  return { type: named.type, confidence: confidenceOf(before) };
}

function confidenceOf(before: string): number {
  if (before === "") return CERTAIN;
  return before.length <= NEAR_CHARS ? LIKELY : GUESS;
}

/** What a paper of the parties became when the judge signed it. A draft is none, whatever is said of it. */
const BY_SIGNING: Partial<Record<DocumentType, DocumentType>> = {
  stipulation: "order",
  letter: "order",
  notice: "order",
  motion: "order",
  unknown: "order",
  memorandum: "opinion",
};

function signedAs({ type, words }: Named, text: string): DocumentType | undefined {
  const becomes = BY_SIGNING[type];
  if (becomes === undefined || !SIGNED.test(text) || /\bpropos/iu.test(text)) return undefined;
  // A notice and a motion may speak of what a judge has signed before.
  const isOwn = type !== "notice" && type !== "motion";
  return isOwn || SIGNED.test(text.slice(words.length, HEAD_CHARS * 2)) ? becomes : undefined;
}

/**
 * An attachment is typed by its own name. One that is called an order, and hangs on what a party filed, is a draft or a
 * copy, and no ruling.
 */
function typeOfAttachment(own: string, parent: string | null): TypeFound {
  const entry = parent === null ? undefined : typeOfEntry({ description: parent });
  const found = typeOfLine(own);
  const isParentsOwn = entry !== undefined && isRuling(entry.type);
  if (
    isParentsOwn &&
    /^\W*(?:\w+ )?(?:memorandum|order|opinion|judgment|decision|document|main document)\W*$/iu.test(own)
  )
    return { type: entry.type, confidence: LIKELY };
  if (isRuling(found.type) && !isParentsOwn) {
    if (entry === undefined || entry.type === "unknown") return { ...found, confidence: GUESS };
    return { type: found.type === "order" ? "other" : "exhibit", confidence: GUESS };
  }
  if (found.type !== "unknown") return found;
  const isToldSomething = firstNamed(own) === undefined && /\p{L}{3,}.*\p{L}{3,}/u.test(own);
  return isToldSomething ? { type: "exhibit", confidence: GUESS } : UNKNOWN;
}
