import type { Role } from "#analysis/model.ts";
import { has } from "./wanted.ts";
import type { Unit } from "./units.ts";

/** The court decides a question that is before it. */
const HOLDS = [
  /\b(?:[Ww]e|I) (?:\w+ ){0,2}(?:hold|conclude|reject|are (?:\w+ )?of (?:the )?opinion|find (?:no|that))\b/u,
  /\b[Tt]h(?:e|is) [Cc]ourt (?:\w+ )?(?:holds|finds|concludes|rejects|is(?:, \w+,| \w+)? of (?:the )?opinion)\b/u,
  /(?:^|\s)(?:Held|HELD): /u,
  /\b(?:argument|contention|claim|challenge|appeal)s?\b.{0,60}\b(?:must fail|fails\b|(?:is|are) without merit|lacks? merit)/u,
  /\b(?:did|does) not (?:\w+ )?err\b|\bno (?:abuse of discretion|(?:reversible |clear )?error)\b|\bwell within (?:the|its)\b.{0,30}\bdiscretion\b/u,
  /\bsufficient to (?:sustain|support) (?:the|its) (?:decision|verdict|conviction|finding|judgment)/u,
  /\b(?:[Tt]herefore|[Cc]onsequently|[Aa]ccordingly|[Tt]hus|[Hh]ence)\b.{0,160}\b(?:is|are|was|were) (?:not )?(?:entitled|liable|barred|void|valid|invalid|unconstitutional|constitutional)\b/u,
];
const DISPOSES =
  /\b(?:[Jj]udgment|JUDGMENT|[Oo]rder|[Dd]ecree|[Aa]ppeal|[Pp]etition|[Mm]otion|[Cc]onviction|[Dd]ecision|[Cc]ase|[Cc]ause)s?\b[^.;]{0,120}\b(?:is|are|be)\b[^.;]{0,30}\b(?:affirmed|reversed|vacated|remanded|dismissed|granted|denied|modified|set aside)\b|\b[Ss]o ordered\b|\b(?:AFFIRMED|REVERSED|VACATED|GRANTS|DENIES|ORDERED)\b|\b[Ww]e (?:\w+ ){0,2}(?:affirm|reverse|vacate|remand)\b/u;
/** How the case came here, what others decided or argue, who appeared. */
const COURSE = [
  /\bgranted certiorari\b|\bprobable jurisdiction\b|\bdelivered the opinion\b|\bfor (?:the )?(?:appellants?|appellees?|petitioners?|respondents?|plaintiffs?|defendants?)(?: in error)?\.?$|\b(?:question|issue) (?:presented|before us|in this appeal)\b|\bonly (?:issue|question)\b/u,
  /\b(?:[Dd]istrict|[Tt]rial|[Ss]uperior|[Ss]upreme|[Cc]ircuit|[Cc]ounty) [Cc]ourt\b.{0,50}\b(?:held|found|granted|denied|dismissed|ruled|entered|concluded|affirmed|reversed|declined)\b|\b[Cc]ourt of [Aa]ppeals\b.{0,30}\b(?:held|found|affirmed|reversed|concluded|vacated)\b/u,
  /\b(?:argues?|contends?|urges?|claims?|asserts?|maintains?|insists?|submits?|points out|suggests|seeks?) (?:that|reversal|review|we|to|a)\b|^(?:[Aa]ccording to|In \w+['\u2019]s view)\b/u,
  /\b(?:brought|filed|commenced) (?:this|an?|the|his|her|its) (?:\w+ )?(?:action|suit|appeal|complaint|petition|motion)\b|\bmotion\b.{0,40}\bwas (?:granted|denied)\b|\b(?:appealed|moved) (?:to|for|from)\b/u,
];
const STANDARD =
  /\b(?:burden|standard of review|the test|touchstone|prima facie|must (?:show|prove|establish|demonstrate)|elements? (?:of|are)|inquiry is|it is (?:well )?settled)\b/iu;
/** Of the law, not of what happened. */
const LEGAL =
  /\u00a7|\bv\. \p{Lu}|\b(?:statute|Congress|Constitution|Amendment|doctrine|Act|law|laws|legislat\w+|provision|rule|jurisdiction|privilege|precedent|supra|ante|post)\b|\b(?:[Ww]e|[Oo]ur|us)\b/u;
const TELLS =
  /\b(?:was|were|had|did|filed|testified|brought|paid|signed|received|entered|moved|died|married|arrested|purchased|sold|told|went|\p{Ll}{3,}ed)\b/u;
/** Facts are told in the first part of an opinion. */
const FACTS_END = 0.6;
/** Before this nothing is reasoned yet. */
const REASONS_BEGIN = 0.04;

/** What a sentence does in its document. */
export function roleOf(unit: Unit): Role {
  const { text, position } = unit;
  if (unit.isFront) return "background";
  const isCourse = COURSE.some((cue) => cue.test(text));
  if (!isCourse && HOLDS.some((cue) => cue.test(text))) return "holding";
  if (DISPOSES.test(text)) return "disposition";
  if (isCourse) return "background";
  if (STANDARD.test(text)) return "standard";
  if (LEGAL.test(text) || has(text, "authority")) return "reasoning";
  if (TELLS.test(text) && position < FACTS_END) return "fact";
  return position < REASONS_BEGIN ? "background" : "reasoning";
}
