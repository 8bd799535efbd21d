import { readCitingWords } from "#citator/citing-words.ts";
import type { Reader } from "#db/connection.ts";
import { TEXTS_MAX } from "#embedding/embedder.ts";
import type { Embedder } from "#embedding/embedder.ts";
import { copiesOfWorks, workIdsAfter } from "#opinions/store/copies.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import { splitPassages } from "#text/passages.ts";

/** Vectors in rows, each of a passage of a work; `saidBy` names the work whose words they are. */
export type PassageVectors = {
  readonly vectors: Float32Array;
  readonly works: readonly string[];
  readonly saidBy: readonly string[];
};

type Passage = { readonly work: string; readonly saidBy: string; readonly text: string };

/** A corpus as vectors: the passages of its opinions, and what citing opinions say, as passages of what they cite. */
export type CorpusVectors = {
  readonly own: PassageVectors;
  readonly citing: PassageVectors;
  /** The works that cite each work. */
  readonly citers: ReadonlyMap<string, ReadonlySet<string>>;
};

const WORKS_PER_PAGE = 100;

/** Every passage of every copy held, in full precision. */
export async function embedCorpus(db: Reader, embedder: Embedder): Promise<CorpusVectors> {
  const own: Passage[] = [];
  const citing: Passage[] = [];
  const workOfOpinion = new Map<string, string>();
  const ownVectors = new Gathered(embedder);
  const citingVectors = new Gathered(embedder);
  const clusters: { readonly id: string; readonly work: string }[] = [];
  for await (const works of pages(db)) {
    const copies = await copiesOfWorks(db, works);
    const opinions = copies.flatMap(({ workId, opinions: list }) => list.map(({ id }) => ({ id, workId })));
    const texts = await readPlainTexts(
      db,
      opinions.map(({ id }) => id),
    );
    for (const { id, workId } of opinions) {
      workOfOpinion.set(id, workId);
      const text = texts.get(id) ?? "";
      for (const { start, end } of splitPassages(text)) {
        own.push({ work: workId, saidBy: workId, text: text.slice(start, end) });
      }
    }
    clusters.push(...copies.map(({ clusterId, workId }) => ({ id: clusterId, work: workId })));
    await ownVectors.add(own.splice(0));
  }
  for (let at = 0; at < clusters.length; at += WORKS_PER_PAGE) {
    const page = new Map(clusters.slice(at, at + WORKS_PER_PAGE).map(({ id, work }) => [id, work]));
    for (const [cluster, words] of await readCitingWords(db, [...page.keys()])) {
      for (const { opinionId, text } of words) {
        const saidBy = workOfOpinion.get(opinionId) ?? opinionId;
        // Each stretch around a citation is a passage of its own.
        for (const stretch of text.split("\n\n")) {
          if (stretch !== "") citing.push({ work: page.get(cluster) ?? "", saidBy, text: stretch });
        }
      }
    }
    await citingVectors.add(citing.splice(0));
  }
  const citingPassages = citingVectors.done();
  const citers = new Map<string, Set<string>>();
  for (const [row, work] of citingPassages.works.entries()) {
    const of = citers.get(work) ?? new Set();
    citers.set(work, of.add(citingPassages.saidBy[row] ?? ""));
  }
  return { own: ownVectors.done(), citing: citingPassages, citers };
}

async function* pages(db: Reader): AsyncGenerator<readonly string[]> {
  for (let after = ""; ;) {
    const page = await workIdsAfter(db, after, WORKS_PER_PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}

class Gathered {
  readonly #embedder: Embedder;
  readonly #parts: Float32Array[] = [];
  readonly #works: string[] = [];
  readonly #saidBy: string[] = [];

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  async add(passages: readonly Passage[]): Promise<void> {
    for (let at = 0; at < passages.length; at += TEXTS_MAX) {
      const some = passages.slice(at, at + TEXTS_MAX);
      this.#parts.push(await this.#embedder.passages(some.map(({ text }) => text)));
      for (const { work, saidBy } of some) {
        this.#works.push(work);
        this.#saidBy.push(saidBy);
      }
    }
  }

  done(): PassageVectors {
    const vectors = new Float32Array(this.#works.length * this.#embedder.version.dimensions);
    let at = 0;
    for (const part of this.#parts.splice(0)) {
      vectors.set(part, at);
      at += part.length;
    }
    return { vectors, works: this.#works, saidBy: this.#saidBy };
  }
}
