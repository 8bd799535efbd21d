import type { Embedder, EmbedOptions, VectorVersion } from "./embedder.ts";

/** After so long without a text a model's memory is given back. */
const IDLE_MS = 30_000;

/** An embedder that is opened by the first text, and closed when none came for a while: models take much memory. */
export function resting(version: VectorVersion, open: () => Promise<Embedder>, idle_ms: number = IDLE_MS): Embedder {
  let opened: Promise<Embedder> | undefined;
  let uses = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const held = opened;
    opened = undefined;
    await (await held?.catch(() => undefined))?.close();
  };
  const opening = (): Promise<Embedder> => {
    if (opened !== undefined) return opened;
    const trying = open();
    opened = trying;
    trying.catch(() => (opened = opened === trying ? undefined : opened));
    return trying;
  };
  const asked =
    (kind: "passages" | "queries") =>
    async (texts: readonly string[], options?: EmbedOptions): Promise<Float32Array> => {
      clearTimeout(idle);
      uses += 1;
      try {
        return await (await opening())[kind](texts, options);
      } finally {
        uses -= 1;
        if (uses === 0 && opened !== undefined) idle = setTimeout(() => void close(), idle_ms).unref();
      }
    };
  return { version, passages: asked("passages"), queries: asked("queries"), close };
}
