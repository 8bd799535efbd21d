/**
 * What kind of words would answer a question, read from its form. A question may want several; one that wants nothing
 * in particular has none.
 */
export const WANTS = [
  "amount",
  "count",
  "period",
  "date",
  "person",
  "reason",
  "holding",
  "disposition",
  "standard",
  "exception",
  "penalty",
  "definition",
  "procedure",
  "authority",
] as const;
export type Want = (typeof WANTS)[number];
export type Wanted = ReadonlySet<Want>;

const ASKS: Readonly<Record<Want, RegExp>> = {
  amount:
    /\b(?:how much|what (?:sum|amount|price|fee|fine|dollar|total|share|cost|royalty|rent|bond|salary|rate|percentage)|(?:sum|amount|price|fees?|cost|rental|value|payment|royalty|dollars?|damages|compensation|owe[ds]?|paid|pay|penalty|bond|fine|how large)\b)/iu,
  count:
    /\b(?:how many|how often|what (?:number|percentage|share)|number of|votes?|reading|counts?|how (?:fast|old|large|big|far|tall))\b/iu,
  period:
    /\b(?:how long|how soon|within how many|time limit|limitations? period|deadline|how (?:many|much) (?:days|months|years|time)|period|term|days|months|years|prison|sentence)\b/iu,
  date: /\b(?:when|what (?:date|day|year|month)|on what|which (?:date|day|year)|deadline|as of)\b/iu,
  person:
    /\b(?:who|whom|whose|which (?:judges?|justices?|members?|court|agency|department|company|party|parties|bank|lender|creditors?|defendants?|plaintiffs?|lawyers?|witness(?:es)?|insurer|state)|represents?|name of)\b/iu,
  reason:
    /\b(?:why|on what (?:ground|basis)|what (?:reason|ground|basis|grounds)|how (?:does|did|do) .{3,60}(?:square|justify|explain|answer|distinguish)|because of what)\b/iu,
  holding:
    /^(?:is|are|was|were|did|does|do|may|can|could|must|has|had|have|should|will|would)\b|\b(?:hold|held|holding|rule[ds]?|ruling|conclude[ds]?|decide[ds]?|constitutional|valid|enforceable|entitled|allow(?:ed)?|permitted|barred|violate[ds]?|liable)\b/iu,
  disposition:
    /\b(?:disposition|outcome|dispos(?:e|ed|al)|judgment below|affirm(?:ed)?|reverse[ds]?|vacate[ds]?|remand(?:ed)?|what (?:did|does|was) .{0,60}order(?:ed)?|(?:result|fate) of|became of|how did .{3,60}(?:end|come out|rule)|resolved|relief|in the end|action did|finally|modif(?:y|ied)|granted|denied|dismissed|reinstated|order)\b/iu,
  standard:
    /\b(?:standard|test|burden|rule|elements?|requirements?|factors?|must .{2,60}(?:show|prove|find|establish|contain|consider)|what (?:law|must)|two-step|criteria|review)\b/iu,
  exception: /\b(?:exceptions?|exempt(?:ed|ion)?|unless|not apply|do not apply|excluded?|shut out|spared|outside)\b/iu,
  penalty:
    /\b(?:penalt(?:y|ies)|fine[ds]?|prison|imprison(?:ed|ment)|punish(?:ed|ment)?|sentence[ds]?|sanctions?|jail)\b/iu,
  definition:
    /\b(?:what (?:does|do|is) .{2,60} (?:mean|means|meant)|defin(?:e|ed|ition)|meaning|mean by|what counts as|what is an?)\b/iu,
  procedure:
    /\b(?:procedural|history|below|lower courts?|trial (?:court|judge)|appeal(?:ed|s)?|remand|first|next|then|happened|filed|motion|petition|step)\b/iu,
  authority:
    /\b(?:distinguish(?:ed)?|follow|precedent|overrule[ds]?|decision in|earlier|prior|case|rely|relied|reading of|v\.)\b/iu,
};

export function wantedOf(question: string): Wanted {
  return new Set(WANTS.filter((want) => ASKS[want].test(question)));
}

const NUMBER_WORD =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|third|quarter|dozen)";
const MONTH =
  "(?:Jan(?:uary|\\.)|Feb(?:ruary|\\.)|Mar(?:ch|\\.)|Apr(?:il|\\.)|May|June|July|Aug(?:ust|\\.)|Sept?(?:ember|\\.)|Oct(?:ober|\\.)|Nov(?:ember|\\.)|Dec(?:ember|\\.))";

