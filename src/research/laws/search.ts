import type { Principal } from "#accounts/principal.ts";
import type { Reader } from "#db/connection.ts";
import { holdsPath, versionsById } from "#laws/store/read.ts";
import type { LawSearch } from "#search/law-search.ts";
import { requireHistory } from "./access.ts";
import { currenciesOf, dayInWords } from "./currency.ts";
import type { LawCurrency } from "./currency.ts";
import { collectionsNamed, heldCollections, pathFaults, rangeFaults, refuseFaults, statesNamed } from "./held.ts";
import type { DayRange, HeldCollections, LawType } from "./held.ts";
import { viewsOfVersions } from "./view.ts";
import type { LawView } from "./view.ts";

export type LawSearchAsked = {
  readonly query: string;
  /** By BM25 of the words of laws alone; else what courts say of them counts too. */
  readonly byWordsAlone?: boolean;
  /** Names or postal abbreviations; any of them. */
  readonly states?: readonly string[];
  readonly types?: readonly LawType[];
  /** Ids or names; any of them. */
  readonly collections?: readonly string[];
  readonly pathPrefix?: string;
  /** Only what is law on the day asked for; without it every version. */
  readonly currentOnly: boolean;
  /** `YYYY-MM-DD`; the day whose law is searched, today without it. */
  readonly asOf?: string;
  readonly effective?: DayRange;
  readonly published?: DayRange;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

export type LawHit = LawView & {
  readonly score: number;
  readonly snippets: readonly string[];
  readonly currency: LawCurrency;
};

export type LawsFound = {
  readonly results: readonly LawHit[];
  readonly total: number;
  readonly stateCounts: ReadonlyMap<string, number>;
  readonly warnings: readonly string[];
};

/** Results behind these cannot be asked for (contract, section 8). */
export const LAW_RESULTS_MAX = 10_000;

/** @throws OnpointError `invalid_input` for what names nothing, `forbidden` for history without the grant */
export async function searchLaws(
  { db, search, today }: { readonly db: Reader; readonly search: LawSearch; readonly today: string },
  principal: Principal,
  asked: LawSearchAsked,
  signal?: AbortSignal,
): Promise<LawsFound> {
  const { query, byWordsAlone = false, page, pageSize, asOf = today, currentOnly } = asked;
  const held = await heldCollections(db);
  const states = statesNamed(asked.states ?? [], held);
  const named = collectionsNamed(asked.collections ?? [], held);
  refuseFaults([
    ...states.faults,
    ...named.faults,
    ...pathFaults(asked.pathPrefix, "pathPrefix"),
    ...rangeFaults(asked.effective ?? {}, "effective"),
    ...rangeFaults(asked.published ?? {}, "published"),
    ...windowFaults(asked),
  ]);
  if (!currentOnly) requireHistory(principal, "currentOnly");
  if (asOf !== today) requireHistory(principal, "asOf");
  const found = await search(
    {
      query,
      byWordsAlone,
      page,
      pageSize,
      filters: {
        ...(states.states.length > 0 && { states: states.states }),
        ...(named.ids.length > 0 && { collectionIds: named.ids }),
        ...(asked.types !== undefined && { types: asked.types }),
        ...(asked.pathPrefix !== undefined && { pathPrefix: asked.pathPrefix }),
        ...(asked.effective !== undefined && { effective: asked.effective }),
        ...(asked.published !== undefined && { published: asked.published }),
        ...(currentOnly && { inForceOn: asOf }),
      },
    },
    { owner: principal.id, ...(signal && { signal }) },
  );
  const versions = await versionsById(
    db,
    found.hits.map(({ versionId }) => versionId),
  );
  const views = await viewsOfVersions(db, held, versions, today);
  const currencies = await currenciesOf(db, views, { date: asOf, today });
  const viewById = new Map(views.map((view, at) => [view.version.id, { view, currency: currencies[at] }]));
  const results = found.hits.flatMap(({ versionId, score, snippets }): LawHit[] => {
    const { view, currency } = viewById.get(versionId) ?? {};
    return view === undefined || currency === undefined ? [] : [{ ...view, score, snippets, currency }];
  });
  return {
    results,
    total: found.total,
    stateCounts: found.stateCounts,
    warnings: [
      ...found.notes,
      ...notChecked(results),
      ...withoutLaws(states.states, held),
      ...(found.total === 0 ? await withoutPath(db, asked.pathPrefix, named.ids) : []),
    ],
  };
}

/** Of each collection among the results that its source vouches for no day near today. */
function notChecked(results: readonly LawHit[]): readonly string[] {
  const unvouched = results.filter(({ standing, currency }) => standing.isCurrent && !currency.isVouched);
  return [...Map.groupBy(unvouched, ({ collection }) => collection.name)].map(([name, hits]) => {
    const days = hits.flatMap(({ currency }) => currency.checkedThrough ?? []).toSorted();
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined)
      return `${name}: the source does not say when its text was last in force`;
    const through = first === last ? dayInWords(first) : `${dayInWords(first)} to ${dayInWords(last)}`;
    return `${name}: these texts were checked through ${through}, and not since`;
  });
}

/** A path of which nothing is held, in any version. */
async function withoutPath(
  db: Reader,
  path: string | undefined,
  collectionIds: readonly string[],
): Promise<readonly string[]> {
  if (path === undefined || (await holdsPath(db, path, collectionIds))) return [];
  const where = collectionIds.length === 0 ? "" : ` in ${collectionIds.join(" or ")}`;
  return [`no law is held at or below the path ${path}${where}`];
}

function windowFaults({ page, pageSize }: LawSearchAsked): { path: string; message: string }[] {
  if (page * pageSize <= LAW_RESULTS_MAX) return [];
  const message = `results beyond the first ${LAW_RESULTS_MAX.toLocaleString("en-US")} cannot be paged through; narrow the search`;
  return [{ path: "page", message }];
}

/** A state that is one, and of which nothing is held. */
function withoutLaws(states: readonly string[], held: HeldCollections): readonly string[] {
  const known = new Set([...held.values()].map(({ state }) => state));
  return states.filter((state) => !known.has(state)).map((state) => `no law of ${state} is held here`);
}
