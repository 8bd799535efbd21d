import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { array, assert, constant, integer, maxSafeNat, nat, oneof, property, record } from "fast-check";
import { expect, test } from "vitest";

import { ByteSink, PAGE_BYTES } from "./byte-sink.ts";

const write = oneof(
  record({ kind: constant("byte" as const), value: integer({ min: 0, max: 255 }) }),
  record({ kind: constant("half" as const), value: integer({ min: 0, max: 0xffff }) }),
  record({ kind: constant("varint" as const), value: oneof(nat(300), maxSafeNat()) }),
  record({ kind: constant("append" as const), value: oneof(nat(100), integer({ min: 1, max: 3 * PAGE_BYTES })) }),
  record({ kind: constant("align" as const), value: constant(0) }),
);

/** Seven bits a byte, the low ones first, the high bit on all but the last. */
function varint(value: number): number[] {
  const rest = BigInt(value);
  return rest < 128n ? [value] : [Number(rest % 128n) + 128, ...varint(Number(rest / 128n))];
}

function bytesOf(kind: "byte" | "half" | "varint" | "append", value: number): readonly number[] | Buffer {
  if (kind === "varint") return varint(value);
  if (kind === "append") return Buffer.alloc(value, (value % 250) + 1);
  return kind === "byte" ? [value] : [value % 256, Math.floor(value / 256)];
}

test("a file holds what was written in its order, with a sum for each page", () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-sink-"));
  const path = join(dir, "file");
  try {
    assert(
      property(array(write, { maxLength: 60, size: "max" }), (writes) => {
        const sink = new ByteSink(path);
        const expected: Buffer[] = [];
        let size = 0;
        for (const { kind, value } of writes) {
          const bytes = kind === "align" ? Buffer.alloc((4 - (size % 4)) % 4) : Buffer.from(bytesOf(kind, value));
          if (kind === "append") sink.append(Buffer.concat([Buffer.of(9, 9), bytes]), 2, 2 + bytes.length);
          else if (kind === "align") sink.align();
          else sink[kind](value);
          expected.push(bytes);
          size += bytes.length;
          expect(sink.offset).toBe(size);
        }
        sink.close(false);
        const whole = Buffer.concat(expected);
        expect(Buffer.compare(readFileSync(path), whole)).toBe(0);
        const pages = Array.from({ length: Math.ceil(size / PAGE_BYTES) }, (_, page) =>
          crc32(whole.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)),
        );
        expect(sink.pageSums).toEqual(pages);
      }),
      { numRuns: 40 },
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
});
