import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

/** Files are checked, read and cached in pages of this size. */
export const PAGE_BYTES: number = 64 * 1024;
const BUFFER_BYTES = 16 * PAGE_BYTES;

/**
 * A file written front to back through a buffer, with one CRC-32 per page. After `reserve(n)` up to n bytes may
 * be stored in `bytes` at `length` directly, which is what the encoders' inner loops do.
 */
export class ByteSink {
  bytes: Buffer = Buffer.allocUnsafe(BUFFER_BYTES * 2);
  length = 0;
  /** One per finished page; whole only after `close`. */
  readonly pageSums: number[] = [];
  readonly #descriptor: number;
  #flushed_bytes = 0;
  #closed = false;

  constructor(path: string) {
    this.#descriptor = openSync(path, "w");
  }

  /** Bytes written so far: the offset of the next one. */
  get offset(): number {
    return this.#flushed_bytes + this.length;
  }

  reserve(size_bytes: number): void {
    if (this.length + size_bytes <= this.bytes.length) return;
    this.#flushPages();
    if (this.length + size_bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe((this.length + size_bytes) * 2);
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Sixteen bits, the low byte first. */
  half(value: number): void {
    this.reserve(2);
    this.bytes[this.length++] = value & 0xff;
    this.bytes[this.length++] = value >>> 8;
  }

  /** An unsigned number below 2^53, seven bits a byte, low bits first. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  append(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    if (end - start < 48) {
      for (let i = start; i < end; i++) this.bytes[this.length++] = source[i] as number;
      return;
    }
    this.bytes.set(source.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** Zero bytes up to a multiple of four, so that packed words can be read in place. */
  align(): void {
    while (this.offset % 4 !== 0) this.byte(0);
  }

  /** Writes what is left; `durable` waits until the disk has it. */
  close(durable: boolean): void {
    try {
      this.#flushPages();
      if (this.length > 0) this.#write(this.length);
      if (durable) fsyncSync(this.#descriptor);
    } finally {
      this.abandon();
    }
  }

  /** Gives up on the file unless it is closed already. */
  abandon(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#descriptor);
  }

  #flushPages(): void {
    const whole = this.length - (this.length % PAGE_BYTES);
    if (whole > 0) this.#write(whole);
  }

  #write(size_bytes: number): void {
    for (let at = 0; at < size_bytes; at += PAGE_BYTES) {
      this.pageSums.push(crc32(this.bytes.subarray(at, Math.min(at + PAGE_BYTES, size_bytes))));
    }
    let done = 0;
    while (done < size_bytes) done += writeSync(this.#descriptor, this.bytes, done, size_bytes - done);
    this.bytes.copyWithin(0, size_bytes, this.length);
    this.length -= size_bytes;
    this.#flushed_bytes += size_bytes;
  }
}
