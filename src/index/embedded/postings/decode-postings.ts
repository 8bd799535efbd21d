import { BLOCK } from "./packing.ts";
import { FIELD_COUNT } from "#index/embedded/match/scoring.ts";

/** Where decoded postings go: a place for each of a block's, and FIELD_COUNT places for their counts. */
export type PostingArrays = {
  readonly documents: Int32Array;
  readonly bodies: Int32Array;
  readonly masks: Uint8Array;
  readonly others: Int32Array;
};

/**
 * Finishes a packed block in which other fields occur: `bodies` holds its codes, which become body counts; masks
 * and counts of the other fields are read from `from` on.
 */
export function decodeOthers(bytes: Uint8Array, from: number, { bodies, masks, others }: PostingArrays): void {
  let at = from;
  for (let i = 0; i < BLOCK; i++) {
    const code = bodies[i] as number;
    bodies[i] = code >>> 1;
    if ((code & 1) === 0) {
      masks[i] = 0;
      continue;
    }
    const mask = bytes[at++] as number;
    masks[i] = mask;
    for (let field = 0; mask >> field !== 0; field++) {
      if ((mask & (1 << field)) === 0) continue;
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] as number;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      others[i * FIELD_COUNT + field] = value;
    }
  }
}

/** Decodes the `count` varint-coded postings at `from`; `before` is the document before the first. */
export function decodeTail(bytes: Uint8Array, from: number, count: number, before: number, into: PostingArrays): void {
  const { documents, bodies, masks, others } = into;
  let at = from;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  let last = before;
  for (let i = 0; i < count; i++) {
    const gap = varint();
    last += (gap >>> 1) + 1;
    documents[i] = last;
    masks[i] = 0;
    if ((gap & 1) === 1) {
      bodies[i] = 1;
      continue;
    }
    const code = varint();
    bodies[i] = code >>> 1;
    if ((code & 1) === 0) continue;
    const mask = bytes[at++] as number;
    masks[i] = mask;
    for (let field = 0; mask >> field !== 0; field++) {
      if ((mask & (1 << field)) !== 0) others[i * FIELD_COUNT + field] = varint();
    }
  }
}
