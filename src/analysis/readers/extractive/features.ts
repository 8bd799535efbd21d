import { isSeparate } from "#analysis/sections.ts";
import { companyOf } from "./company.ts";
import type { Asked, Question, Term } from "./question.ts";
import type { Stock } from "./stock.ts";
import type { Unit } from "./units.ts";
import { has, WANTS } from "./wanted.ts";

/** What is found of a sentence for one part of a question; each is about 0 to 1. The order is that of `weights.json`. */
export const FEATURES = [
  "bm25",
  "bm25Beside",
  "coverage",
  "relatedCoverage",
  "coverageWithin3",
  "wholeQuestion",
  "wholeRelated",
  "company",
  "companyWithin3",
  "companyWhole",
  "direction",
  "directionBeside",
  "pairs",
  "names",
  "rareTerm",
  ...WANTS.map((want) => `has:${want}` as const),
  "wantedShare",
  "wantedBeside",
  "focus",
  "courtSpeaks",
  "partyArgues",
  "sectionAsked",
  "sectionOther",
  "separateUnasked",
  "opening",
  "closing",
  "front",
  "heading",
  "citations",
  "length",
  "isShort",
] as const;
export type Feature = (typeof FEATURES)[number];
export type Weights = Readonly<Record<Feature, number>>;

const K1 = 1.2;
const B = 0.6;
/** What a word that may stand for the asked one counts. */
const RELATED_SHARE = 0.6;

/** The sentences' features for one part of a question, in the order of the sentences. */
export function featuresOf(asked: Asked, question: Question, stock: Stock): Float64Array[] {
  const { units } = stock;
  const own = units.map((_, at) => bm25(asked.terms, stock, at));
  const most = own.reduce((best, value) => Math.max(best, value), 1e-9);
  const direct = weightsSum(asked.terms, stock);
  const whole = weightsSum(question.terms, stock);
  const hasWanted = WANTS.map((want) =>
    asked.wanted.has(want) ? units.map(({ text }) => has(text, want)) : undefined,
  );
  const wanted = WANTS.filter((want) => asked.wanted.has(want));
  const matched = units.map((_, at) => matchesOf(asked.terms, stock, at));
  const inWhole = question.parts.length === 1 ? matched : units.map((_, at) => matchesOf(question.terms, stock, at));
  const company = companyOf(asked.terms, stock);
  const companyWhole = question.parts.length === 1 ? company : companyOf(question.terms, stock);
  const rarest = Math.max(...asked.terms.map((term) => (stock.has(term.stem) ? stock.weightOf(term.stem) : 0)), 1e-9);
  const pairs = pairsOf(asked.terms);
  const about = sectionAskedOf(question.text);
  return units.map((unit, at) => {
    const row = new Float64Array(FEATURES.length);
    let column = 0;
    const put = (value: number): void => {
      row[column++] = value;
    };
    put((own[at] ?? 0) / most);
    put(((own[at - 1] ?? 0) + (own[at + 1] ?? 0)) / 2 / most);
    put(share(matched[at]?.direct, direct));
    put(share(matched[at]?.related, direct));
    put(share(windowOf(asked.terms, stock, at), direct));
    put(share(inWhole[at]?.direct, whole));
    put(share(inWhole[at]?.related, whole));
    put(company[at]?.met ?? 0);
    put(company[at]?.metWithin3 ?? 0);
    put(companyWhole[at]?.met ?? 0);
    put(company[at]?.cosine ?? 0);
    put(company[at]?.cosineBeside ?? 0);
    put(pairs.length === 0 ? 0 : pairs.filter(([one, other]) => near(unit.stems, one, other)).length / pairs.length);
    put(namesShare(asked.terms, stock, at));
    put(
      asked.terms.some(({ stem }) => (stock.counts[at]?.has(stem) ?? false) && stock.weightOf(stem) >= rarest) ? 1 : 0,
    );
    const met = hasWanted.filter((one) => one?.[at] === true).length;
    const beside = hasWanted.filter((one) => one?.[at - 1] === true || one?.[at + 1] === true).length;
    for (const one of hasWanted) put(one === undefined ? 0 : one[at] === true ? 1 : -0.5);
    put(wanted.length === 0 ? 0 : met / wanted.length);
    put(wanted.length === 0 ? 0 : beside / wanted.length);
    put(focusShare(asked.terms, stock, at));
    put(COURT_SPEAKS.test(unit.text) ? 1 : 0);
    put(PARTY_ARGUES.test(unit.text) ? 1 : 0);
    put(about === null ? 0 : isIn(unit, about) ? 1 : 0);
    put(about === null || isIn(unit, about) ? 0 : 1);
    put(about === null && isSeparate(unit.section) ? 1 : 0);
    put(unit.position < 0.08 ? 1 : 0);
    put(unit.position > 0.9 && !isSeparate(unit.section) ? 1 : 0);
    put(unit.isFront ? 1 : 0);
    put(unit.isHeading ? 1 : 0);
    put(citationShare(unit.text));
    put(Math.min(1, Math.log1p(unit.stems.length) / Math.log(120)));
    put(unit.stems.length < 9 ? 1 : 0);
    return row;
  });
}

function bm25(terms: readonly Term[], stock: Stock, at: number): number {
  const counts = stock.counts[at];
  const length = stock.units[at]?.stems.length ?? 0;
  if (counts === undefined) return 0;
  let sum = 0;
  for (const term of terms) {
    const n = counts.get(term.stem) ?? relatedCount(term, counts) * RELATED_SHARE;
    if (n === 0) continue;
    const saturated = (n * (K1 + 1)) / (n + K1 * (1 - B + (B * length) / stock.meanLength));
    sum += term.weight * stock.weightOf(term.stem) * saturated;
  }
  return sum;
}

