import type { CourseLine } from "./line.ts";

/** What happens to a case as a whole, as dockets say it. */
export type MilestoneKind =
  | "removal"
  | "transfer"
  | "consolidation"
  | "conversion"
  | "answer"
  | "default"
  | "plea"
  | "verdict"
  | "stay"
  | "confirmation"
  | "discharge"
  | "sentence"
  | "judgment"
  | "dismissal"
  | "opinion"
  | "closing"
  | "reopening"
  | "appeal"
  | "appellateNumber"
  | "appealOutcome"
  | "rehearing"
  | "oralArgument";

/** Whose docket it is. */
export type DocketKind = {
  /** That of a court above the one that decided first. */
  readonly isAppellate: boolean;
  /** That of a bankruptcy, in which others sue in cases of their own. */
  readonly isBankruptcy: boolean;
};

type Milestone = {
  readonly kind: MilestoneKind;
  /** As a page names it. */
  readonly title: string;
  readonly isSaid: (line: CourseLine, docket: DocketKind) => boolean;
};

/** What somebody asks for, drafts or tells of is not done by it. */
const ASKED_FOR =
  /^\W*hearing (?:set|(?:re)?scheduled|continued|held|notice)\b|^\W*(?:(?!order\b|so.?ordered\b|stipulat)\w+\W+){0,3}?(?:motion|application|request|propos\w*|petition|memorandum of law|memorandum in|brief|declaration|affidavit|response|reply|opposition|objection|certificate|transcript|notice of (?:hearing|lodging|presentment|motion|adjournment|appearance|deposition|filing)|bnc|receipt|exhibit|letter|statement|designation|set(?:\/reset)?|amended schedule|schedule)\b/iu;

const byCourt =
  (words: RegExp, not?: RegExp) =>
  (line: CourseLine): boolean =>
    line.isOfCourt && words.test(line.head) && !ASKED_FOR.test(line.head) && not?.test(line.head) !== true;

const byAnyone =
  (words: RegExp, not?: RegExp) =>
  (line: CourseLine): boolean =>
    words.test(line.head) && not?.test(line.head) !== true;

const WHOLE = String.raw`(?:this |the |entire |above\W+\w+ |pending |adversary |bankruptcy |chapter \d+ |civil ){0,4}(?:case|action|proceedings?|lawsuit|appeal|petition(?: for review)?|complaint|matter)`;
const DISMISSES = new RegExp(
  String.raw`\b(?:dismiss(?:es|ed|ing|al)(?: of)?|discontinu\w+)\W+(?:with(?:out)? prejudice\W+)?${WHOLE}\b|\b${WHOLE}\b[^.;]{0,50}\b(?:is|are|was|be|been|hereby)\b[^.;]{0,20}\b(?:dismissed|discontinued)\b|^\W*(?:order of |notice of )?dismissal\b|\bdismiss(?:ed|ing)\b[^.;]{0,40}\bprejudice\b|\b(?:voluntary|stipulat\w+)[^.;]{0,30}\bdismissal\b|^\W*memorandum disposition\b.*\bdismissed\b|\bcase dismissed\b`,
  "iu",
);
const NOT_DISMISSED =
  /\b(?:den(?:y|ies|ied|ying)|partial(?:ly)?|if|will be dismissed|(?:should|may|might|could) (?:not )?(?:be |lead |result )|will result|show cause|vacat\w+|set(?:ting)? aside|without entering|settling motion|motion to dismiss (?:document|claim)|counts?|superseding|as to (?:the )?(?:defendants?|plaintiffs?|counts?|claims?)|only|whether)\b/iu;
const OF_A_CLAIM = /\bclaims?\b[^.;]{0,40}\b(?:dismissed)\b/iu;
const WHOLE_CLAIMS =
  /\b(?:plaintiffs?['’]?s?|all|the|petitioners?['’]?s?) claims (?:against (?:all |the )?defendants? )?(?:are|is|be)(?: hereby)? dismissed\b/iu;
