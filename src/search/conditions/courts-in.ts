import { courtById } from "#courts/courts.ts";
import { courtsOfLevel } from "#courts/levels.ts";
import { federalCourtsOf, statesIn } from "#courts/places.ts";
import { courtsSpelledOut, isKnownWord } from "#courts/recognise.ts";
import { courtsByAbbreviation } from "#courts/registry.ts";
import { isFunctionWord } from "#text/function-words.ts";
import type { Span } from "#index/tree.ts";
import { ofCourts, opinionFilters } from "#search/opinions.ts";
import { withDivisions } from "#search/divisions.ts";
import type { Condition } from "./conditions.ts";
import { isCourtBelow, withItsWords } from "./surroundings.ts";

/** `united states court of appeals for the ninth circuit`, and two more. */
const WORDS_MAX = 11;
/** So many different runs of words are looked up in one text; a question has a handful. */
const RUNS_MAX = 60;

/** The courts that a text names, those of a state or a level too, each with the words that lead to it. */
export function courtsIn(text: string): readonly Condition[] {
  const found: Condition[] = [...inParentheses(text)];
  for (const read of [named, ofPlaces]) {
    for (const one of read(text)) {
      if (found.every(({ at }) => at.end <= one.at.start || one.at.end <= at.start)) found.push(one);
    }
  }
  return found;
}

/** A kind of court, without which no run of words is looked at. */
const KIND =
  /^(?:cir|circuit|court|courts|ct|cts|chancery|ch|app|appeals?|appellate|superior|supreme|super|sup|bankr|bankruptcy|dist|district|div|division|crim|bap)\.?$/iu;
const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|\d{1,2}(?:st|nd|rd|d|th)|\d{1,2})$/iu;
/** `S.D.N.Y.`, `D.D.C.`, and in small letters where that is no word. */
const DISTRICT_LETTERS = /^(?:(?:[NSEWMC]\.)?D\.(?:[A-Z][A-Za-z]*\.)+|[nsewmc]d[a-z]{2,4}|ddc)$/iu;
const DIRECTED = /^(?:(?:[NSEWMC]\.)?D\.|[NSEWMC]\.|[NSEWMC]D|[nsewmc]d)$/u;
const ID = /^(?:scotus|ca\d{1,2}|cadc|cafc|\d{1,2}(?:st|nd|rd|d|th)cir)$/iu;

/** Federal courts whose names say no place: spoken of as often as asked for, so that they are asked for where something leads to them. */
const NO_PLACE =
  /^(?:tax court|court of claims|customs court|commerce court|court of international trade|board of tax appeals)$/iu;
const LED = /(?<![\p{L}\p{N}])(?:in|by) (?:the )?$/iu;

const COURTS_TOLD_MAX = 3;
/** How far from a place its courts may be named. */
const NEAR_CHARS = 60;

/** A word with what each run that holds it would ask of it again. */
type Piece = {
  readonly text: string;
  readonly at: Span;
  readonly isKind: boolean;
  readonly isOrdinal: boolean;
  readonly isOfCourt: boolean;
  /** Of no court's name a word stands twice in a row. */
  readonly isRepeated: boolean;
};

/** Runs of words that are the name of a court, the longest first. */
function named(text: string): readonly Condition[] {
  const pieces = piecesOf(text);
  const places = placesIn(text);
  const recognised = new Map<string, readonly string[]>();
  const idsOf = (run: readonly Piece[]): readonly string[] => {
    const words = text.slice(run[0]?.at.start, run.at(-1)?.at.end);
    const known = recognised.get(words);
    if (known !== undefined || recognised.size >= RUNS_MAX) return known ?? [];
    const ids = courtsNamed(text, run);
    recognised.set(words, ids);
    return ids;
  };
  const found: Condition[] = [];
  for (let from = 0; from < pieces.length; from += 1) {
    const most = Math.min(WORDS_MAX, pieces.length - from);
    for (let length = most; length > 0; length -= 1) {
      const run = pieces.slice(from, from + length);
      const ids = mayBeCourt(text, run, places) ? idsOf(run) : [];
      if (ids.length === 0) continue;
      const at = { start: pieces[from]?.at.start ?? 0, end: run.at(-1)?.at.end ?? 0 };
      if (!isCourtBelow(text, at.start)) found.push(courtCondition(withItsWords(text, at), ids));
      from += length - 1;
      break;
    }
  }
  return found;
}

