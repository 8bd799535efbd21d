/** Words by which a head says that the full court sat. California wrote `In Bank`, others `In Banc`. */
const FULL_COURT = /\b(?:en banc|in banc|in bank)\b/iu;
/** What makes the words speak of a petition or of another court's sitting. */
const ABOUT_ANOTHER =
  /\b(?:petition|suggestion|motion|request|rehearing|rehear|denied|denying|declined|court of appeals|affirmed|reversed|vacated|\d{4}\)?\s*\(en banc\))/iu;
/** A rehearing that was held before the full court is this decision's own form. */
const ON_REHEARING =
  /^(?:opinion\s+)?on\s+(?:re-?hearing|reconsideration)\s*(?:,\s*)?(?:en|in)\s+ban[ck]\b|\bon\s+rehearing\s+(?:en|in)\s+banc\W*$/iu;
const LINE_CHARS_MAX = 90;
/** `Before` and a name; a sentence of the text may begin with the word too. */
const PANEL_LINE =
  /^(?:argued |heard )?(?:before|present|panel)\s*:?\s+(?:the honorable\s+|judges?\s+)?\p{Lu}[\p{L}'\u2019.]+(?:,|;|\s+and\s+\p{Lu})/iu;

/**
 * Whether the decision itself was made by the full court: said by a short line of its head (`EN BANC`, `[In Bank.`),
 * or in the line that names the judges. A mention of some petition or of another court's rehearing is none.
 */
export function isEnBanc(headLines: readonly string[]): boolean {
  return headLines.some((line) => {
    if (!FULL_COURT.test(line)) return false;
    if (PANEL_LINE.test(line))
      return /\b(?:en|in)\s+ban[ck]\W*$/iu.test(line) || /\b(?:sitting|judges?,?)\s+(?:en|in)\s+ban[ck]\b/iu.test(line);
    if (/^(?:re)?argued\s+(?:en|in)\s+ban[ck]\b/iu.test(line)) return line.length <= LINE_CHARS_MAX;
    if (line.length > LINE_CHARS_MAX) return /^\W*(?:en banc|in banc|in bank)\W*[.\]]\W/iu.test(line);
    if (ON_REHEARING.test(line)) return !/\b(?:petition|denied|motion|suggestion)\b/iu.test(line);
    return !ABOUT_ANOTHER.test(line) && standsAlone(line);
  });
}

/** Few words beside the phrase: a heading, not a sentence that mentions it. */
function standsAlone(line: string): boolean {
  const rest = line.replace(FULL_COURT, " ").match(/\p{L}+/gu) ?? [];
  return rest.length <= 5 && !/[a-z]{3,}\s+[a-z]{3,}\s+[a-z]{3,}/u.test(line);
}
