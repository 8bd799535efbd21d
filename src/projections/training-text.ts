import { readCitingTexts } from "#citator/citing-texts.ts";
import type { Reader } from "#db/connection.ts";
import type { CitingText, TrainingPassage, TrainingText } from "#embedding/corpus/training-text.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import { splitPassages } from "#text/passages.ts";
import { pagesOfWorks } from "./document-source.ts";
import { readWorks, shownOpinionIds } from "./works.ts";

const WORKS_PER_BATCH = 50;
/** Works whose texts are read: of more, a part is drawn that is the same every time. */
const WORKS_READ_MAX = 12_000;

export type TrainingTextOptions = {
  /** How many works are held. */
  readonly works: number;
  /** Works whose words about others are not learned from. */
  readonly leavesOut?: (workId: string) => boolean;
};

/** What the records offer to train vectors on: the shown copy of each work, and what it says when it cites. */
export function trainingText(db: Reader, { works, leavesOut = () => false }: TrainingTextOptions): TrainingText {
  const share = Math.min(1, WORKS_READ_MAX / Math.max(1, works));
  return { passages: passagesOf(db, share), citing: citingTexts(db, share, leavesOut) };
}

async function* passagesOf(db: Reader, share: number): AsyncGenerator<readonly TrainingPassage[]> {
  for await (const ids of drawn(db, share)) {
    const works = await readWorks(db, ids);
    const texts = await readPlainTexts(db, works.flatMap(shownOpinionIds));
    yield works.flatMap((work) =>
      shownOpinionIds(work).flatMap((opinionId) => {
        const text = texts.get(opinionId) ?? "";
        return splitPassages(text).map(({ start, end }) => ({ decision: work.id, text: text.slice(start, end) }));
      }),
    );
  }
}

async function* citingTexts(
  db: Reader,
  share: number,
  leavesOut: (workId: string) => boolean,
): AsyncGenerator<readonly CitingText[]> {
  for await (const ids of drawn(db, share)) {
    const works = (await readWorks(db, ids)).filter(({ id }) => !leavesOut(id));
    const workOf = new Map(works.flatMap((work) => shownOpinionIds(work).map((opinionId) => [opinionId, work.id])));
    yield (await readCitingTexts(db, [...workOf.keys()])).flatMap(({ opinionId, cited, texts }) => {
      const citing = workOf.get(opinionId) ?? "";
      const name = "workId" in cited ? cited.workId : `key ${cited.lookupKey}`;
      return name === citing ? [] : texts.map((text) => ({ citing, cited: name, text }));
    });
  }
}

/** Ids of works in order, batch by batch. Ids are hashes, so their first digits draw as fairly as lots. */
async function* drawn(db: Reader, share: number): AsyncGenerator<readonly string[]> {
  const below = share * 2 ** 32;
  for await (const page of pagesOfWorks(db, WORKS_PER_BATCH)) {
    const ids = page.filter((id) => Number.parseInt(id.slice(0, 8), 16) < below);
    if (ids.length > 0) yield ids;
  }
}
