import type { JsonText } from "#base/json-text.ts";
import { LIMITS } from "#base/limits.ts";
import { loopTurns } from "#base/loop-turns.ts";
import type { Reader } from "#db/connection.ts";
import { readHtmlJson } from "#opinions/store/texts.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";

type Sized = Pick<OpinionRecord, "id" | "textChars">;

/** Characters read before other requests get a turn, which takes some milliseconds; a longer text is read in one. */
const CHARS_PER_TURN = 500_000;

/**
 * The opinions, in this order, that come without their text because those before them have used up the answer. The
 * first always has its text, however long, so that a caller who asks again for what was left out gets to the end.
 */
export function textsLeftOut(opinions: readonly Sized[], chars_max: number = LIMITS.answer_text_chars_max): string[] {
  let chars = 0;
  return opinions.flatMap(({ id, textChars }, index) => {
    if (index > 0 && chars + textChars > chars_max) return [id];
    chars += textChars;
    return [];
  });
}

/** The HTML of the opinions whose text fits in one answer, by id. */
export async function readTexts(
  db: Reader,
  opinions: readonly Sized[],
  turn: () => Promise<void> = async () => loopTurns.next(),
): Promise<Map<string, JsonText<string>>> {
  const leftOut = new Set(textsLeftOut(opinions));
  const texts = new Map<string, JsonText<string>>();
  for (const ids of readInTurns(opinions.filter(({ id }) => !leftOut.has(id)))) {
    await turn();
    for (const [id, html] of await readHtmlJson(db, ids)) texts.set(id, html);
  }
  return texts;
}

/** In parts that take about the same time to read. */
function* readInTurns(opinions: readonly Sized[]): Generator<readonly string[]> {
  let ids: string[] = [];
  let chars = 0;
  for (const { id, textChars } of opinions) {
    if (ids.length > 0 && chars + textChars > CHARS_PER_TURN) {
      yield ids;
      ids = [];
      chars = 0;
    }
    ids.push(id);
    chars += textChars;
  }
  if (ids.length > 0) yield ids;
}
