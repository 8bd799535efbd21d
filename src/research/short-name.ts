import { GIVEN_NAMES } from "#citations/given-names.ts";
import { captionOf } from "#citations/parties.ts";
import { isSovereign } from "#text/case-names.ts";

/** Who litigates so often that a short form by that name tells nothing (Bluebook, rule 10.9). */
const COMMON =
  /^(?:u\.\s?s\.|united states|state|people|commonwealth|(?:city|county|town|village|board|department) of|nlrb|n\.l\.r\.b\.|irs|comm(?:issioner|'r))\b/iu;
const ORGANISED =
  /\b(?:inc|co|corp|llc|l\.l\.c|ltd|lp|l\.p|assn|ass'n|bank|company|corporation|association|university|district|union|trust|fund|school|hospital|railroad|r\.r|ry|board|bros)\b/iu;
const OF_MATTER = /^(?:in re|in the matter of|matter of|ex parte|estate of)\s+/iu;

/**
 * The name by which a case is cited again: of one party, the first that is no common litigant, and of a person the
 * surname (Bluebook, rule 10.9): `Patane` of `United States v. Samuel Francis Patane`. The whole name where it is in doubt.
 */
export function shortName(caseName: string): string {
  const [first, second] = captionOf(caseName);
  const bare = first.replace(OF_MATTER, "").trim();
  const party = second !== undefined && isCommon(bare) ? second : bare;
  return isCommon(party) ? caseName : (surnameIn(party) ?? party);
}

function isCommon(party: string): boolean {
  return COMMON.test(party) || isSovereign(party.toLowerCase());
}

/** Undefined where the words are not those of one person who is called by a first name that many bear. */
function surnameIn(party: string): string | undefined {
  const words = party.replace(/,? (?:jr|sr|ii|iii|iv)\.?$/iu, "").split(/\s+/u);
  const [given = ""] = words;
  if (words.length < 2 || words.length > 4 || ORGANISED.test(party) || /[,&]/u.test(words.join(" "))) return undefined;
  if (!GIVEN_NAMES.has(given.toLowerCase()) || !words.every((word) => /^\p{Lu}/u.test(word))) return undefined;
  return words.at(-1);
}