/** Whether a sentence has words of the kind that is wanted. */
const HAS: Readonly<Record<Want, RegExp>> = {
  amount: new RegExp(
    `[$\\u00a3]\\s?\\d|\\b\\d[\\d,.]*\\s?(?:dollars|cents|percent|per cent|%)|\\d%|\\b${NUMBER_WORD} (?:\\w+ ){0,3}(?:dollars|cents|percent|per cent)|(?:fees?|royalty|rent) of`,
    "iu",
  ),
  count: new RegExp(`\\b\\d[\\d,.]*\\b|\\b${NUMBER_WORD}\\b`, "iu"),
  period: new RegExp(
    `\\b(?:\\d+|${NUMBER_WORD}|a)(?:[ -]\\w+){0,2}[ -](?:days?|weeks?|months?|years?|hours?|minutes?)\\b`,
    "iu",
  ),
  date: new RegExp(
    `\\b${MONTH}\\s+\\d{1,2}\\b|\\b(?:1[6-9]|20)\\d\\d\\b|\\b\\d{1,2}/\\d{1,2}/\\d{2,4}|\\bday of ${MONTH}`,
    "u",
  ),
  person:
    /(?<=[\p{Ll},] )\p{Lu}[\p{L}.'\u2019]+ (?:\p{Lu}[\p{L}.'\u2019]*|of|&)|\b(?:Mr|Mrs|Ms|Dr|Judge|Justice|Attorney)\.? \p{Lu}/u,
  reason:
    /\b(?:because|since|therefore|thus|for (?:the|this|that) reasons?|on the grounds?|accordingly|inasmuch as|in view of|as a result|it follows|reason|due to|in that|there is no(?:thing)?|without)\b/iu,
  holding:
    /\b(?:we (?:\w+ )?(?:hold|conclude|find|think|agree|reject|decline|affirm|reverse|are of (?:the )?opinion|believe|cannot|do not|see no)|I (?:\w+ )?(?:find|conclude|hold|am of (?:the )?opinion|believe)|(?:the )?court (?:\w+ )?(?:holds|finds|concludes|rejects|grants|denies|agrees)|it is (?:clear|plain|held|obvious)|must be|cannot be|is not|are not|does not|did not|was not|is (?:un)?constitutional|is entitled|accordingly|plainly)\b/iu,
  disposition:
    /\b(?:affirm(?:ed|s)?|revers(?:e|ed|es|ing)|vacat(?:e|ed|es)|remand(?:ed|s)?|dismiss(?:ed|es|al)?|grant(?:ed|s)?|den(?:y|ied|ies)|overruled|sustained|modified|judgment|decree|ordered|so ordered|reinstated|enjoin(?:ed)?|terminat(?:e|ed))\b/iu,
  standard:
    /\b(?:must|burden|standard|test|whether|shall|requires?|required|need(?:s)? (?:not|only)|it is (?:well )?(?:settled|established)|(?:first|second)(?:ly)?,|elements?|factors?|prima facie|proof|evidence that|in order to|touchstone|inquiry)\b/iu,
  exception:
    /\b(?:except|unless|exempt(?:ed|ion)?|does not apply|do not apply|shall not apply|nor to|other than|provided(?:,)? (?:however|that)|excluding|notwithstanding)\b/iu,
  penalty:
    /\b(?:fined?|imprison(?:ed|ment)|penalt(?:y|ies)|sentenced?|punish(?:ed|able|ment)|convicted|civil penalty|sanction|liable)\b/iu,
  definition:
    /\b(?:means?|(?:is|are) defined|defin(?:es|ition)|refers? to|includes?|the term|is understood)\b|["\u201d] (?:means|is)/iu,
  procedure:
    /\b(?:filed|moved|motion|appeal(?:ed|s)?|petition(?:ed)?|trial court|district court|circuit court|jury|verdict|hearing|judgment|complaint|indict(?:ed|ment)|convicted|remand(?:ed)?|granted|denied|served|commenced|brought)\b/iu,
  authority:
    /\b(?:\p{Lu}[\p{L}'\u2019.]+ v\. \p{Lu}|supra|Id\.|in that case|there the|that decision|distinguish(?:ed|able)?|unlike|inapposite|overruled|is understood|limited to|inapplicable|not (?:properly )?applicable)/u,
};

/** Whether a sentence has words of a kind. */
export function has(sentence: string, want: Want): boolean {
  return HAS[want].test(sentence);
}
