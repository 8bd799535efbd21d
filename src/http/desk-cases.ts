import type { Principal } from "#accounts/principal.ts";
import type { Court, CourtsFound } from "#research/courts.ts";
import type { OpinionView } from "#research/opinions.ts";
import type { SearchResponse } from "#research/search.ts";
import type { Fault } from "#base/errors.ts";
import { EXPORTED_MAX, searchOfDesk } from "./desk-request.ts";
import type { DeskQuestion, DeskStanding } from "./desk-request.ts";
import type { Services } from "./services.ts";

/** Decisions found, with what is known of each. */
export type Found = {
  readonly response: SearchResponse;
  /** What is known of the opinions found, by opinion id. */
  readonly views: ReadonlyMap<string, OpinionView>;
  /** What was repaired, left out, or is not known yet. */
  readonly warnings: readonly string[];
  /** Every court there is, for the tree of those found. */
  readonly courts: readonly Court[];
  /** How those looked at stand, where the list is narrowed by that. */
  readonly standings?: ReadonlyMap<DeskStanding, number>;
};

export type Refused = {
  readonly faults: readonly Fault[];
  /** What would work. */
  readonly hint: string | undefined;
};

export type CaseAsk = {
  readonly research: Services["research"];
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** Times a part of the work under its name. */
  readonly timed: <Value>(part: string, work: () => Promise<Value>) => Promise<Value>;
};

/**
 * Decisions that a question finds; `isWhole`: as many as one file holds. How a decision stands is no column of the
 * index, so a list narrowed by it is made of the first results alone, and says so.
 */
export async function askCases(ask: CaseAsk, asked: DeskQuestion, isWhole: boolean): Promise<Found | Refused> {
  const { research, principal, signal, timed } = ask;
  const isChosen = asked.standing !== "";
  const read = searchOfDesk(asked, courtsOf(research, principal), isWhole || isChosen);
  if (!read.ok) return { faults: read.error, hint: undefined };
  const { request, notes } = read.value;
  const response = await timed("search", async () => research.search(principal, request, signal));
  const ids = response.results.map(({ opinionId }) => opinionId);
  const named = { by: "id", ids } as const;
  const { opinions, notes: unread } = await timed("read", async () =>
    research.opinions(principal, { named, content: false, treatments: false }),
  );
  const views = new Map(opinions.map((view) => [view.record.id, view]));
  const told = [...asked.unknown, ...notes, ...warningsFor(response), ...unread.map(({ message }) => message)];
  const found = { response, views, warnings: [...new Set(told)], courts: research.allCourts() };
  return isChosen ? narrowedByStanding(asked, found, isWhole) : found;
}

/** Courts by their names; a filter beside the results names one by its id where its name cannot stand in a list. */
function courtsOf(research: Services["research"], principal: Principal): (given: readonly string[]) => CourtsFound {
  const ids = new Set(research.allCourts().map(({ id }) => id));
  return (given) => {
    const byId = research.courts(principal, { by: "id", given: given.filter((name) => ids.has(name)) });
    const byName = research.courts(principal, { by: "name", given: given.filter((name) => !ids.has(name)) });
    return { courts: [...byId.courts, ...byName.courts], notes: byName.notes };
  };
}

/** What people are told where meaning could not be searched, in place of what operators are. */
const BY_WORDS_ALONE = "These results were found by their words: this service cannot search by meaning yet.";

function warningsFor({ warnings, metadata: { vectors } }: SearchResponse): readonly string[] {
  if (vectors === undefined || "model" in vectors) return warnings;
  return [BY_WORDS_ALONE, ...warnings.filter((warning) => !warning.startsWith(vectors.reason))];
}

function narrowedByStanding(asked: DeskQuestion, found: Found, isWhole: boolean): Found {
  const { response, views, warnings, courts } = found;
  const { results, pagination } = response;
  const statusOf = (opinionId: string): DeskStanding => views.get(opinionId)?.standing.status ?? "unknown";
  const standings = new Map(
    [...Map.groupBy(results, ({ opinionId }) => statusOf(opinionId))].map(([status, of]) => [status, of.length]),
  );
  const kept = results.filter(({ opinionId }) => statusOf(opinionId) === asked.standing);
  const pageSize = isWhole ? EXPORTED_MAX : Number(asked.size);
  const totalPages = Math.max(1, Math.ceil(kept.length / pageSize));
  const page = asked.page === "" || isWhole ? 1 : Math.min(Number(asked.page), totalPages);
  const isCut = pagination.totalResults > results.length;
  const note = `How a decision stands is looked up for the first ${results.length} of ${pagination.totalResults.toLocaleString("en-US")} results; narrow the search to reach the others`;
  const { facets: _of, ...rest } = response;
  return {
    response: {
      ...rest,
      results: kept.slice((page - 1) * pageSize, page * pageSize),
      pagination: {
        page,
        pageSize,
        totalResults: kept.length,
        totalPages,
        hasNext: page < totalPages,
        hasPrev: page > 1,
      },
    },
    views,
    warnings: isCut ? [note, ...warnings] : warnings,
    courts,
    standings,
  };
}
