import type { Reader } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { readOpinions } from "#opinions/store/read.ts";
import type { Namesake } from "#search/query/caption-nodes.ts";
import type { ReadSearch } from "#search/read/read.ts";
import { probe } from "#search/retrieve/probe.ts";
import type { Question } from "#search/retrieve/question.ts";
import type { Retrieved } from "#search/retrieve/retriever.ts";
import { corrected } from "#search/retrieve/spelling.ts";
import { explainEmptyAnswer } from "./empty-answer.ts";
import { withNeighbours } from "./name-neighbours.ts";

type Asked = { readonly engine: SearchEngine; readonly db: Reader };

/** What is told of that which is not in an answer. An answer that is not whole says nothing of what is missing. */
export async function absenceNotes(
  { engine, db }: Asked,
  { request, question, namesake }: ReadSearch,
  { total, isWhole, corrections }: Retrieved,
): Promise<readonly string[]> {
  if (!isWhole) return [];
  if (total === 0 && (namesake === undefined || question.filters.length > 0))
    return explainEmptyAnswer(engine, question, request.query);
  if (namesake === undefined) return [];
  const meant = {
    bearing: corrected(namesake.bearing, corrections),
    resembling: corrected(namesake.resembling, corrections),
  };
  const notes = await nameNotHeldNote({ engine, db }, question, meant);
  return total === 0 ? notes.map((note) => (note === SPOKEN_OF ? UNHEARD_OF : note)) : notes;
}

const SPOKEN_OF = "No decision of that name is held; opinions that speak of it are shown.";
const UNHEARD_OF = "No decision of that name is held, and no opinion speaks of it.";

/**
 * Opinions that cite a case look like the case itself to whoever asked for it by name. That none of the name is held is
 * said only where no name held, and none that others cite by, comes near it even with a letter misread.
 */
async function nameNotHeldNote(
  { engine, db }: Asked,
  question: Question,
  { bearing, resembling }: Pick<Namesake, "bearing" | "resembling">,
): Promise<readonly string[]> {
  const first = async (tree: QueryNode): Promise<string | undefined> => {
    const { hits } = await engine.search({ ...probe(question, tree), total: false });
    return hits[0]?.id;
  };
  if ((await first(bearing)) !== undefined) return [];
  const nearest =
    (await first(resembling)) ??
    (await first(await withNeighbours(engine, bearing))) ??
    (await first(await withNeighbours(engine, resembling)));
  if (nearest === undefined) return [SPOKEN_OF];
  const [record] = await readOpinions(db, [nearest]);
  return record === undefined ? [] : [`Of the names held ${record.caseName} comes nearest.`];
}
