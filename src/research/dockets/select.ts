import type { DocketLine, WeighedLines } from "#analysis/analysis.ts";
import { isRuling } from "#dockets/document-types/document-types.ts";
import { writtenOut } from "#dockets/document-types/short-forms.ts";
import type { Filing } from "#dockets/model.ts";
import { partsOfQuestion } from "#analysis/analysis.ts";
import { bearingsOf } from "./bearing.ts";
import type { EntryWithDocuments, RelevantEntry } from "./model.ts";
import { sheetLines } from "./sheet-lines.ts";
import { summaryOf, typeOfLine } from "./views.ts";

/** Contract of the tools, section 8. */
const RELEVANT_MAX = 40;
/** Entries put before whoever reads: more take long, and cost where a model reads. */
const READ_MAX = 200;
/** Of the best entry's share, what one must have to be told; a question for a list takes all that bear on it. */
const SHARE_MIN = 0.05;
const TOLD_MAX = 8;
const LIST =
  /\b(?:all|every|each|list|any|how many|so far)\b|\b(?:what|which)\s+(?:[\w'’-]+\s+){0,3}?(?:motions|orders|rulings|filings|documents|entries|hearings|pleadings|exhibits|notices|briefs|declarations|objections|claims|letters|stipulations|judgments|applications|papers|depositions)\b/iu;
/** Entries told for a question about the end or the beginning of a docket, whatever their words. */
const AT_AN_END = 5;

const LATEST = /\b(?:latest|last|newest|most recent|recent(?:ly)?|current(?:ly)?|status|so far|now|pending)\b/iu;
const EARLIEST =
  /\b(?:first|initial)\s+(?:\w+\s+)?(?:entry|entries|filings?|filed|documents?|papers?|events?|thing|steps?|pleadings?|orders?|rulings?)\b|\bfiled first\b|\b(?:earliest|beg[au]n|began|commenced?|opened|originally)\b/iu;

/** What a court has given is asked for, and not what somebody asks of it. */
const RULINGS =
  /\b(?:what|which|list)\b[^?]{0,40}\b(?:orders?|rulings?|decisions?|judgments?)\b[^?]*\b(?:entered|enter|issued?|made|make|given?|signed?)\b|\b(?:court|judge)\b[^?]{0,20}\b(?:ordered|order|ruled?|decided?)\b|\b(?:was|were|is|are|has|have|did)\b[^?]*\b(?:grant(?:ed)?|den(?:y|ied)|ruled|decided|overruled|sustained|affirmed|reversed|remanded)\b/iu;
const ASKED_OF_IT = /\b(?:propos\w+|stipulat\w+|motions? for|request\w*)\b/iu;

export type Selection = {
  /** Best first. */
  readonly entries: readonly RelevantEntry[];
  /** More bear on the question than are told. */
  readonly isCut: boolean;
  /** Those that the answer is read from, in the order of the sheet. */
  readonly read: readonly EntryWithDocuments[];
  /** How those bear on each thing that is asked, by their ids: logarithms of shares, 0 for the best. */
  readonly bearings: ReadonlyMap<string, readonly number[]>;
  /** What a court has given is asked for: of the entries, its rulings alone are read. */
  readonly isOfRulings: boolean;
  /** The end or the beginning of the docket is asked for, whatever its words. */
  readonly isOfAnEnd: boolean;
  /** The things that are asked that are foreign to all entries, and to the names of their attachments. */
  readonly foreign: readonly string[];
};

/** What the lines of a docket have to do with a question; throws `unavailable` when nobody can read them just now. */
export type WeighLines = (
  question: string,
  lines: readonly DocketLine[],
  signal?: AbortSignal,
) => WeighedLines | Promise<WeighedLines>;

type Line = { readonly entry: EntryWithDocuments; readonly filing: Filing | null; readonly description: string };

/** The entries, and attachments with a name of their own, that bear on a question. Throws as `weigh` does. */
export async function selectEntries(
  weigh: WeighLines,
  question: string,
  entries: readonly EntryWithDocuments[],
  signal?: AbortSignal,
): Promise<Selection> {
  const lines = new Map(entries.flatMap(linesOf).map((line) => [line.filing?.id ?? line.entry.id, line]));
  const asked = [...lines].map(([id, { entry, description }]) => ({
    id,
    description: writtenOut(description),
    dateFiled: entry.dateFiled,
  }));
  const ends = atTheEnds(question, entries);
  const { relevant, foreign } = await weigh(question, asked, signal);
  const met = relevant.slice(0, READ_MAX).flatMap((one) => {
    const line = lines.get(one.id);
    return line === undefined ? [] : [{ ...one, line }];
  });
  const bearings = bearingsOfLines(question, met);
  const weighed = met
    .map((one, at) => ({ ...one, share: shareOf(bearings, at), bearings: bearings.map((of) => of[at] ?? 0) }))
    .toSorted((one, other) => other.share - one.share);
  const least = LIST.test(question) ? 0 : (weighed[0]?.share ?? 0) * SHARE_MIN;
  const bearing = weighed.filter(({ share }) => share >= least);
  const told = new Map(ends.map(({ id }) => [id, "it stands at that end of the docket"]));
  for (const { id, shared } of bearing) told.set(id, relevanceOf(shared));
  const told_max = LIST.test(question) ? RELEVANT_MAX : TOLD_MAX;
  const isTaken = takenNumbers(entries);
  const chosen = [...told].flatMap(([id, relevance]) => {
    const line = lines.get(id);
    return line === undefined ? [] : [{ line, relevance }];
  });
  const candidates = [
    ...new Set([...ends.flatMap(({ id }) => lines.get(id)?.entry ?? []), ...weighed.map(({ line }) => line.entry)]),
  ];
  const rulings = rulingsAlone(question, candidates);
  const read = new Set(rulings ?? candidates);
  return {
    isOfRulings: rulings !== undefined,
    isOfAnEnd: LATEST.test(question) || EARLIEST.test(question),
    foreign,
    entries: chosen.slice(0, told_max).map(({ line, relevance }) => relevantFrom(line, relevance, isTaken)),
    isCut: chosen.length > told_max,
    read: entries.filter((entry) => read.has(entry)),
    bearings: new Map(weighed.toReversed().map(({ line, bearings: own }) => [line.entry.id, own])),
  };
}

/** Of each thing that is asked, how each line bears on it. */
function bearingsOfLines(
  question: string,
  met: readonly { readonly line: Line; readonly chances: readonly number[] }[],
): (readonly number[])[] {
  const asked = partsOfQuestion(question).map((part, at) => ({
    part,
    chances: met.map(({ chances }) => chances[at] ?? 0),
  }));
  const given = met.map(({ line: { entry, filing, description } }) => ({
    entry,
    isAttached: (filing?.attachment ?? 0) > 0,
    words: writtenOut(description),
  }));
  return bearingsOf(asked, sheetLines(given));
}

/** The parts of a question count alike. */
function shareOf(bearings: readonly (readonly number[])[], at: number): number {
  return [...new Set(bearings)].reduce((sum, of) => sum + Math.exp(of[at] ?? 0) / sumOf(of), 0);
}

const SUMS = new WeakMap<readonly number[], number>();
function sumOf(bearings: readonly number[]): number {
  const known = SUMS.get(bearings) ?? bearings.reduce((sum, value) => sum + Math.exp(value), 0);
  SUMS.set(bearings, known);
  return known;
}

/** A proposed order and a motion for one share the words of the question, and are no answer where there is a ruling. */
function rulingsAlone(
  question: string,
  entries: readonly EntryWithDocuments[],
): readonly EntryWithDocuments[] | undefined {
  if (!RULINGS.test(question) || ASKED_OF_IT.test(question)) return undefined;
  const rulings = entries.filter((entry) => isRuling(typeOfLine(entry)));
  return rulings.length === 0 ? undefined : rulings;
}

function relevanceOf(shared: readonly string[]): string {
  return shared.length === 0
    ? "it speaks of what is asked in other words"
    : `it shares with the question: ${shared.join(", ")}`;
}

/** An entry goes by its main document, and by its own id where it has none. */
function linesOf(entry: EntryWithDocuments): Line[] {
  const words = [entry.shortDescription, entry.description].filter((text) => text !== null).join(". ");
  const main = entry.filings.find(({ attachment }) => attachment === 0) ?? null;
  const own: Line = { entry, filing: main, description: words };
  const attached = entry.filings.filter(({ attachment, description }) => attachment > 0 && description !== null);
  return [own, ...attached.map((filing): Line => ({ entry, filing, description: filing.description ?? "" }))];
}

function atTheEnds(question: string, entries: readonly EntryWithDocuments[]): { readonly id: string }[] {
  const latest = LATEST.test(question) ? entries.slice(-AT_AN_END).toReversed() : [];
  const earliest = EARLIEST.test(question) ? entries.slice(0, AT_AN_END) : [];
  return [...latest, ...earliest].map((entry) => entry.filings.find(({ attachment }) => attachment === 0) ?? entry);
}

/** An entry of a docket as one that bears on a question. */
export function relevantEntry(
  entry: EntryWithDocuments,
  relevance: string,
  all: readonly EntryWithDocuments[],
): RelevantEntry {
  const [line] = linesOf(entry);
  return relevantFrom(line ?? { entry, filing: null, description: "" }, relevance, takenNumbers(all));
}

/** Whether another entry has the number of this one. */
function takenNumbers(entries: readonly EntryWithDocuments[]): (entry: EntryWithDocuments) => boolean {
  const times = Map.groupBy(entries, ({ number }) => number);
  return ({ number }) => (times.get(number)?.length ?? 0) > 1;
}

/** A filing of which words are held goes by its id; what may have to be fetched, by its place, where no other has that. */
function relevantFrom(line: Line, relevance: string, isTaken: (entry: EntryWithDocuments) => boolean): RelevantEntry {
  const { entry, filing } = line;
  const isById = filing === null || filing.text_chars !== null || entry.number === null || isTaken(entry);
  return { entry, filing: filing && summaryOf(filing, entry), namedBy: isById ? "id" : "place", relevance };
}
