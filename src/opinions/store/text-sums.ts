import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { storableText } from "#db/storable.ts";
import type { StoredContent, StoredContents } from "#db/stored-contents.ts";

type Texts = Pick<Selectable<Database["opinion_texts"]>, "html" | "text" | "offset_map">;

/** SHA-256 over what is stored of an opinion's text, each part with its length before it. */
export function textSum({ html, text, offset_map }: Texts): string {
  const hash = createHash("sha256");
  for (const part of [storableText(html), storableText(text)]) hash.update(`${part.length}:`).update(part);
  return hash.update(`${offset_map.length}:`).update(offset_map).digest("hex");
}

/** Read at once, of texts and of opinions, so that the longest opinions stay alone. */
const CHARS_MAX = 4_000_000;
const OPINIONS_MAX = 500;

/** The texts of all opinions with their sums. */
export const OPINION_TEXTS: StoredContents = {
  what: "texts of opinions",
  count: async (view) => {
    const { count } = await view
      .selectFrom("opinion_texts")
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  read: readSome,
  keepSums,
  names: namesOf,
};

async function readSome(view: Reader, afterId: string): Promise<StoredContent[]> {
  const next = await view
    .selectFrom("opinion_texts")
    .innerJoin("opinions", "opinions.id", "opinion_texts.opinion_id")
    .select(["opinion_id", "text_chars"])
    .where("opinion_id", ">", afterId)
    .orderBy("opinion_id")
    .limit(OPINIONS_MAX)
    .execute();
  let chars = 0;
  const some = next.filter(({ text_chars }, at) => (chars += text_chars) <= CHARS_MAX || at === 0);
  if (some.length === 0) return [];
  const rows = await view
    .selectFrom("opinion_texts")
    .selectAll()
    .where(
      "opinion_id",
      "in",
      some.map(({ opinion_id }) => opinion_id),
    )
    .orderBy("opinion_id")
    .execute();
  return rows.map((row) => ({ id: row.opinion_id, kept: row.text_sum, found: textSum(row) }));
}

/** Whoever writes a text writes its sum, so one that has none is as it was when it was read. */
async function keepSums(trx: Trx, contents: readonly StoredContent[]): Promise<void> {
  for (const { id, found } of contents) {
    await trx
      .updateTable("opinion_texts")
      .set({ text_sum: found })
      .where("opinion_id", "=", id)
      .where("text_sum", "is", null)
      .execute();
  }
}

/** The decision, the opinion in it, and where its source has it. */
async function namesOf(view: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await view
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .select(["opinions.id", "opinions.type", "opinions.source", "opinions.source_id", "clusters.case_name"])
    .where("opinions.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.case_name}, ${row.type}, ${row.source} ${row.source_id}`]));
}
