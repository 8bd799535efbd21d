import { OnpointError } from "#base/errors.ts";
import { TEXTS_MAX } from "../embedder.ts";
import type { Embedder, Embedders, VectorVersion } from "../embedder.ts";
import { heldModels, keepModels, pathOf } from "./model-directory.ts";
import { TextVectors } from "./model.ts";
import { readModel } from "./model-file.ts";

/** A version's id comes from outside: from an index, from a setting. */
const ID = /^corpus-[0-9a-f]{20}$/u;

/** Whether vectors of this version are made by a model of a data directory. */
export function isTrained(versionId: string): boolean {
  return ID.test(versionId);
}

/** The models trained on the corpus of one data directory. Vectors are made on the calling thread. */
export function corpusEmbedders(dir: string): Embedders {
  return {
    newest: async () => {
      const [newest] = heldModels(dir);
      if (newest === undefined) return { reason: "no vectors have been trained on this corpus yet" };
      return { id: newest.id, provider: "corpus", dimensions: newest.dimensions };
    },
    open: async (versionId) => {
      if (!isTrained(versionId)) throw new OnpointError("not_found", `${versionId} is no model trained on a corpus`);
      const { model } = readModel(pathOf(dir, versionId));
      return corpusEmbedder(
        { id: versionId, provider: "corpus", dimensions: model.dimensions },
        new TextVectors(model),
      );
    },
    keepOnly: async (versionIds) => keepModels(dir, versionIds),
  };
}

function corpusEmbedder(version: VectorVersion, vectors: TextVectors): Embedder {
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    if (texts.length > TEXTS_MAX) throw new RangeError(`${texts.length} texts are given at once; ${TEXTS_MAX} may be`);
    return vectors.of(texts);
  };
  return { version, passages: embed, queries: embed, close: async () => undefined };
}
