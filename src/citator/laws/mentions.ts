import type { Citation } from "#citations/model.ts";
import { isFormer } from "#citations/laws/former.ts";
import { citedLawKey } from "#citations/laws/law-key.ts";
import { lawReferences } from "#citations/laws/law-references.ts";
import type { TextSpan } from "../model.ts";

/** A place where an opinion names provisions of law; without keys it names one that is not told apart. */
export type LawMention = { readonly span: TextSpan; readonly keys: readonly string[] };

/**
 * Where provisions of law are named, in the order of the text. A section without its code (`§ 3-203`) is the one that
 * the opinion cites in full under that number, if it is one alone.
 */
export function lawMentions(text: string, citations: readonly Citation[]): LawMention[] {
  const full = citations.flatMap((one) => (one.kind === "law" ? [{ one, keys: keysOf(text, one) }] : []));
  const byNumber = new Map<string, Set<string>>();
  for (const { one, keys } of full) {
    // Of several sections in one citation it is not told which key is whose.
    const [section] = one.sections;
    if (section === undefined || one.sections.length > 1 || keys.length !== 1 || one.type === "constitution") continue;
    // `§ 5` is a section of whatever act is spoken of.
    if (/^\d$/u.test(section.number)) continue;
    const known = byNumber.get(section.number) ?? new Set<string>();
    for (const key of keys) known.add(key);
    byNumber.set(section.number, known);
  }
  const keysByPlace = new Map(full.map(({ one, keys }) => [one, keys] as const));
  const mentions = citations.flatMap((one): LawMention[] => {
    if (one.kind === "law") return [{ span: one.span, keys: keysByPlace.get(one) ?? [] }];
    if (one.kind !== "section") return [];
    const known = one.section === null ? undefined : byNumber.get(one.section);
    return [{ span: one.span, keys: known?.size === 1 ? [...known] : [] }];
  });
  return joined(text, mentions);
}

/** `§ 4(e) of the Voting Rights Act of 1965, 79 Stat. 439, 42 U.S.C. § 1973b(e)` names one provision three times. */
const SAME =
  /^(?: ?\(\w{1,4}\)){0,3}(?:(?:,| and| or| &|-|–) ?[\w().]{1,12}){0,4}(?:,?\s|,?\s?[([]|,? (?:of|to) the [^,;.()]{3,80}?(?:Act|Code|Law|Amendments)(?:,? (?:of )?\d{4})?(?: \([^()]{1,40}\))?(?:,| [([])\s?)(?:as amended,\s|codified (?:at|as)\s|now\s)?$/u;

function joined(text: string, mentions: readonly LawMention[]): LawMention[] {
  const together: LawMention[] = [];
  for (const mention of mentions) {
    const last = together.at(-1);
    const between = last === undefined ? "" : text.slice(last.span.end, mention.span.start);
    if (last === undefined || mention.span.start < last.span.end || !SAME.test(between)) together.push(mention);
    else {
      const span = { start: last.span.start, end: mention.span.end };
      together[together.length - 1] = { span, keys: [...new Set([...last.keys, ...mention.keys])] };
    }
  }
  return together;
}

function keysOf(text: string, law: Extract<Citation, { kind: "law" }>): readonly string[] {
  if (isFormer(text, law)) return [];
  return [...new Set(lawReferences(law).map(({ citation }) => citedLawKey(citation)))];
}
