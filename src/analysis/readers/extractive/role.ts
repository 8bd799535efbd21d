import type { Role } from "#analysis/model.ts";
import { has } from "./wanted.ts";
import type { Unit } from "./units.ts";

const HOLDS =
  /\b(?:[Ww]e|I) (?:\w+ )?(?:hold|conclude|are of (?:the )?opinion)\b|\b[Tt]he [Cc]ourt (?:holds|finds|concludes)\b|\b(?:[Hh]eld|HELD)[:,]/u;
const DISPOSES =
  /\b(?:judgment|order|decree|appeal|petition|motion|conviction|decision|case|cause)s?\b[^.;]{0,120}\b(?:is|are|be)\b[^.;]{0,30}\b(?:affirmed|reversed|vacated|remanded|dismissed|granted|denied|modified|set aside)\b|\bso ordered\b|\b(?:AFFIRMED|REVERSED|VACATED|GRANTS|DENIES)\b|\bORDERED\b/iu;
const STANDARD =
  /\b(?:burden|standard of review|the test|touchstone|prima facie|must (?:show|prove|establish|demonstrate)|elements? (?:of|are)|inquiry is|it is (?:well )?settled)\b/iu;
const TELLS =
  /\b(?:was|were|had|filed|testified|brought|paid|signed|received|entered|moved|died|married|arrested|purchased|sold|told|went)\b/iu;

/** What a sentence does in its document. */
export function roleOf(unit: Unit): Role {
  const { text } = unit;
  if (unit.isFront) return "background";
  if (HOLDS.test(text)) return "holding";
  if (DISPOSES.test(text)) return "disposition";
  if (STANDARD.test(text)) return "standard";
  if (has(text, "reason") || has(text, "authority") || /\b(?:[Ww]e|[Ii]t follows|[Oo]ur)\b/u.test(text))
    return "reasoning";
  if (TELLS.test(text)) return "fact";
  return "background";
}
