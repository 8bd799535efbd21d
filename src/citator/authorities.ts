import type { CaseName, Citation, FullCaseCitation } from "#citations/model.ts";
import type { Resolution } from "#citations/within.ts";
import { companionsIn } from "./companions.ts";
import type { Mention, TextSpan } from "./model.ts";
import { findNames } from "./names.ts";

/** What the records say of a decision that the opinion cites without its name or court. */
export type HeldUnder = { readonly name: string; readonly courtId: string };

/** One decision that an opinion cites, under every citation it gives for it. */
export type Authority = {
  /** Place in the list of authorities. */
  readonly number: number;
  /** The first full citation, which names court and year. */
  readonly citation: FullCaseCitation;
  /** Look-up keys of all its parallel citations in this opinion. */
  readonly keys: readonly string[];
  readonly parties: readonly string[];
  /** Name and court as printed, else as held. */
  readonly courtId: string | null;
  readonly caseName: string | null;
};

export type Cited = { readonly authorities: readonly Authority[]; readonly mentions: readonly Mention[] };

/**
 * The decisions an opinion cites and every place where it speaks of one: in full, in short, by name, or by `id.`. A
 * decision cited without a name or court is known by those under which the records hold it (`held`, by look-up key).
 */
export function authoritiesOf(
  text: string,
  citations: readonly Citation[],
  resolutions: readonly Resolution[],
  held: (key: string) => HeldUnder | undefined = () => undefined,
  caption = "",
): Cited {
  const byFull = new Map<
    number,
    { number: number; citation: FullCaseCitation; keys: Set<string>; parties: Set<string> }
  >();
  const mentions: Mention[] = [];
  for (const resolution of resolutions) {
    const citation = citations[resolution.citation];
    const full = resolution.full === null ? undefined : citations[resolution.full];
    if (citation === undefined || full?.kind !== "case" || resolution.full === null) continue;
    let authority = byFull.get(resolution.full);
    if (authority === undefined) {
      authority = { number: byFull.size, citation: full, keys: new Set(), parties: new Set() };
      byFull.set(resolution.full, authority);
    }
    if (citation.kind === "case") {
      if (citation.key !== null) authority.keys.add(citation.key);
      for (const party of partiesIn(citation.name)) authority.parties.add(party);
    } else if (citation.kind === "short" && isWhole(citation.antecedent))
      for (const party of partiesIn(citation.antecedent)) authority.parties.add(party);
    mentions.push({ authority: authority.number, span: withoutRemarks(citation), form: formOf(citation) });
  }
  const everyParty = new Set([...byFull.values()].flatMap(({ parties }) => [...parties]));
  const authorities = [...byFull.values()].map(({ number, citation, keys, parties: printed }) => {
    const parties = new Set([...printed].map((party) => withoutOther(party, everyParty, printed)));
    const list = [...keys];
    const records = list.flatMap((key) => held(key) ?? []);
    const names = parties.size > 0 ? [] : records.flatMap(({ name }) => name.split(/ vs?\.? /u));
    return {
      number,
      citation,
      keys: list,
      parties: [...new Set([...parties, ...names])],
      courtId: citation.court ?? records[0]?.courtId ?? null,
      caseName: citation.name?.text ?? records[0]?.name ?? null,
    };
  });
  const cited = withoutOverlap(mentions);
  const named = (known: readonly Authority[]): Mention[] =>
    withoutOverlap([
      ...cited,
      ...findNames(
        text,
        known.map(({ number, parties }) => ({ authority: number, parties })),
        cited,
        caption,
      ),
    ]);
  const found = named(authorities);
  const companions = companionsIn(text, found);
  if (companions.size === 0) return { authorities, mentions: found };
  const all = authorities.map((authority) => ({
    ...authority,
    parties: [...authority.parties, ...(companions.get(authority.number) ?? [])],
  }));
  return { authorities: all, mentions: named(all) };
}

/**
 * `Alder and Cedar` before `v.` is the end of one case's mention and the beginning of the next, if `Alder` is a case, or
 * if the same decision is elsewhere called `Cedar v.` alone.
 */
function withoutOther(party: string, everyParty: ReadonlySet<string>, own: ReadonlySet<string>): string {
  const [, first = "", rest = ""] = /^(?=.*$)(.+?),? and (.+)$/u.exec(party) ?? [];
  return rest !== "" && (everyParty.has(first) || own.has(rest)) ? rest : party;
}

/** A short form that names both parties tells how the decision is spelled further on, whatever its first citation has. */
function isWhole(name: CaseName | null): name is CaseName {
  return name !== null && name.plaintiff !== null && name.defendant !== null;
}

function partiesIn(name: CaseName | null): string[] {
  if (name === null) return [];
  return [name.plaintiff, name.defendant, name.matter, name.short].filter(
    (party): party is string => party !== null && party !== "",
  );
}

/** With name, court and year; what is remarked behind it in parentheses may speak of other decisions. */
function withoutRemarks({ fullSpan, parentheticals }: Citation): TextSpan {
  const remark = parentheticals.find(({ span }) => span.start > fullSpan.start);
  return remark === undefined
    ? fullSpan
    : { start: fullSpan.start, end: Math.max(fullSpan.start + 1, remark.span.start - 1) };
}

function formOf(citation: Citation): Mention["form"] {
  if (citation.kind === "case" || citation.kind === "short") return "citation";
  return citation.kind === "reference" ? "name" : "back";
}

/** In order of place. Of two that overlap the earlier and longer stays; parallel citations of one decision become one. */
function withoutOverlap(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = [];
  for (const mention of mentions.toSorted(
    (one, other) => one.span.start - other.span.start || other.span.end - one.span.end,
  )) {
    const last = kept.at(-1);
    if (last === undefined || mention.span.start >= last.span.end) kept.push(mention);
    else if (mention.authority === last.authority && mention.span.end > last.span.end) {
      kept[kept.length - 1] = { ...last, span: { start: last.span.start, end: mention.span.end } };
    }
  }
  return kept;
}
