import { padded, Taker } from "#index/embedded/columns/bytes.ts";
import { idParts, Ids } from "#index/embedded/columns/ids.ts";

/** The ids of a segment, as they are read from its file. */
export function idsOf(ids: readonly string[]): Ids {
  const bytes = Buffer.concat(
    idParts(ids).map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  );
  return new Ids(new Taker(new Uint8Array(padded(bytes)).buffer), ids.length);
}
