import { Moved } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { cleanRaw } from "./clean-raw.ts";
import type { CleanRequests } from "./clean-raw.ts";

serveThread<CleanRequests>({
  clean: (opinions) => {
    const start_ms = performance.now();
    const cleaned = opinions.map(cleanRaw);
    const buffers = cleaned.flatMap((one) => (one.ok ? (ownBuffer(one.draft.text.offsetMap) ?? []) : []));
    return new Moved({ cleaned, busy_ms: performance.now() - start_ms }, [...new Set(buffers)]);
  },
});

/** The buffer behind the bytes when it holds nothing else: only then may it be given away. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer | undefined {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && buffer.byteLength > 0
    ? buffer
    : undefined;
}
