import type { Claim, Completeness } from "#completeness/completeness.ts";
import type { CheckedCitation } from "./checked-citation.ts";
import { note } from "./cases/model.ts";
import type { Note } from "./note.ts";

/**
 * What the citator has not read yet, to be said beside how decisions stand and who cites them; nothing where it has read
 * everything. `denies` is that nothing cites.
 */
export type Unread = (claim: Claim) => Promise<readonly Note[]>;

export function unreadBy(completeness: Pick<Completeness, "warnings">): Unread {
  return async (claim) => (await completeness.warnings(["citator"], claim)).map(asNote);
}

/** Of a checked text: the citator, where it says how decisions stand, and the index, which did not lead to a name. */
export async function unreadOfBrief(
  citations: readonly CheckedCitation[],
  completeness: Pick<Completeness, "warnings">,
): Promise<readonly string[]> {
  const isJudged = citations.some(({ matches }) => matches.length > 0);
  const isMissed = citations.some(({ verdict, didYouMean }) => verdict === "not_held" && didYouMean.length === 0);
  const standing = isJudged || isMissed ? await completeness.warnings(["citator"], "counts") : [];
  return isMissed ? [...standing, ...(await completeness.warnings(["opinions"], "denies"))] : standing;
}

function asNote(message: string): Note {
  return note(message, { code: "being_read_in" });
}
