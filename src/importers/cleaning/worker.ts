import { parentPort } from "node:worker_threads";
import { type CleanReply, type CleanRequest, cleanRaw } from "./clean-raw.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs as a worker thread");

port.on("message", ({ id, opinions }: CleanRequest) => {
  const start_ms = performance.now();
  const cleaned = opinions.map(cleanRaw);
  const reply: CleanReply = { id, cleaned, busy_ms: performance.now() - start_ms };
  const buffers = cleaned.flatMap((one) => (one.ok ? [ownBuffer(one.draft.text.offsetMap)] : []));
  port.postMessage(reply, [...new Set(buffers.flatMap((buffer) => buffer ?? []))]);
});

/** The buffer behind the bytes when it holds nothing else: only then may it be given away. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer | undefined {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && buffer.byteLength > 0
    ? buffer
    : undefined;
}
