import { abbreviationAt } from "#text/abbreviations.ts";
import { isLetter, isUpper } from "./characters.ts";

/** The words of a list written with bars between them. */
function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split("|"));
}

/** Words that may stand in lower case inside a party's name. */
export const NAME_CONNECTORS: ReadonlySet<string> = wordsIn(
  "of|the|and|for|ex|rel.|rel|et|al.|al|de|del|la|le|los|las|du|da|di|van|von|der|den|ten|ter|y|a/k/a" +
    "|d/b/a|f/k/a|n/k/a|t/a|c/o|dba|aka|ux.|ux|vir|re|parte|&|o/b/o|exrel.|ex.",
);

/** Further lower-case words met between `v.` and the citation. */
export const DEFENDANT_CONNECTORS: ReadonlySet<string> = wordsIn(
  "in|on|to|a|an|at|by|or|as|with|through|from|under|one|two|three|others|similarly|situated|certain" +
    "|unknown|located|known|approximately|more|less|dollars|currency|acres|parcel|parcels|property|real" +
    "|land|lot|lots|minor|infant|named|his|her|wife|husband|pounds|cases|barrels|bottles|articles" +
    "|packages",
);

/** Capitalised words that begin a sentence or a signal and so are not part of the name after them. */
export const LEADING_WORDS: ReadonlySet<string> = wordsIn(
  "in|see|see,|under|cf|cf.|but|also|e.g.|e.g.,|eg|accord|accord,|compare|contra|and|as|since|following" +
    "|unlike|like|although|while|because|when|where|after|before|both|here|however|indeed|thus|citing" +
    "|quoting|overruling|overruled|relying|applying|with|from|by|to|on|at|that|this|these|those|its|our" +
    "|if|so|or|nor|yet|it|we|they|he|she|is|was|were|are|id.|ibid.|viz.|generally|even|then|later|first," +
    "|second,|third,|finally|moreover|further|furthermore|similarly|likewise|specifically|recently" +
    "|nevertheless|consequently|therefore|again|only|unless|until|upon|whether|affirming|reversing" +
    "|distinguishing|explaining|rev'd|aff'd|affd|revd|affirmed|reversed|vacated|denied|granted|dismissed" +
    "|remanded|modified|certiorari|cert.|sub|nom.|with,|what|which|who|there|today|construing" +
    "|interpreting|adopting|abrogating|discussing|per|re-affirmed",
);

/** Words that may follow a comma inside a name: `Yield Dynamics, Inc. v. …`. */
export const NAME_TAILS: ReadonlySet<string> = wordsIn(
  "inc|llc|ltd|corp|co|lp|llp|pc|pa|na|sa|ag|gmbh|jr|sr|ii|iii|iv|et|plc|pllc|nv|bv|fsb|fa|ssb|sc|lcc" +
    "|md|esq|local|intl|dba|d/b/a|a|an|as|by|and|&|no|trustee|tr|admr|admx|exr|exx|commr|secretary|warden" +
    "|district|u.s.a|usa|the|afl-cio|cio" +
    // `City of Alder, Cal. v. Birch`
    "|ala|ariz|ark|cal|colo|conn|del|fla|ga|ill|ind|kan|ky|mass|md|mich|minn|mo|mont|neb|nev|nh|nj|nm|ny|nc|nd" +
    "|ohio|okla|ore|ri|sc|sd|tenn|tex|utah|va|vt|wash|wis|wva|wyo|dc",
);

/** Whether a word that ends in a period is an abbreviation and so does not end a sentence. */
export function isAbbreviation(word: string): boolean {
  const bare = word
    .replace(/^[("'\u201c\u2018[]+/u, "")
    .replace(/(?<![,.;:)\]])[,.;:)\]]+$/u, "")
    .replaceAll("\u2019", "'");
  if (bare === "&c") return true;
  if (bare.length <= 1) return bare.length === 1 && isLetter(bare.charCodeAt(0));
  if (abbreviationAt(bare, 0, bare.length) !== undefined) return true;
  if (/^(?:[A-Za-z]\.)+[A-Za-z]$/u.test(bare)) return true;
  return isUpper(bare.charCodeAt(0)) && bare.length <= 5 && !/[aeiouy]/iu.test(bare);
}
