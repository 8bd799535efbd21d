import type { Treatment } from "./model.ts";

/**
 * The words by which one opinion treats another. Each pattern is read against a sentence in which every mention of
 * an authority has become a numbered mark, so a pattern says exactly where the treated case stands:
 *
 *   {X}     the treated case or list of cases, with the nouns around it (`the holding in A and B`, `the A rule`)
 *   {IT}    the same, or a word that points back to it (`it`, `that decision`)
 *   {BY}    a case that is said to have done the treating
 *   {adv}   up to three adverbs; {gap} a short aside between subject and verb; {be} `is`, `must be`, `should be and is`
 *
 * `own` cues are the writer's own act, `told` cues report what some other decision did, `of court` cues are a separate
 * opinion's account of what the deciding opinion does now. Sources: the words listed in the Bluebook's table of explanatory phrases (T8) and the
 * usual vocabulary of treatment in citators, tested on `cues.test.ts`.
 */
export type Cue = {
  readonly name: string;
  readonly treatment: Treatment;
  readonly act: "own" | "told" | "of court";
  readonly pattern: string;
  /** A sentence without a match of this is not read for the cue: a short expression that starts with a letter. */
  readonly needs: string;
};

type Row = readonly [name: string, pattern: string, needs?: string];

function group(act: Cue["act"]): (treatment: Treatment, needs: string, ...rows: readonly Row[]) => Cue[] {
  return (treatment, needs, ...rows) =>
    rows.map(([name, pattern, ownNeeds]) => ({ name, treatment, act, pattern, needs: ownNeeds ?? needs }));
}
const own = group("own");
const told = group("told");
const ofCourt = group("of court");

/** Verbs that end a precedent's life when a court says them of it. */
const KILL = "(?:overrule|overturn|disapprove(?: of)?|repudiate|discard|abandon|disavow)";
const KILLED = "(?:overruled|overturned|disapproved|repudiated|discarded|abandoned|disavowed)";
const GONE =
  "(?:no longer (?:good law|(?:the )?law|controlling|authoritative|tenable|viable|valid|sound|binding|prevails?|required|followed|to be followed|of any force|govern(?:s|ing)?|control(?:s)?|survives?|stands?|the rule|an? accurate|a correct|entitled to)|not survived|simply not survived)";

