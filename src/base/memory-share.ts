import { totalmem } from "node:os";

const SHORT_BYTES = 1024 * 1024 * 1024;

/** What this process may have: the machine's memory, or what a container gives of it. */
export function memoryGiven_bytes(): number {
  const limit_bytes = process.constrainedMemory();
  return limit_bytes > 0 ? Math.min(limit_bytes, totalmem()) : totalmem();
}

/** Whether that is less than 1 GiB: then what runs in the background holds less at once and takes longer for it. */
export function isMemoryShort(given_bytes = memoryGiven_bytes()): boolean {
  return given_bytes < SHORT_BYTES;
}

/** One of two, by the memory that there is. */
export function byMemory<Value>({ usual, short }: { readonly usual: Value; readonly short: Value }): Value {
  return isMemoryShort() ? short : usual;
}
