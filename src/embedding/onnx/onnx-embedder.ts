import { createHash } from "node:crypto";
import { OnpointError } from "#base/errors.ts";
import { Thread } from "#base/threads/thread.ts";
import { TEXTS_MAX } from "../embedder.ts";
import type { EmbedOptions, Embedder, Embedders, VectorVersion } from "../embedder.ts";
import { digestOf, readModelDirectory } from "./model-directory.ts";
import type { ModelDirectory } from "./model-directory.ts";
import type { OnnxRequests, OnnxWorkerData } from "./onnx-worker.ts";

/** A model in a directory. */
export type OnnxEmbedding = {
  readonly dir: string;
  /** Where onnxruntime-node was installed; null for this program's own packages. */
  readonly runtimeDir: string | null;
  /** Null to take what the directory says. */
  readonly dimensions: number | null;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly threads: number;
};

/** Texts sent to the thread at once. */
const BATCH_TEXTS = 64;

/** The one version that a model in a directory makes. Its files are read once, when they are first asked for. */
export function onnxEmbedders(embedding: OnnxEmbedding): Embedders {
  let reading: Promise<Known> | undefined;
  const modelOf = async (): Promise<Known> => {
    reading ??= knownOf(embedding).catch((thrown: unknown) => {
      reading = undefined;
      throw thrown;
    });
    return reading;
  };
  return {
    newest: async () => (await modelOf()).version,
    open: async (versionId) => {
      const known = await modelOf();
      if (versionId === known.version.id) return onnxEmbedder(embedding, known);
      throw new OnpointError("not_found", `the vectors ${versionId} were made with another model than is configured`, {
        hint: "They are rebuilt.",
      });
    },
    keepOnly: async () => undefined,
  };
}

type Known = { readonly version: VectorVersion; readonly directory: ModelDirectory; readonly digest: string };

async function knownOf({ dir, dimensions, queryPrefix, passagePrefix }: OnnxEmbedding): Promise<Known> {
  const directory = readModelDirectory(dir, dimensions);
  const digest = await digestOf(directory);
  const hash = createHash("sha256").update(JSON.stringify([digest, queryPrefix, passagePrefix]));
  const id = `onnx-${hash.digest("hex").slice(0, 20)}`;
  return { version: { id, provider: "onnx", dimensions: directory.dimensions }, directory, digest };
}

/** Vectors made on a thread of its own, which begins with the first text: a model computes without giving way. */
function onnxEmbedder(embedding: OnnxEmbedding, { version, directory, digest }: Known): Embedder {
  const { runtimeDir, threads, queryPrefix, passagePrefix } = embedding;
  let thread: Thread<OnnxRequests> | undefined;
  let isClosed = false;
  const opened = (): Thread<OnnxRequests> => {
    if (isClosed) throw new OnpointError("unavailable", "the embedding model is closed");
    if (thread?.isAlive === true) return thread;
    thread = new Thread<OnnxRequests>({
      file: new URL("./onnx-worker.ts", import.meta.url),
      name: "thread of the embedding model",
      data: { directory, digest, runtimeDir, threads } satisfies OnnxWorkerData,
      onDeath: () => undefined,
    });
    return thread;
  };
  const embed = async (texts: readonly string[], prefix: string, { signal }: EmbedOptions): Promise<Float32Array> => {
    if (texts.length > TEXTS_MAX) throw new RangeError(`${texts.length} texts are given at once; ${TEXTS_MAX} may be`);
    const rows = new Float32Array(texts.length * version.dimensions);
    for (let at = 0; at < texts.length; at += BATCH_TEXTS) {
      const batch = texts.slice(at, at + BATCH_TEXTS).map((text) => prefix + text);
      rows.set(await opened().ask("embed", batch, { signal }), at * version.dimensions);
    }
    return rows;
  };
  return {
    version,
    passages: async (texts, options = {}) => embed(texts, passagePrefix, options),
    queries: async (texts, options = {}) => embed(texts, queryPrefix, options),
    close: async () => {
      isClosed = true;
      await thread?.stop();
    },
  };
}
