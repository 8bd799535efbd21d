import { BLOCK } from "./packing.ts";
import { lowestField } from "#index/embedded/layout.ts";

/** Where decoded postings go: a place for each of a block's, and one for each field for their counts. */
export type PostingArrays = {
  readonly documents: Int32Array;
  readonly mains: Int32Array;
  readonly masks: Int32Array;
  readonly others: Int32Array;
};

/** `others` need not be there before a posting asks for it. */
export type PostingRoom = Omit<PostingArrays, "others"> & { makeOthers(): Int32Array };

/**
 * Finishes a packed block in which other fields occur: `mains` holds its codes, which become main counts; masks
 * and counts of the other fields are read from `from` on.
 */
export function decodeOthers(bytes: Uint8Array, from: number, fields: number, into: PostingArrays): void {
  const { mains, masks, others } = into;
  let at = from;
  for (let i = 0; i < BLOCK; i++) {
    const code = mains[i] as number;
    mains[i] = code >>> 1;
    if ((code & 1) === 0) {
      masks[i] = 0;
      continue;
    }
    let mask = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      mask |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    masks[i] = mask;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] as number;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      others[i * fields + lowestField(rest)] = value;
    }
  }
}

/** Decodes the `count` varint-coded postings at `from`; `before` is the document before the first. */
export function decodeTail(
  bytes: Uint8Array,
  from: number,
  count: number,
  before: number,
  fields: number,
  into: PostingRoom,
): void {
  const { documents, mains, masks } = into;
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
      mains[i] = 1;
      continue;
    }
    const code = varint();
    mains[i] = code >>> 1;
    if ((code & 1) === 0) continue;
    const mask = varint() | 0;
    masks[i] = mask;
    const others = into.makeOthers();
    for (let rest = mask; rest !== 0; rest &= rest - 1) others[i * fields + lowestField(rest)] = varint();
  }
}