export const CUES: readonly Cue[] = [
  ...own(
    "Overruled",
    "overrul|overturn|disapprov|repudiat|discard|abandon|disavow",
    [
      "we overrule X",
      `(?:we|this court|the court|the majority|the plurality|I|our (?:holding|reasons|decision|opinion|conclusion)s?)\\b(?: [\\w',-]+){0,8}? ${KILL} {adv}(?:the )?{IT}`,
    ],
    ["X is overruled", `{IT}{gap} {adv}{be} {adv}${KILLED}\\b(?! (?:by|in) {BY})`],
    [
      "overruling X",
      `(?:in|our|today's|court's|court’s|decision|opinion|thus|thereby|expressly|hereby|by|and) {adv}(?:overruling|overturning|repudiating|abandoning|disavowing)(?: of)? {IT}`,
    ],
    [
      "X is no longer good law",
      `{IT}{gap} (?:is|are|can|must|should|may|has|have|will) {adv}(?:be )?(?:regarded as |considered )?${GONE}`,
      "no longer|survived",
    ],
    [
      "X must no longer prevail",
      `{IT}{gap} {adv}(?:must|can|may|should|shall|will) no longer (?:be|prevail|stand|control|govern|survive|apply)`,
      "no longer",
    ],
    [
      "we can no longer adhere to X",
      `(?:we|this court|court)\\b(?: [\\w',-]+){0,3}? no longer (?:adhere to|follow|accept|subscribe to|regard|apply|honor|rely on) (?:the )?(?:[\\w-]+ ){0,3}{IT}`,
      "no longer",
    ],
    [
      "we reject the holding of X",
      `(?:we|court)(?: [\\w',-]+){0,5}? (?:reject|repudiate|abandon|discard|disavow|depart from|withdraw from|retreat from) (?:the |that |any |this )?(?:[\\w-]+ ){0,4}(?:of|in|from|by) {X}`,
      "reject|repudiat|abandon|discard|disavow|depart|withdraw|retreat",
    ],
    [
      "we reject the X rule",
      `(?:we|court)(?: [\\w',-]+){0,5}? (?:reject|repudiate|abandon|discard|disavow|depart from) (?:the |that )?{RULE}`,
      "reject|repudiat|abandon|discard|disavow|depart",
    ],
    [
      "X was wrongly decided and is overruled",
      `{IT}{gap} (?:was|were) {adv}(?:wrong|incorrectly|erroneously|wrongly) {adv}(?:decided|when decided)?[^⟦.;]{0,60}(?:is|are|must be|should be) {adv}${KILLED}`,
    ],
    [
      "X is not to be regarded as controlling",
      `{IT}{gap} {adv}(?:is|are|can|must|should|may) (?:not|no longer)(?: to)? (?:be )?{adv}(?:regarded|considered|treated|followed|viewed|taken) as (?:controlling|authority|authoritative|precedent|good law|the law|binding|sound)`,
      " as (?:controlling|authorit|precedent|good|the law|binding|sound)",
    ],
    [
      "X must be considered as overruled",
      `{IT}(?: of this court)?{gap}(?:,? which)? (?:must|should|is to|are to|can only)(?:,? [\\w ]{1,20}?,?)? be {adv}(?:considered|regarded|deemed|treated|taken)(?: as)? {adv}${KILLED}`,
    ],
    [
      "reasons compel us to overrule X",
      `(?:compels?|requires?|leads?|obliges?|constrains?|persuades?|convinces?|led|forces?) (?:us|the court|this court) to {adv}${KILL} (?:the )?{IT}`,
    ],
    [
      "X, we now repudiate",
      `{IT}[^⟦.;]{0,40}, we {adv}(?:overrule|repudiate|reject|disapprove|abandon|disavow)\\b`,
      "we \\w*(?: now)? ?(?:overrule|repudiate|reject|disapprove|abandon|disavow)",
    ],
    [
      "X may stand no longer",
      `{IT}{gap} {adv}(?:may|can|must|should|shall|will) (?:stand|prevail|survive|endure|govern|control) no longer`,
      "no longer",
    ],
    [
      "voting to overrule X",
      `(?:voting|vote|join(?:ing)?(?: in)?|agree that the court is right) to {adv}overrule (?:the )?{IT}`,
    ],
    [
      "which the Court overrules",
      `{X},? which (?:it|we|the court|the majority|this court) {adv}(?:today |now |here )?{adv}(?:overrules?|repudiates?|disapproves?)\\b`,
    ],
    [
      "X cannot stand",
      `{X}{gap} (?:can|could) ?(?:not|no longer) {adv}(?:stand|survive|be reconciled with (?:our|the) (?:holding|decision) today)`,
      "can(?:not|no| no)",
    ],
    [
      "foundation stricken from beneath X",
      `(?:stricken|removed|swept away|cut away|undermined|eroded|knocked) the (?:foundations?|underpinnings?|props?|supports?|ground) (?:of|from beneath|from under|out from under|for|beneath) (?:the )?{X}`,
      "foundation|underpinning|prop|support|ground",
    ],
  ),
  ...ofCourt(
    "Overruled",
    "overrul|overturn|disapprov|repudiat|discard|abandon|disavow",
    [
      "the Court today overrules X",
      `(?:court|majority|plurality|decision|opinion|it)\\b(?: [\\w',-]+){0,5}? (?:overrules|overturns|disapproves|repudiates|discards|abandons|disavows|is overruling) (?:the )?{IT}`,
    ],
    ["the Court's opinion overruling X", `(?:court|majority|plurality)['’]s [^⟦.;]{0,90}overruling (?:of )?{IT}`],
    [
      "the Court overrules the decisions in X",
      `(?:court|majority|plurality)\\b[^⟦⟧.;]{0,60}? (?:overrules|overturns|disapproves|repudiates) [^⟦⟧.;]{0,100}?(?:decision|opinion|judgment|holding|case)s?\\b[^⟦⟧.;]{0,90}? (?:in|of|at) {X}`,
    ],
    ["its overruling of X", `(?:its|today['’]s) {adv}overruling of (?:the )?{IT}`],
    [
      "the Court's overruling of X",
      `(?:court|majority)(?:['’]s)? (?:[\\w-]+ ){0,3}(?:overruling|repudiation|abandonment) (?:of )?{IT}`,
    ],
  ),
  ...told(
    "Overruled",
    "overrul|overturn|disapprov|repudiat|discard|abandon|disavow",
    [
      "X overruled by Y",
      `{X},? (?:(?:was|were|has been|have been|had been|is|are) )?{adv}${KILLED}(?: on other grounds| in part| sub nom\\.?)?,? (?:by|in) {BY}`,
    ],
    [
      "Y overruled X",
      `{BY}{gap},? (?:which |that )?(?:had |has |in fact |itself |also )?{adv}(?:overruled|overturned|repudiated|disapproved|disavowed|abandoned) (?:the )?{X}`,
    ],
    ["X was overruled", `{X}{gap} (?:was|were|has been|have been|had been) {adv}${KILLED}`],
    ["(overruling X)", `(?:overruling|overrules|disapproving|repudiating) {X}`],
    [
      "we overruled X",
      `(?:we|this court|the court|court) (?:later |then |subsequently |had |have |since |itself |has )?{adv}(?:overruled|overturned|repudiated|disapproved|abandoned|disavowed) (?:the )?{X}`,
    ],
  ),
  ...own(
    "Superseded by statute",
    "supersed|supplant|displac|abrogat|overturn|overrul|nullif|overr[io]d|reject",
    [
      "X superseded by statute",
      `{IT}{gap},? (?:is|are|was|were|has been|have been)? ?{adv}(?:superseded|supplanted|displaced|abrogated|overturned|overruled|nullified) {adv}by (?:the )?(?:statute|statutory|amendment|amended|rule|congress|the legislature|legislation|enactment|act\\b|constitutional amendment|the [\\w ]{0,30}amendment|pub\\.|[\\d]+ u\\.? ?s\\.? ?c|§)`,
    ],
    [
      "Congress overturned X",
      `(?:congress|the legislature)\\b(?: [\\w',-]+){0,6}? (?:overrule|overruled|overturn|overturned|supersede|superseded|override|overrode|abrogated|abrogate|reject|rejected|nullified) (?:the )?(?:[\\w-]+ ){0,4}?{X}`,
    ],
  ),
  ...own(
    "Abrogated",
    "abrogat|overruled",
    ["we abrogate X", `(?:we|this court|court)\\b(?: [\\w',-]+){0,4}? abrogate[sd]? {IT}`],
    [
      "X is abrogated",
      `{IT}{gap} (?:is|are) {adv}(?:abrogated|effectively overruled|implicitly overruled)(?! by (?:statute|congress))`,
    ],
  ),
  ...told("Abrogated", "abrogat|overruled", [
    "X abrogated by Y",
    `{X},? (?:(?:was|has been|is) )?{adv}abrogated(?: on other grounds)?,? (?:by|in) {BY}`,
  ]),
  ...told(
    "Reversed",
    "revers|rev['’]",
    ["Y reversed X", `{BY}{gap},? {adv}(?:reversed|rev['’]g|reversing) {X}`],
    [
      "X reversed by Y",
      `{X},? (?:was |were |has been |had been )?{adv}(?:reversed|rev['’]d)(?: on other grounds| per curiam| in part| sub nom\\.?)*(?:, | by | in | sub nom\\. |(?<=['’]d) ){BY}`,
    ],
  ),
  ...told("Vacated", "vacat", [
    "X vacated by Y",
    `{X},? (?:was |were |has been )?{adv}(?:vacated|judgment vacated)(?: and remanded| on other grounds| as moot| sub nom\\.?)*(?:, | by | in ){BY}`,
  ]),
  ...told("Affirmed", "affirm|aff['’]d", [
    "X affirmed by Y",
    `{X},? (?:was |were )?(?:affirmed|aff['’]d)(?: on other grounds| per curiam| in part| sub nom\\.?| by an equally divided court)*(?:, | by | in | sub nom\\. |(?<=['’]d) ){BY}`,
  ]),
  ...own(
    "Criticized",
    "wrong|incorrect|erroneous|mistake|unsound|flaw|misguided|ill-consider|unpersuas|reasoned|unworkab|anomaly|aberration|derelict|criticiz|criticis|disapprov|deplor|regret|condemn|attacked|ridicul|error|fallacy|defect|confusion|vice",
    [
      "X was wrongly decided",
      `{IT}{gap} (?:was|were|is|are) {adv}(?:wrong\\b|wrongly decided|incorrectly decided|erroneous|erroneously decided|mistaken|unsound|flawed|misguided|ill-considered|unpersuasive|badly reasoned|poorly reasoned|unworkable|an? (?:anomaly|aberration|derelict|mistake))`,
    ],
    ["we criticize X", `(?:we|court)(?: [\\w',-]+){0,4}? (?:criticize|disapprove|deplore|regret) {IT}`],
    [
      "X has been criticized",
      `{IT}{gap} (?:has been|have been|was|were) {adv}(?:criticized|criticised|condemned|attacked|ridiculed|disapproved)`,
    ],
    [
      "error of X",
      `(?:error|errors|mistake|flaw|fallacy|defect|confusion|vice|unworkability) (?:of|in|created by|spawned by|caused by) {X}`,
    ],
  ),
  ...own(
    "Questioned",
    "question|doubt|suspect|dubious|vitality|validity|viability|authority|soundness|force",
    ["we question X", `(?:we|court|I)(?: [\\w',-]+){0,4}? (?:question|doubt) (?:whether |the )?(?:[\\w-]+ ){0,5}{IT}`],
    [
      "X is questionable",
      `{IT}{gap} (?:is|are|was|were|seems?|appears?|may be|has become|have become) {adv}(?:questionable|doubtful|open to (?:question|doubt)|suspect|in doubt|dubious|of doubtful|of questionable)`,
    ],
    [
      "doubt cast on X",
      `(?:cast(?:s|ing)?|thrown?|threw|raise[sd]?|create[sd]?) (?:[\\w-]+ ){0,3}(?:doubts?|questions?) (?:up)?(?:on|about|as to|concerning|over) (?:the )?{few}{X}`,
      "doubt|question",
    ],
    [
      "X called into question",
      `{IT}{gap} (?:has|have|had|was|were|is|are)?(?: been)? {adv}(?:called|drawn|brought|thrown) into (?:question|doubt)`,
      "into (?:question|doubt)",
    ],
    [
      "vitality of X",
      `(?:continued|continuing|present|current) (?:vitality|validity|viability|authority|soundness|force) of {X}`,
      "vitality|validity|viability|authority|soundness|force",
    ],
  ),
  ...own(
    "Limited",
    "limit|confin|restrict|narrow|cabin|circumscrib|qualif|modif|extend|refine",
    [
      "we limit X",
      `(?:we|court|this court|cases|decisions)\\b(?: [\\w',-]+){0,6}? (?:limit|limits|limited|confine|confines|confined|restrict|restricted|narrow|narrowed|cabin|cabined|circumscribed) (?:the )?(?:[\\w-]+ ){0,4}{IT}`,
    ],
    [
      "X is limited to",
      `{IT}{gap} (?:is|are|was|were|has been|have been|must be|should be|must|should) {adv}(?:limited|confined|restricted|narrowed|cabined|read narrowly|narrowly (?:read|construed|limited)|qualified|modified)(?! against)\\b`,
    ],
    [
      "X is to be given no further reach",
      `{IT}[^⟦.;]{0,40} (?:should|must|will|can|ought|need)(?: ?not)? {adv}(?:to )?be {adv}(?:given (?:any |no )?(?:further |broader |wider )?(?:expansion|extension|scope|reach)|extended|expanded|enlarged)(?: beyond| further|\\b)`,
      "not|neither|nor|cannot|any|no",
    ],
    [
      "decline to extend X",
      `(?:declin(?:e|ed|es|ing) to|refus(?:e|ed|es|ing) to|(?:do|does|did|will|would|should|could|can) ?not|hesitate to|not) (?:now )?extend(?:ing)? (?:the )?{few}{IT}`,
      "extend",
    ],
    [
      "scope of X limited",
      `(?:limits?|limiting|confining|narrowing|restricting|limitation|qualification) (?:of|on|to|upon)? ?(?:the )?(?:[\\w-]+ ){0,4}{X} to\\b`,
    ],
    ["X modified", `(?:we|court)(?: [\\w',-]+){0,4}? (?:modify|qualify|refine) (?:the )?(?:[\\w-]+ ){0,4}{X}`],
  ),
  ...own(
    "Declined to follow",
    "declin|refus|not",
    [
      "we decline to follow X",
      `(?:declin(?:e|ed|es|ing) to|refus(?:e|ed|es|ing) to|(?:do|does|did|will|would|can|could|need) ?not) (?:now )?(?:follow|adhere to|apply|adopt|be guided by|accept) (?:the )?{few}{X}`,
      "(?:to|not|now) (?:now )?(?:follow|adhere|apply|adopt|be guided|accept)",
    ],
    [
      "X is not followed",
      `{X}{gap} (?:is|are|was|were|will|has|have) not (?:been |be )?followed`,
      "not (?:been |be )?followed",
    ],
  ),
  ...own(
    "Disagreed with",
    "disagree|part company|part ways|issue with|rejected|contra",
    [
      "we disagree with X",
      `(?:we|I|court)(?: [\\w',-]+){0,3}? (?:disagree|part company|part ways|take issue) with (?:the )?{few}{X}`,
    ],
    ["X is rejected", `{X}{gap} (?:is|are|was|were) {adv}rejected`],
    ["contrary to X", `\\bcontra,? {X}`],
  ),
  ...own(
    "Distinguished",
    "distinguish|inap|not |differ|unlike|unavail|far|contrast|dissimilar|distinct|relian|rel[yi]|depend|nothing|beside the|irrelevant",
    [
      "we distinguish X",
      `(?:distinguish|distinguishes|(?<!court (?:\\w+ly )?)distinguished|distinguishing) (?:the )?(?:[\\w'-]+ ){0,5}?{IT}`,
      "distinguish",
    ],
    [
      "X is distinguishable",
      `{IT}{gap} (?:is|are|was|were|may be|can be|must be) {adv}(?:distinguish(?:able|ed)|inapposite|inapplicable|inapt|not in point|not on point|not apposite|not analogous|not applicable|not controlling|not dispositive|not to the contrary|readily distinguished|different|quite different|unlike|unavailing|far afield|not authority|beside the point|irrelevant)\\b`,
    ],
    [
      "unlike X",
      `(?:unlike|in contrast (?:to|with)|by contrast (?:to|with)|contrast|different from|differs? from|differed from|distinct from|dissimilar (?:to|from)|a far cry from) (?:the )?(?:[\\w'’-]+ ){0,8}{X}`,
      "unlike|contrast|differ|distinct from|dissimilar|far cry",
    ],
    [
      "reliance on X misplaced",
      `(?:reliance|rel(?:y|ies|ied|ying)|dependence)(?: [\\w'’,-]+){0,6}? (?:up)?on {IT}[^.;⟦]{0,60}(?:misplaced|unavailing|misguided|mistaken|unfounded|inapt|unwarranted|unpersuasive|no avail)`,
      "misplaced|unavail|misguid|mistaken|unfound|inapt|unwarrant|unpersuas|no avail",
    ],
    ["misplaced reliance on X", `(?:misplaces?|misplaced)[^.;⟦]{0,30} reliance (?:up)?on {IT}`, "misplace"],
    [
      "X does not control",
      `{IT}{gap} (?:do|does|did|is|are|has|have|had|was|were|can|could) ?(?:not|no|nothing|little) {adv}(?:control|govern|apply|support|require|compel|help|aid|avail|dictate|decide|reach|address|stand for|involve|hold|foreclose|bar|mandate|speak to|settle|advance|suggest|point|present|rest|touch|bearing|application|relevance|relevant|to do with|concern|deal|purport|call for|preclude|command|deny|warrant|justify|establish|answer|concerned|presented|involved|controlled|raised?|consider|question)\\b`,
      "(?:not|no|nothing|little) (?:\\w+ ){0,3}(?:control|govern|appl|support|require|compel|help|aid|avail|dictate|decide|reach|address|stand|involve|hold|foreclose|bar|mandate|speak|settle|advance|suggest|point|present|rest|touch|bearing|relevan|to do|concern|deal|purport|call|preclude|command|deny|warrant|justify|establish|answer|raise|consider|question)",
    ],
    [
      "nothing in X",
      `(?:nothing|no language|not a word) (?:said |that was said |we said |decided |held )?(?:in|about) (?:the )?(?:[\\w-]+ ){0,3}{IT}`,
      "nothing|language|word",
    ],
    [
      "this is not a case like X",
      `(?:this|that|here|ours|present case|instant case|case at bar|case before us)(?: case)? (?:is|are) (?:therefore |thus |clearly |plainly )?not (?:an? |the )?(?:case |situation |[\\w-]+ )?(?:like|similar to|analogous to|akin to|comparable to|within|governed by|controlled by|covered by) (?:the )?(?:[\\w-]+ ){0,4}{X}`,
      "not",
    ],
    [
      "X, relied on by the other side, involved other facts",
      `{X},? (?:which (?:is|are|was|were) )?(?:so )?(?:strongly |heavily |chiefly |principally |mainly |also |much )?(?:relied (?:up)?on|cited|invoked|urged|pressed upon us)[^⟦⟧;]{0,90}?,? (?:involved|arose|dealt|concerned|turned|rested|presented|was an? |were |is an? |are |related|do not|does not|did not|went)\\b`,
      "relied|cited|invoked|urged|pressed",
    ],
    [
      "precluded from relying on X",
      `(?:precluded|barred|foreclosed|prevented) from relying (?:up)?on {few}{X}`,
      "relying",
    ],
    [
      "X involved other facts",
      `(?:the |this |our |present )?(?:case|situation|facts|question|issue|statute|problem)s?(?: here| at bar| before us| presented)? (?:is|are) (?:[\\w-]+ ){0,3}(?:different|unlike|distinguishable|distinct)(?: from| than)? (?:[\\w-]+ ){0,8}{X}`,
      "different|unlike|distinguishable|distinct",
    ],
  ),
  ...own(
    "Followed",
    "follow|adher|reaffirm|adopt|appl[yi]|abide|rel[yi]|reiterat|agree|embrac|endors|accept|control|govern|dispositive|compel|requir|dictat|foreclos|settle|decides|squarely|mandat|disposes|authority|basis|strength",
    [
      "we follow X",
      `(?:we|court|I)\\b(?: [\\w',-]+){0,4}? (?:follow|adhere to|reaffirm|adopt|apply|abide by|rely on|rely upon|reiterate|agree with|embrace|endorse|accept) (?:the )?{few}{IT}`,
    ],
    [
      "X controls",
      `{X}{gap} (?:controls?|governs?|is controlling|are controlling|is dispositive|compels?|requires?|dictates?|forecloses?|settles?|decides?|squarely (?:control|govern|foreclos|decid|answer)\\w*|mandates?|disposes of)\\b`,
    ],
    ["controlled by X", `(?:controlled|governed|compelled|foreclosed|dictated|mandated) by (?:our |the )?{X}`],
    ["on the authority of X", `(?:on|upon) (?:the )?(?:authority|basis|strength) of {X}`],
  ),
  ...own(
    "Explained",
    "explain|clarif|elaborat|made clear|makes clear|constru|interpret|discuss",
    [
      "as X explained",
      `{X}{gap},? (?:we |the court |this court |it was |itself )?(?:explain(?:s|ed)?|clarif(?:y|ies|ied)|elaborated|made clear|makes clear)\\b`,
    ],
    ["we explained in X", `(?:we|court) (?:explained|clarified|elaborated|made clear)[^.;⟦]{0,80}(?:in|by) {X}`],
    ["explaining X", `(?:explaining|clarifying|construing|interpreting|discussing) {X}`],
  ),
];
