import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { utf16Positions } from "#text/utf16-positions.ts";
import { unpackPassages } from "./kept-passages.ts";
import type { TextSpan } from "./model.ts";

/** A decision that an opinion cites, with every kept place of its text that names it: in full, in short, by name or by `id.` */
export type DecisionCitedIn = {
  readonly opinionId: string;
  /** One of its copies; null while it is not held or not told apart. */
  readonly clusterId: string | null;
  /** No decision is held under any of the citations that are given for it. */
  readonly isMissing: boolean;
  readonly citedAs: string;
  readonly name: string | null;
  readonly year: number | null;
  readonly mentions: number;
  readonly places: readonly TextSpan[];
};

/** A provision of law that an opinion cites, and the sentence of its first citation. */
export type LawCitedIn = {
  readonly opinionId: string;
  readonly key: string;
  readonly citedAs: string;
  readonly mentions: number;
  readonly sentence: TextSpan;
};

export type CitedIn = { readonly decisions: readonly DecisionCitedIn[]; readonly laws: readonly LawCitedIn[] };

/**
 * Everything these opinions were read to cite, as places in their texts, in the order of first citations. Nothing of an
 * opinion whose text has changed since. Two statements for some hundreds.
 */
export async function readCitedIn(
  db: Reader,
  opinions: readonly { readonly id: string; readonly text: string }[],
): Promise<CitedIn> {
  const decisions: DecisionCitedIn[] = [];
  const laws: LawCitedIn[] = [];
  const texts = new Map(opinions.map(({ id, text }) => [id, { chars: text.length, unitsAt: utf16Positions(text) }]));
  for (const ids of inParts([...texts.keys()])) {
    const read = db.selectFrom("citing_opinions as by").where("by.opinion_id", "in", ids);
    const edges = await read
      .innerJoin("citing_edges as edge", "edge.citing_id", "by.id")
      .select(["by.opinion_id", "by.text_chars", "cited_cluster_id", "resolution", "cited_as", "name", "year"])
      .select(["mentions", "passages"])
      .orderBy("by.id")
      .orderBy("authority")
      .execute();
    for (const { opinion_id, text_chars, passages, ...edge } of edges) {
      const text = texts.get(opinion_id);
      if (text?.chars !== text_chars) continue;
      decisions.push({
        opinionId: opinion_id,
        clusterId: edge.cited_cluster_id,
        isMissing: edge.resolution === "not_held",
        citedAs: edge.cited_as,
        name: edge.name,
        year: edge.year,
        mentions: edge.mentions,
        places: unpackPassages(passages).flatMap(({ holes }) =>
          holes.map(({ start, end }) => ({ start: text.unitsAt(start), end: text.unitsAt(end) })),
        ),
      });
    }
    const cited = await read
      .innerJoin("citing_laws as law", "law.citing_id", "by.id")
      .select(["by.opinion_id", "by.text_chars", "law_key", "cited_as", "mentions", "quote_start", "quote_bytes"])
      .orderBy("by.id")
      .orderBy("quote_start")
      .orderBy("law_key")
      .execute();
    for (const { opinion_id, text_chars, quote_start, quote_bytes, ...law } of cited) {
      const text = texts.get(opinion_id);
      if (text?.chars !== text_chars) continue;
      laws.push({
        opinionId: opinion_id,
        key: law.law_key,
        citedAs: law.cited_as,
        mentions: law.mentions,
        sentence: { start: text.unitsAt(quote_start), end: text.unitsAt(quote_start + quote_bytes) },
      });
    }
  }
  return { decisions, laws };
}
