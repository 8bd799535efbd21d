import type { Completeness, Lacks, ProjectionName } from "#completeness/completeness.ts";
import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";

/**
 * The engine for one search (as `askedBy` makes it), whose lists say what the index lacked before it was asked, which is
 * read once for the search. An answer of an index that lacks anything is not taken for whole (`Retrieved.isWhole`), so
 * nothing of it is denied, whether or not that is told.
 */
export function telling(
  engine: SearchEngine,
  index: ProjectionName,
  completeness: Pick<Completeness, "lacks"> | undefined,
): SearchEngine {
  if (completeness === undefined) return engine;
  let asked: Promise<Lacks> | undefined;
  const search: SearchEngine["search"] = async (request, asker) => {
    if (!isList(request)) return engine.search(request, asker);
    const lacks = await (asked ??= completeness.lacks([index], "denies"));
    const answer = await engine.search(request, asker);
    if (lacks("denies").length === 0) return answer;
    const warnings = lacks(isEmpty(answer) ? "denies" : "finds");
    return { ...answer, isBehind: true, warnings: [...answer.warnings, ...warnings] };
  };
  return { ...engine, search };
}

/** What is shown; else a question is asked on the way, as whether there is any (`probe`) or what stands where. */
function isList({ limit, total, excerpts }: EngineRequest): boolean {
  return total && (limit > 1 || excerpts !== undefined);
}

function isEmpty({ total, hits }: EngineResponse): boolean {
  return (total ?? hits.length) === 0;
}