const OF_AN_APPEAL = /\b(?:dismiss\w*\W+(?:\w+\W+){0,3}appeal|appeal\b[^.;]{0,40}\bdismissed)\b/iu;
const GIVES_UP = /^\W*(?:joint |agreed )?(?:notice|stipulation)\W+(?:of )?(?:voluntary )?dismissal\b/iu;

export const JUDGMENT =
  /^\W*(?:(?:order|final|amended|second|clerk'?s?|default|consent|partial|agreed|corrected|and|of|on|in a criminal case|entry|civil|filed|entered)\W+){0,5}judge?ment\b(?!\W+(?:debtor|creditor|returned|of the (?:us|u\.s\.) court))|\bjudge?ment (?:is |was )?(?:hereby )?(?:entered|affirmed|reversed|vacated)\b|\benter(?:s|ed|ing)? (?:final |default )?judge?ment\b/iu;

const ABOVE = String.raw`(?:usca|u\.?s\.? court of appeals|court of appeals|appeals court|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|federal|\d{1,2}(?:st|nd|rd|th)|d\.?c\.?) circuit|bankruptcy appellate panel|\bBAP\b|supreme court|district court)`;
const OUTCOME_ABOVE = new RegExp(
  String.raw`\b(?:mandate|order|judge?ment|opinion)\b[^;]{0,80}\b${ABOVE}\b|\b${ABOVE}\b[^;]{0,80}\b(?:mandate|order|judge?ment|opinion|affirm\w+|revers\w+|dismiss\w+|vacat\w+)\b|\bwithdraw(?:s|ing|n)?\W+(?:\w+\W+){0,2}appeal\b|\bappeal\b[^.;]{0,40}\b(?:dismissed|withdrawn|affirmed|reversed)\b|\bdismiss(?:ing|es|ed)\W+(?:\w+\W+){0,2}appeal\b`,
  "iu",
);
const NUMBER_ABOVE = new RegExp(
  String.raw`\b(?:${ABOVE}|appellate|appeal)\b[^.;]{0,60}?\b(?:case|docket)?\s*(?:numbers?|nos?\b\.?|#)[^\d]{0,12}\d[\d-]{2,}|\b(?:usca|bap) case number\b[^\d]{0,10}\d|\bsupreme court case info case number: \d`,
  "iu",
);
const DECIDES_APPEAL =
  /\b(?:affirm(?:ed|s|ing)|revers(?:ed|es|ing)|vacat(?:ed|es|ing)|remand(?:ed|s|ing)|dismiss(?:ed|es|ing)|withdraw\w*|den(?:ied|ies|ying)|grant(?:ed|s|ing))\b/iu;

const NOT_YET =
  /\b(?:pending (?:a|the|receipt|resolution|further|outcome|disposition)|whether|show cause|(?:may|will) (?:be|lead|result))\b/iu;
/** How the court of an appeal ends it. */
const ENDS_HERE =
  /^\W*(?:(?:filed|order|per curiam|unpublished|published|clerk|for publication|the)\W+){0,4}(?:judge?ment|opinion|memorandum disposition|summary order|mandate|order (?:filed|entered|of the court)?(?!.*\bmotion\b))/iu;

/** In the order in which a page tells them; a line may be several. */
export const MILESTONES: readonly Milestone[] = [
  { kind: "removal", title: "Removed", isSaid: byAnyone(/^\W*notice of removal\b/iu) },
  {
    kind: "transfer",
    title: "Transferred or remanded",
    isSaid: byCourt(
      /\b(?:order of transfer|transferring (?:this |the )?(?:case|action)|(?:case|action) (?:is |was )?(?:hereby )?(?:transferred|remanded) (?:to|out)|order (?:of remand|remanding)|conditional (?:mdl )?transfer)\b/iu,
      /\b(?:claim|magistrate)\b/iu,
    ),
  },
  {
    kind: "consolidation",
    title: "Consolidated",
    isSaid: byCourt(/\bconsolidat(?:ed|ing|ion)\b/iu, /\bconsolidated (?:financial|list|creditors?)\b/iu),
  },
  {
    kind: "conversion",
    title: "Converted",
    isSaid: (line) =>
      /\bconver(?:ting|ted|sion)\b[^.;]{0,60}\bchapter\b/iu.test(line.head) &&
      (line.isOfCourt
        ? !ASKED_FOR.test(line.head)
        : /^\W*(?:\w+\W+){0,2}notice of (?:voluntary )?conversion\b/iu.test(line.head)),
  },
  {
    kind: "answer",
    title: "Answered",
    isSaid: ({ head, isOfCourt }) =>
      !isOfCourt &&
      /^\W*(?:(?!due|answer|request|set)\w+\W+){0,3}?answer\b(?!\W+(?:due|deadline|of garnishee))/iu.test(head) &&
      !/^\W*(?:(?!answer\b)\w+\W+){0,6}?(?:motion|stipulation|time|extension|extend\w*|proposed|brief|interrogatories)\b/iu.test(
        head,
      ),
  },
  {
    kind: "default",
    title: "Default",
    isSaid: byCourt(
      /\b(?:entry of default|default (?:is |was )?(?:hereby )?entered|default judge?ment)\b/iu,
      /\bden(?:y|ied|ying)\b|\bset(?:ting)? aside\b/iu,
    ),
  },
  {
    kind: "plea",
    title: "Plea",
    isSaid: (line) =>
      line.isOfCourt &&
      /\b(?:accept\w*[^.;]{0,60}\bplea|plea of guilty|guilty plea|pleads? guilty|pled guilty|plea (?:entered|tendered)|(?:not )?guilty plea entered|plea of nolo)\b/iu.test(
        line.words,
      ),
  },
  {
    kind: "verdict",
    title: "Verdict",
    isSaid: byAnyone(
      /\b(?:jury )?verdict\b/iu,
      /\b(?:form|motion|directed|unanimous|special interrogator\w+|notwithstanding|propos\w*)\b/iu,
    ),
  },
  {
    kind: "stay",
    title: "Stayed",
    isSaid: byCourt(
      /\b(?:order stay\w*|staying (?:this |the )?(?:case|action|proceedings?)|(?:case|action|proceedings?|discovery) (?:is |are |shall be )?(?:hereby )?stayed|holding\b[^.;]{0,60}\bin abeyance|granting\b[^.;]{0,20}\bmotion to stay)\b/iu,
      /\b(?:relief from|automatic stay|lifting|vacating|terminating)\b/iu,
    ),
  },
  {
    kind: "confirmation",
    title: "Plan confirmed",
    isSaid: byCourt(
      /\b(?:order confirming|plan (?:is |was )?(?:hereby )?confirmed|confirming (?:the )?(?:\w+ ){0,4}plan|plan conf\b)/iu,
      /\b(?:bar|deny\w*|denied)\b/iu,
    ),
  },
  {
    kind: "discharge",
    title: "Discharge",
    isSaid: byCourt(
      /^\W*(?:order\b[^.;]{0,30}\b)?(?:discharge of (?:joint )?debtor|discharg(?:ing|e)\b[^.;]{0,20}\bdebtor|order (?:of |granting )?discharge|granting discharge)|\bdenying discharge\b|\bdischarge (?:is )?(?:granted|denied)\b/iu,
      /\b(?:objection|oppos\w+|dischargeability|extend\w*|deadline|last day|due)\b/iu,
    ),
  },
  {
    kind: "sentence",
    title: "Sentence",
    isSaid: (line) =>
      line.isOfCourt &&
      /\b(?:sentenc\w+|judge?ment|imprisonment|custody of (?:the )?(?:bop|bureau of prisons))\b/iu.test(line.words) &&
      /\b(?:months?|years?|days?|time served|probation|life)\b/iu.test(line.words) &&
      /\b(?:custody|imprisonment|probation|supervised release|time served|committed|bop|months)\b/iu.test(line.words) &&
      !ASKED_FOR.test(line.head) &&
      /\b(?:sentence imposed|judge?ment|sentenc\w+)\b/iu.test(line.head),
  },
  {
    kind: "judgment",
    title: "Judgment",
    isSaid: (line) => line.isOfCourt && JUDGMENT.test(line.head) && !ASKED_FOR.test(line.head),
  },
  {
    kind: "dismissal",
    title: "Dismissed",
    isSaid: (line, { isAppellate }) =>
      DISMISSES.test(line.words.slice(0, 700)) &&
      !NOT_DISMISSED.test(line.words.slice(0, 500)) &&
      (WHOLE_CLAIMS.test(line.words) || !OF_A_CLAIM.test(line.words)) &&
      (isAppellate || !OF_AN_APPEAL.test(line.words)) &&
      !ASKED_FOR.test(line.head) &&
      (line.isOfCourt || GIVES_UP.test(line.head)),
  },
  {
    kind: "opinion",
    title: "Opinion",
    isSaid: byCourt(
      /^\W*(?:\w+\W+){0,3}?(?:memorandum (?:and )?(?:opinion|decision|disposition|order)|opinion\b|decision and order|findings of fact)/iu,
    ),
  },
  {
    kind: "closing",
    title: "Closed",
    isSaid: (line, { isBankruptcy }) =>
      !ASKED_FOR.test(line.head) &&
      !(isBankruptcy && /\badversary\b/iu.test(line.head)) &&
      /\b(?:case|proceeding|action|adversary)\b[^.;]{0,40}\b(?:closed|terminated)\b|\b(?:order|final decree)\b[^.;]{0,30}\bclosing\b|^\W*final decree\b|\bclosing (?:the )?(?:case|estate)\b/iu.test(
        line.head,
      ) &&
      !/\b(?:if|unless|may|reopen\w*|statistical|deadline|no longer|before)\b/iu.test(line.head),
  },
  { kind: "reopening", title: "Reopened", isSaid: byCourt(/\breopen(?:ed|ing)\b/iu, /\bden(?:y|ied|ying)\b/iu) },
  {
    kind: "appeal",
    title: "Appeal",
    isSaid: ({ head }) =>
      /^\W*(?:\w+\W+){0,2}?notice of (?:interlocutory |cross.?)?appeal\b/iu.test(head) &&
      !/^\W*(?:receipt|notice of filing|transmi\w+|certificate|motion|order)/iu.test(head),
  },
  { kind: "appellateNumber", title: "Appellate number", isSaid: (line) => NUMBER_ABOVE.test(line.head) },
  {
    kind: "appealOutcome",
    title: "Outcome on appeal",
    isSaid: (line, { isAppellate }) =>
      line.isOfCourt &&
      DECIDES_APPEAL.test(line.words) &&
      !ASKED_FOR.test(line.head) &&
      !NOT_YET.test(line.head) &&
      (OUTCOME_ABOVE.test(line.words.slice(0, 700)) || (isAppellate && ENDS_HERE.test(line.head))),
  },
  { kind: "rehearing", title: "Rehearing", isSaid: byAnyone(/\brehearing\b/iu) },
  {
    kind: "oralArgument",
    title: "Argued",
    isSaid: byAnyone(
      /\b(?:oral argument|argued and submitted|argument (?:held|heard))\b/iu,
      /\b(?:without oral argument|request\w*|motion|statement)\b/iu,
    ),
  },
];

/** The lines that say that it happened, in their order. */
export type Milestones = (kind: MilestoneKind) => readonly CourseLine[];

/** Lines are looked through for what is asked for: a question asks for one or two of these. */
export function milestonesOf(lines: readonly CourseLine[], docket: DocketKind): Milestones {
  const found = new Map<MilestoneKind, readonly CourseLine[]>();
  return (wanted) => {
    const said = MILESTONES.find(({ kind }) => kind === wanted)?.isSaid;
    const known = found.get(wanted) ?? lines.filter((line) => said?.(line, docket) === true);
    found.set(wanted, known);
    return known;
  };
}
