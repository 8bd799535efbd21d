import { courtById } from "#courts/courts.ts";
import { OffsetMap } from "#opinions/clean/offset-map.ts";
import { lineStarts } from "#text/lines.ts";
import { lineAnchor } from "./address.ts";
import type { Reader } from "#db/connection.ts";
import { readDecision } from "#opinions/store/read-decision.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";

/** One decision whole, as its public page shows it: `first` speaks for the whole. */
export type Decision = {
  readonly first: OpinionRecord;
  /** Its opinions in order, with their content. */
  readonly opinions: readonly OpinionRecord[];
  readonly courtName: string;
  /** The HTML of an opinion, each line of its text that holds something bearing the name by which it is linked to. */
  readonly htmlOf: (opinion: OpinionRecord) => string;
};

/** The largest number a decision can have: SQLite and JSON agree up to here. */
const PUBLIC_NUMBER = /^[1-9]\d{0,14}$/u;

/** The decision with this public number, as an address has it; undefined when there is none. */
export async function decisionNumbered(db: Reader, publicNumber: string): Promise<Decision | undefined> {
  const opinions = PUBLIC_NUMBER.test(publicNumber) ? await readDecision(db, Number(publicNumber)) : [];
  const [first] = opinions;
  if (first === undefined) return undefined;
  return { first, opinions, courtName: courtById(first.courtId)?.fullName ?? first.courtId, htmlOf: htmlWithLines };
}

/** An anchor stands at the first character of its line, so within whatever element holds that. */
function htmlWithLines({ id, content }: OpinionRecord): string {
  if (content === undefined || content.offsetMap.length === 0) return content?.html ?? "";
  const { html, text, offsetMap } = content;
  const map = new OffsetMap(offsetMap);
  const parts: string[] = [];
  let done = 0;
  for (const [index, start] of lineStarts(text).entries()) {
    const place = map.htmlOffsetOf(start);
    if (place < done) continue;
    parts.push(html.slice(done, place), `<span id="${lineAnchor(id, index + 1)}"></span>`);
    done = place;
  }
  return parts.join("") + html.slice(done);
}