/** The words without the signs around them. */
function piecesOf(text: string): readonly Piece[] {
  let before = "";
  return [...text.matchAll(/[\p{L}\p{N}][^\s()[\]"“”,;:]*/gu)].map(({ 0: match, index }): Piece => {
    const word = /^(?:\p{L}+\.)+$/u.test(match) ? match : withoutSigns(match);
    const isRepeated = word === before;
    before = word;
    const isOrdinal = ORDINAL.test(word);
    return {
      text: word,
      at: { start: index, end: index + word.length },
      isKind: KIND.test(word),
      isOrdinal,
      isOfCourt: isOrdinal || isOfCourtName(word),
      isRepeated,
    };
  });
}

function withoutSigns(word: string): string {
  return word.replace(/(?<![?!.'’])[?!.'’]+$/u, "").replace(/['’]s$/u, "");
}

function mayBeCourt(text: string, run: readonly Piece[], places: Places): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (run.length === 1) return ID.test(first.text) || DISTRICT_LETTERS.test(first.text);
  if (isFunctionWord(first.text.toLowerCase()) || isFunctionWord(last.text.toLowerCase())) return false;
  if (last.isOrdinal || run.some(({ isRepeated }, at) => at > 0 && isRepeated)) return false;
  if (DIRECTED.test(first.text)) return run.length <= 4;
  if (!run.some(({ isKind }) => isKind) || !run.every(({ isOfCourt }) => isOfCourt)) return false;
  const [start, end] = [first.at.start, last.at.end];
  // The District of Columbia is a place before it is a district.
  if (places.states.some((state) => state.start === start && state.end === end)) return false;
  if (run.some(({ isOrdinal }) => isOrdinal) || places.all.some((place) => place.start >= start && place.end <= end))
    return true;
  return NO_PLACE.test(text.slice(start, end)) && LED.test(text.slice(0, first.at.start));
}

function isOfCourtName(word: string): boolean {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return isKnownWord(plain) || isFunctionWord(plain);
}

/** Where a text names a state, and where it names one or the federation, short forms too. */
type Places = { readonly states: readonly Span[]; readonly all: readonly Span[] };

const PLACE =
  /(?<![\p{L}\p{N}])(?:U\.\s?S\.|united states|us|d\.?c\.?|federal circuit|federal claims)(?![\p{L}\p{N}])|(?<![\p{L}])(?:ny|nj|nc|cal|mass|ill|tex|fla|mich|wash|minn|conn|del|penn?|tenn|okla|ariz|colo|pa|md|va|ga|ky|mo|wis|ind)(?![\p{L}])/giu;

function placesIn(text: string): Places {
  const states = statesIn(text);
  const others = [...text.matchAll(PLACE)].map(({ 0: match, index }) => ({ start: index, end: index + match.length }));
  return { states, all: [...states, ...others] };
}

/** Of one state or the federation; words that fit the courts of several name none of them. */
function courtsNamed(text: string, run: readonly Piece[]): readonly string[] {
  const words = text.slice(run[0]?.at.start, run.at(-1)?.at.end);
  const byLetters = run.length === 1 ? courtsByAbbreviation(words) : [];
  const byId = run.length === 1 ? courtById(words.toLowerCase()) : undefined;
  const courts = byId !== undefined ? [byId] : byLetters.length > 0 ? byLetters : courtsSpelledOut(words);
  const [first, ...others] = courts;
  if (first === undefined || others.some(({ state }) => state !== first.state)) return [];
  return courts.map(({ id }) => id);
}

function courtCondition(at: Span, ids: readonly string[], meaning?: string): Condition {
  const abbreviations = ids.flatMap((id) => courtById(id)?.abbreviation ?? []);
  return {
    kind: "court",
    at,
    meaning: meaning ?? abbreviations.slice(0, COURTS_TOLD_MAX).join(", "),
    within: [[ofCourts(withDivisions(ids))]],
    isSure: true,
    keeps: false,
  };
}

/** `(2d Cir. 2010)`, `(Del. Ch.)`: what stands so is the abbreviation of a court. */
function inParentheses(text: string): readonly Condition[] {
  return [...text.matchAll(/\((?<court>[^()]{2,40}?)(?:,?\s+\d{4})?\)/gu)].flatMap((match): Condition[] => {
    const court = match.groups?.["court"] ?? "";
    const ids = courtsByAbbreviation(court).map(({ id }) => id);
    return ids.length === 0 ? [] : [courtCondition({ start: match.index, end: match.index + match[0].length }, ids)];
  });
}

const FEDERAL_APPEALS =
  /(?<![\p{L}\p{N}])federal\s+(?:courts?\s+of\s+appeals?|appeals?\s+courts?|appellate\s+courts?)(?![\p{L}\p{N}])/giu;
const COURTS_BEFORE =
  /(?<kind>federal(?:\s+(?:district|trial))?|state|(?<![\p{L}\p{N}]))\s*courts?(?:\s+sitting)?(?:\s+(?:in|of)|,)\s+(?:the\s+state\s+of\s+)?$/iu;
const COURTS_BEHIND = /^(?:['’]s)?\s+(?<kind>federal\s+district|federal|state|)\s*courts?(?!\s+of)(?![\p{L}\p{N}])/iu;

/** `federal court in Texas`, `Ohio courts`, `federal appeals court, Boston`. */
function ofPlaces(text: string): readonly Condition[] {
  const ofStates = statesIn(text).flatMap(({ state, start, end }): Condition[] => {
    const behind = COURTS_BEHIND.exec(text.slice(end, end + NEAR_CHARS));
    const before = COURTS_BEFORE.exec(text.slice(Math.max(0, start - NEAR_CHARS), start));
    const kind = (behind ?? before)?.groups?.["kind"];
    if (kind === undefined) return [];
    // `the district court of Ohio` is one of a kind, not any court of the state.
    const ahead = text.slice(0, start - (before?.[0].trimStart().length ?? 0)).trimEnd();
    if (behind === null && KIND.test(ahead.slice(ahead.lastIndexOf(" ") + 1))) return [];
    const from = start - (behind === null ? (before?.[0].trimStart().length ?? 0) : 0);
    const at = withItsWords(text, { start: from, end: end + (behind?.[0].length ?? 0) });
    if (isCourtBelow(text, at.start)) return [];
    if (!/^federal/iu.test(kind)) {
      const within = [opinionFilters({ states: [state] })];
      return [{ kind: "court", at, meaning: `courts of ${state}`, within, isSure: true, keeps: false }];
    }
    const { districts, appeals } = federalCourtsOf(state);
    const courts = /district|trial/iu.test(kind) ? districts : [...districts, ...appeals];
    return courts.length === 0 ? [] : [courtCondition(at, courts, `federal courts of ${state}`)];
  });
  const appeals = [...text.matchAll(FEDERAL_APPEALS)].map(({ 0: match, index }): Condition => {
    const seat = SEAT.exec(text.slice(index + match.length));
    const seated = CIRCUIT_SEATS[seat?.groups?.["city"]?.toLowerCase() ?? ""];
    const whole = { start: index, end: index + match.length + (seated === undefined ? 0 : (seat?.[0].length ?? 0)) };
    const at = withItsWords(text, whole);
    if (seated !== undefined) return courtCondition(at, [seated]);
    return { ...courtCondition(at, courtsOfLevel("circuit") ?? [], "federal courts of appeals"), isSure: false };
  });
  return [...ofStates, ...appeals];
}

/** Where each of the federal courts of appeals sits (28 U.S.C. § 48). */
const CIRCUIT_SEATS: Readonly<Record<string, string>> = {
  boston: "ca1",
  "new york": "ca2",
  philadelphia: "ca3",
  richmond: "ca4",
  "new orleans": "ca5",
  cincinnati: "ca6",
  chicago: "ca7",
  "st. louis": "ca8",
  "st louis": "ca8",
  "san francisco": "ca9",
  denver: "ca10",
  atlanta: "ca11",
};
const SEAT =
  /^(?:\s+in|,)?\s+(?<city>boston|new york|philadelphia|richmond|new orleans|cincinnati|chicago|st\.? louis|san francisco|denver|atlanta)(?![\p{L}\p{N}])/iu;