function relatedCount(term: Term, counts: ReadonlyMap<string, number>): number {
  for (const stem of term.related) if (counts.has(stem)) return 1;
  return 0;
}

function weightsSum(terms: readonly Term[], stock: Stock): number {
  return terms.reduce((sum, term) => sum + term.weight * stock.weightOf(term.stem), 0);
}

function matchesOf(
  terms: readonly Term[],
  stock: Stock,
  at: number,
): { readonly direct: number; readonly related: number } {
  const counts = stock.counts[at];
  let [direct, related] = [0, 0];
  if (counts === undefined) return { direct, related };
  for (const term of terms) {
    const weight = term.weight * stock.weightOf(term.stem);
    if (counts.has(term.stem)) {
      direct += weight;
      related += weight;
    } else if (relatedCount(term, counts) > 0) related += weight * RELATED_SHARE;
  }
  return { direct, related };
}

/** What is matched by a sentence and those beside it together. */
function windowOf(terms: readonly Term[], stock: Stock, at: number): number {
  let sum = 0;
  for (const term of terms) {
    let best = 0;
    for (let near = at - 1; near <= at + 1; near += 1) {
      const counts = stock.counts[near];
      if (counts === undefined) continue;
      if (counts.has(term.stem)) best = 1;
      else if (best === 0 && relatedCount(term, counts) > 0) best = RELATED_SHARE;
    }
    sum += best * term.weight * stock.weightOf(term.stem);
  }
  return sum;
}

function share(part: number | undefined, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, (part ?? 0) / whole);
}

function namesShare(terms: readonly Term[], stock: Stock, at: number): number {
  const names = terms.filter(({ isName }) => isName);
  if (names.length === 0) return 0;
  return names.filter(({ stem }) => stock.counts[at]?.has(stem)).length / names.length;
}

/** Of the words that name the thing asked for, those that the sentence has, or others for them. */
function focusShare(terms: readonly Term[], stock: Stock, at: number): number {
  const focus = terms.filter(({ isFocus }) => isFocus);
  const counts = stock.counts[at];
  if (focus.length === 0 || counts === undefined) return 0;
  const found = focus.reduce((sum, term) => {
    if (counts.has(term.stem)) return sum + 1;
    return relatedCount(term, counts) > 0 ? sum + RELATED_SHARE : sum;
  }, 0);
  return found / focus.length;
}

function pairsOf(terms: readonly Term[]): [string, string][] {
  return terms.slice(1).map((term, at): [string, string] => [terms[at]?.stem ?? "", term.stem]);
}

const NEAR_WORDS = 4;

function near(stems: readonly string[], one: string, other: string): boolean {
  for (let at = stems.indexOf(one); at >= 0; at = stems.indexOf(one, at + 1)) {
    const beside = stems.slice(Math.max(0, at - NEAR_WORDS), at + NEAR_WORDS + 1);
    if (beside.includes(other)) return true;
  }
  return false;
}

/** Whose words a question asks for: a dissent's, a concurrence's, or those of a named justice. */
export type SectionAsked = { readonly kind: "dissent" | "concurrence" | null; readonly author: string | null };

export function sectionAskedOf(question: string): SectionAsked | null {
  const author =
    /\b(?:Justice|Judge)s? (?<name>(?!Court)\p{Lu}[\p{L}'\u2019]+)/u.exec(question)?.groups?.["name"]?.toLowerCase() ??
    null;
  if (/\bdissent(?:s|ing|ed|ers?)?\b|\b(?:judges?|justices?) who (?:disagreed|disagrees)\b/iu.test(question))
    return { kind: "dissent", author };
  if (/\bconcurr(?:ence|ing|ed)\b|\bwr(?:i|o)te separately\b|\brefuse to join\b/iu.test(question))
    return { kind: "concurrence", author };
  return author === null ? null : { kind: null, author };
}

/** Whether a sentence is of the opinion that is asked about. */
export function isIn({ section }: Unit, { kind, author }: SectionAsked): boolean {
  if (section === null) return false;
  if (author !== null && section.author !== null && section.author.toLowerCase().includes(author)) return true;
  if (kind === null) return false;
  return section.kind === kind || section.kind === "concurrence_dissent";
}

const COURT_SPEAKS =
  /\b(?:[Ww]e|I) (?:\w+ )?(?:hold|conclude|find|think|agree|reject|decline|affirm|reverse|vacate|are|believe|cannot|do not|see|need|deem|must|would|read|note|disagree)\b|\b(?:[Tt]his|[Tt]he) [Cc]ourt (?:\w+ )?(?:holds|finds|concludes|grants|denies|GRANTS|DENIES|rejects|agrees|declines)\b|\bORDERED\b/u;
const PARTY_ARGUES =
  /\b(?:[Pp]laintiffs?|[Dd]efendants?|[Aa]ppell(?:ants?|ees?)|[Pp]etitioners?|[Rr]espondents?|[Gg]overnment|[Ss]tate|[Cc]ounsel|[Hh]e|[Ss]he|[Tt]hey) (?:\w+ )?(?:argues?|contends?|claims?|asserts?|maintains?|insists?|urges?|submits?|alleges?)\b/u;

function citationShare(text: string): number {
  const cited =
    text.match(
      /\b\d{1,4} [A-Z][\w.]*(?: [\w.]+){0,3} \d{1,5}\b|\bv\. |\b[Ii]d\. at|§ ?\d|\bsupra\b|\((?:\w+\. ?)*\d{4}\)/gu,
    )?.length ?? 0;
  return Math.min(1, (cited * 8) / Math.max(8, text.length / 6));
}
