import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import type { Search } from "#search/request.ts";
import type { Answered } from "./typed-query.ts";

/** Asks as a person does, for the first page by relevance. */
export async function answered({ search, db }: Search & { readonly db: Db }, query: string): Promise<Answered> {
  try {
    const { results, warnings } = await search({
      query,
      mode: "keyword",
      filters: {},
      includeFacets: false,
      page: 1,
      pageSize: 5,
      rerank: false,
      collapse: "decision",
      sort: "relevance",
      explain: false,
    });
    const [first] = results;
    if (first === undefined) return { warnings };
    const texts = await readPlainTexts(db, [first.opinionId]);
    return { warnings, name: first.caseName, text: texts.get(first.opinionId) ?? "" };
  } catch (thrown) {
    if (!(thrown instanceof OnpointError)) throw thrown;
    const words = [...thrown.faults.map(({ message }) => message), thrown.hint ?? ""];
    return { warnings: [], refusal: words.join(" | ") };
  }
}
