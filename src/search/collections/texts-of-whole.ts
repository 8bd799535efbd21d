import type { ReadStretches } from "#db/stretches.ts";
import type { DocumentTexts } from "./collection.ts";

/** Texts of which stretches are cut here, after they are read whole: for short ones, and those that no database can cut. */
export function textsOfWhole(whole: DocumentTexts["whole"], names: DocumentTexts["names"]): DocumentTexts {
  const stretches: ReadStretches = async (db, asked) => {
    const texts = await whole(
      db,
      asked.map(({ id }) => id),
    );
    return new Map(
      asked.flatMap(({ id, from, bytes = Infinity }) => {
        const text = texts.get(id);
        return text === undefined ? [] : [[id, Buffer.from(text).toString("utf8", from, from + bytes)] as const];
      }),
    );
  };
  return { stretches, whole, names };
}
