import { setImmediate as turn } from "node:timers/promises";
import type { JsonText } from "#base/json-text.ts";
import { LIMITS } from "#base/limits.ts";
import type { Reader } from "#db/connection.ts";
import { readHtmlJson } from "#opinions/store/texts.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";

type Sized = Pick<OpinionRecord, "id" | "textChars">;

/** Texts read before other requests get a turn: with opinions of the usual length, about a megabyte and a millisecond. */
const TEXTS_PER_TURN = 25;

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
export async function readTexts(db: Reader, opinions: readonly Sized[]): Promise<Map<string, JsonText<string>>> {
  const leftOut = new Set(textsLeftOut(opinions));
  const ids = opinions.map(({ id }) => id).filter((id) => !leftOut.has(id));
  const texts = new Map<string, JsonText<string>>();
  for (let at = 0; at < ids.length; at += TEXTS_PER_TURN) {
    if (at > 0) await turn();
    for (const [id, html] of await readHtmlJson(db, ids.slice(at, at + TEXTS_PER_TURN))) texts.set(id, html);
  }
  return texts;
}
