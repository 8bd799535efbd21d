import { partyDifference } from "#citations/parties.ts";
import { sameWord } from "#citations/same-word.ts";
import type { CaseName } from "#citations/model.ts";
import type { Reader } from "#db/connection.ts";
import type { QueryNode } from "#index/tree.ts";
import type { SearchEngine } from "#index/index.ts";
import { possibleYears } from "#opinions/filed-days.ts";
import { readOpinions } from "#opinions/store/read.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { tellingWords } from "#text/case-names.ts";
import { tokenize } from "#text/tokenize.ts";

/** What a citation that leads nowhere says of the decision it means. */
export type NamedDecision = { readonly name: CaseName; readonly year: number | null };

/** A held decision that a citation may mean, and how it was found. */
export type Suggestion = {
  readonly workId: string;
  readonly opinionId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly citations: readonly string[];
  readonly courtId: string;
  readonly dateFiled: string | null;
  readonly foundBy: "name and year" | "name" | "a citation beside it";
};

export type FindByName = (named: NamedDecision) => Promise<Suggestion[]>;

/** Hits whose names are compared; the words of a name put the decision among far fewer. */
const HITS_MAX = 60;
const SUGGESTIONS_MAX = 3;
const WORDS_MAX = 24;
/** A year may be that of the term or of the argument. */
const YEARS_APART_MAX = 1;

/** Finds held decisions by name and year in the index: both parties must agree, those of the year come first. */
export function findByName(db: Reader, engine: Pick<SearchEngine, "search">): FindByName {
  return async (named) => {
    const tree = treeOf(named.name);
    if (tree === undefined) return [];
    const request = { filters: [], offset: 0, limit: HITS_MAX, facets: [], total: false, explain: false };
    const { hits } = await engine.search({ ...request, tree });
    const records = await readOpinions(
      db,
      hits.map(({ id }) => id),
    );
    const agreeing = onePerWork(records).filter(
      ({ caseName, caption }) => partyDifference(named.name, [caseName, caption]) === null,
    );
    const ofYear = agreeing.filter((record) => isOfYear(record, named.year) && isShared(named.name, record, 1));
    const [chosen, foundBy] =
      ofYear.length > 0
        ? [ofYear, "name and year" as const]
        : [agreeing.filter((record) => isShared(named.name, record, named.year === null ? 1 : 2)), "name" as const];
    return chosen.slice(0, SUGGESTIONS_MAX).map((record) => ({
      workId: record.workId,
      opinionId: record.id,
      caseName: record.caseName,
      publicNumber: record.publicNumber,
      slug: record.slug,
      citations: record.citations.map(({ citedAs }) => citedAs),
      courtId: record.courtId,
      dateFiled: record.dateFiled,
      foundBy,
    }));
  };
}

/** Whether the names share so many words that tell cases from others: of another year one surname is a chance. */
function isShared({ text }: CaseName, { caseName, caption }: OpinionRecord, words_min: number): boolean {
  const cited = new Set(tellingWords(text, "reference"));
  const held = new Set([caseName, caption].flatMap((name) => tellingWords(name, "reference")));
  const shared = [...cited].filter((word) => [...held].some((other) => sameWord(word, other))).length;
  return shared >= words_min;
}

function treeOf(name: CaseName): QueryNode | undefined {
  const at = { start: 0, end: 0 };
  const printed = [name.plaintiff, name.defendant, name.matter, name.short].filter((party) => party !== null).join(" ");
  const words = new Set([...tellingWords(printed, "search"), ...tokenize(printed).map(({ text }) => text)]);
  const children = [...words]
    .slice(0, WORDS_MAX)
    .map((text): QueryNode => ({ kind: "term", text, exact: false, field: "name", at }));
  return children.length === 0 ? undefined : { kind: "ranked", children, required: 1, at };
}

function onePerWork(records: readonly OpinionRecord[]): OpinionRecord[] {
  const works = new Map<string, OpinionRecord>();
  for (const record of records) if (!works.has(record.workId)) works.set(record.workId, record);
  return [...works.values()];
}

function isOfYear({ dateFiled, datePrecision }: OpinionRecord, year: number | null): boolean {
  const years = possibleYears({ date: dateFiled, precision: datePrecision });
  if (year === null || years === null) return false;
  return years.first - YEARS_APART_MAX <= year && year <= years.last + YEARS_APART_MAX;
}
