/** Words around an act that tell how it is meant, and whose it is. Looked for in words with a space around each. */
const SIGNS: readonly (readonly [name: string, words: RegExp])[] = [
  [
    "unreal",
    / (?:had (?:a |the )?(?:[^ ]+ ){0,3}been|were (?:we|it|the court|this court|i) (?:[^ ]+ ){0,3}to|even (?:if|were|assuming|though)|would have|might have|could have|as if|as though) /u,
  ],
  ["condition", / (?:if|unless|whether|assuming|suppose) /u],
  ["possible", / (?:would|should|could|might|may) /u],
  ["nor", / (?:nor|neither) /u],
  [
    "asked",
    / (?:ask(?:s|ed)?|urge[sd]?|invite[sd]?|request(?:s|ed)?|suggest(?:s|ed)?|argue[sd]?|contend(?:s|ed)?|claim(?:s|ed)|maintain(?:s|ed)?|insist(?:s|ed)?|relies|relied|reliance|assert(?:s|ed)?) /u,
  ],
  [
    "party",
    / (?:petitioners?|respondents?|appellants?|appellees?|plaintiffs?|defendants?|government|amici|amicus|counsel|movant|state) /u,
  ],
  [
    "other body",
    / (?:court of appeals?|district court|trial court|court below|lower courts?|circuit|panel|tribunal|magistrate|bankruptcy court|supreme court|state court|legislature|congress) /u,
  ],
  ["separate", / (?:dissent|dissenting|concurrence|concurring|plurality|justice|mr|judge) /u],
  ["we", / we /u],
  ["I", / i /u],
  ["today", / (?:today|now|hereby) /u],
  ["denied", / (?:not|never|no|cannot|nothing) /u],
  ["question", / \? /u],
  ["declined", / (?:declin[^ ]+|refus[^ ]+|reject[^ ]+) /u],
  ["past", / (?:had|did|has|have) /u],
  ["law", / (?:statute|rule|section|§|act|code|amendment|regulation) /u],
  ["overruling", / overrul[^ ]+ /u],
  ["reaffirmed", / (?:reaffirm[^ ]*|adhere[^ ]*|reiterat[^ ]*) /u],
];

export function moodsIn(words: readonly string[]): string[] {
  const joined = ` ${words.join(" ")} `;
  return SIGNS.filter(([, expression]) => expression.test(joined)).map(([name]) => name);
}
