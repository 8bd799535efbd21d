import { err, ok } from "#base/result.ts";
import { emptyFault } from "#search/query/fault.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { statuteNode } from "#search/query/words.ts";

const STATUTE =
  /^(\d{1,3} (?:u\.? ?s\.? ?c\.? ?(?:[as]\.?)?|c\.? ?f\.? ?r\.?)),? ?(?:§+|secs?\.?|sections?)? ?(\d[\w.-]*(?:\([A-Za-z0-9]{1,5}\))*)$/iu;

export type StatuteReference = { readonly code: string; readonly section: string };

/** A section of the federal codes with nothing around it: `42 U.S.C. § 1983`, `42 usc 1983`, `17 CFR 240.10b-5`. */
export const readStatute: QueryReader = (text, { folded }) => {
  const statute = statuteIn(folded);
  if (statute === undefined) return undefined;
  const tree = statuteNode(statute, { start: 0, end: text.length });
  return tree === undefined ? err([emptyFault(text)]) : ok({ tree, operators: [], notes: [] });
};

export function statuteIn(folded: string): StatuteReference | undefined {
  const [, code, section] = STATUTE.exec(folded) ?? [];
  return code === undefined || section === undefined ? undefined : { code, section };
}
