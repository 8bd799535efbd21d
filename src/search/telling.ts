import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";

/**
 * The engine for one search (as `askedBy` makes it), whose lists say what the index lacks: an answer with a warning is not taken for whole
 * (`Retrieved.isWhole`), so nothing of it is denied. Where nothing is found that is asked as of now, once for the search.
 */
export function telling(
  engine: SearchEngine,
  index: ProjectionName,
  completeness: Pick<Completeness, "warnings"> | undefined,
): SearchEngine {
  if (completeness === undefined) return engine;
  const said = new Map<"finds" | "denies", Promise<readonly string[]>>();
  const warningsOf = async (claim: "finds" | "denies"): Promise<readonly string[]> => {
    const known = said.get(claim) ?? completeness.warnings([index], claim);
    said.set(claim, known);
    return known;
  };
  const search: SearchEngine["search"] = async (request, asker) => {
    const answer = await engine.search(request, asker);
    if (!isList(request)) return answer;
    const warnings = await warningsOf(isEmpty(answer) ? "denies" : "finds");
    return warnings.length === 0 ? answer : { ...answer, warnings: [...answer.warnings, ...warnings] };
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
