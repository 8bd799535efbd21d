import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Reader } from "#db/connection.ts";
import type { LawVersion } from "#laws/model.ts";
import { chainsOf, nodeIdsAfter, textsOf } from "#laws/store/read.ts";

/** The name of a state, its code's abbreviation, and the id of its collection. */
export type State = { readonly name: string; readonly cited: string; readonly id: string };

const NAMES =
  "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming";

/** Whose codes the copies are said to be. */
export const STATES: readonly State[] = NAMES.split(" ").map((name) => ({
  name,
  cited: `${name} Code`,
  id: `${name.toLowerCase()}-code`,
}));

const COPIED = "dc-code";
const NODES_PER_READ = 200;

/** The D.C. Code with all its versions as the code of another state, as lines of JSON that `law-jsonl` imports. */
export async function writeCopy(db: Reader, state: State, file: string): Promise<void> {
  await pipeline(Readable.from(linesOf(db, state)), createWriteStream(file));
}

async function* linesOf(db: Reader, { name, cited, id }: State): AsyncGenerator<string> {
  yield `${JSON.stringify({ kind: "collection", id, name: cited, type: "statute", state: name })}\n`;
  for (let after = ""; ;) {
    const nodeIds = await nodeIdsAfter(db, after, NODES_PER_READ);
    const last = nodeIds.at(-1);
    if (last === undefined) return;
    after = last;
    const versions = (await chainsOf(db, nodeIds))
      .filter(({ collectionId }) => collectionId === COPIED)
      .flatMap((chain) => chain.versions);
    const texts = await textsOf(
      db,
      versions.map((version) => version.id),
    );
    for (const version of versions) {
      const text = texts.get(version.id);
      const words = { html: text?.html ?? "", notes_html: text?.notesHtml ?? null };
      yield `${JSON.stringify({ ...recordOf(version, cited), collection: id, ...words })}\n`;
    }
  }
}

function recordOf(version: LawVersion, cited: string): object {
  return {
    kind: "law",
    id: version.nodeId,
    version: version.versionKey,
    path: version.path,
    node_type: version.nodeType,
    number: version.number,
    title: version.title,
    citation: version.citation?.replace(/^D\.C\. Code/u, cited) ?? null,
    effective_date: version.effectiveDate,
    edition: version.edition,
    historical: version.isHistorical,
    repealed: version.isTombstone,
    sort_order: version.sortOrder,
  };
}
