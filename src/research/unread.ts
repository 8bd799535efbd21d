import type { Claim, Completeness, Lacks } from "#completeness/completeness.ts";
import type { CheckedCitation } from "./checked-citation.ts";
import { note } from "./cases/model.ts";
import type { Note } from "./note.ts";

/**
 * What the citator has not read yet, to be said beside how decisions stand and who cites them; nothing where it has read
 * everything. `denies` is that nothing cites. Asked before the citator is (`Completeness.lacks`).
 */
export type Unread = (upTo: Claim) => Promise<(claim: Claim) => readonly Note[]>;

export function unreadBy(completeness: Pick<Completeness, "lacks">): Unread {
  return async (upTo) => {
    const lacks = await completeness.lacks(["citator"], upTo);
    return (claim) => lacks(claim).map(asNote);
  };
}

/** What a text is checked with, as it was before; the index where it was asked for names. */
export type BriefLacks = { readonly citator: Lacks; readonly opinions?: Lacks };

/** Of a checked text: the citator, where it says how decisions stand, and the index, which did not lead to a name. */
export function unreadOfBrief(citations: readonly CheckedCitation[], lacks: BriefLacks): readonly string[] {
  const isJudged = citations.some(({ matches }) => matches.length > 0);
  const isMissed = citations.some(({ verdict, didYouMean }) => verdict === "not_held" && didYouMean.length === 0);
  const standing = isJudged || isMissed ? lacks.citator("counts") : [];
  return isMissed ? [...standing, ...(lacks.opinions?.("denies") ?? [])] : standing;
}

function asNote(message: string): Note {
  return note(message, { code: "being_read_in" });
}
