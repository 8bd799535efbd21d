import type { DatabaseSync } from "node:sqlite";
import { randomFrom } from "#test/conformance/vector-index.ts";
import { BUILDING } from "../test/real/typed-queries/building-queries.ts";
import { OPERATOR_QUERIES } from "./asking.ts";
import { drawQuestions, queryFrom } from "./law-questions.ts";

/** One request of the HTTP API, by POST. */
export type Asked = { readonly kind: Kind; readonly path: string; readonly body: object };
type Make = (random: () => number) => Omit<Asked, "kind">;

/** Of a hundred requests so many are of a kind. */
const SHARES = {
  "search, words": 30,
  "search, operators": 10,
  "search of laws": 10,
  "opinion by id": 20,
  "opinion by citation": 15,
  "who cites it": 10,
  "law by citation": 5,
} as const;
export type Kind = keyof typeof SHARES;
export const KINDS = Object.keys(SHARES) as readonly Kind[];

/** What people ask of the real corpus: what lawyers type, and look-ups of what is held, drawn from all over the records. */
export class MixedQuestions {
  readonly #makes: Readonly<Record<Kind, Make>>;

  constructor(records: DatabaseSync) {
    const texts = (query: string): readonly string[] =>
      records
        .prepare(query)
        .all()
        .map((row) => String(Object.values(row)[0]));
    const ids = texts("select id from opinions order by id");
    const citations = texts("select cited_as from cluster_citations order by lookup_key, cluster_id");
    const cited = texts(
      "select opinions.id from opinions join clusters on clusters.id = cluster_id where work_id in (select work_id from treatment_summaries) order by opinions.id",
    );
    const laws = drawQuestions(records);
    const typed = BUILDING.flatMap(({ query, refused }) => (refused === undefined ? [query] : []));
    this.#makes = {
      "search, words": (random) => search(one(typed, random)),
      "search, operators": (random) => search(one(OPERATOR_QUERIES, random)),
      "search of laws": (random) => ({
        path: "/v1/laws/search",
        body: { query: queryFrom(one(laws.headings, random)) },
      }),
      "opinion by id": (random) => ({
        path: "/v1/opinions/get",
        body: { opinion_ids: [one(ids, random)], include_content: true },
      }),
      "opinion by citation": (random) => ({ path: "/v1/opinions/get", body: { citations: [one(citations, random)] } }),
      "who cites it": (random) => ({ path: "/v1/opinions/citing", body: { opinion_id: one(cited, random) } }),
      "law by citation": (random) => ({ path: "/v1/laws/get", body: { citation: one(laws.citations, random) } }),
    };
  }

  of(kind: Kind, random: () => number): Asked {
    return { kind, ...this.#makes[kind](random) };
  }

  /** The same requests without end for the same seed. */
  *mixed(seed: number): Generator<Asked, never> {
    const random = randomFrom(seed);
    for (;;) {
      let drawn = random() * 100;
      const kind = KINDS.find((kind) => (drawn -= SHARES[kind]) < 0) ?? "search, words";
      yield this.of(kind, random);
    }
  }
}

function search(query: string): Omit<Asked, "kind"> {
  return { path: "/v1/search", body: { query, mode: "keyword" } };
}

function one(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? "";
}
