import { OnpointError } from "#base/errors.ts";
import { TEXTS_MAX } from "../embedder.ts";
import type { Embedder, Embedders, VectorVersion } from "../embedder.ts";
import { heldModels, keepModels, pathOf } from "./model-directory.ts";
import { rowsInMemory, TextVectors } from "./model.ts";
import type { ModelRows } from "./model.ts";
import { openModel, readModel } from "./model-file.ts";
import type { ModelOnDisk } from "./model-file.ts";

/** A version's id comes from outside: from an index, from a setting. */
const ID = /^corpus-[0-9a-f]{20}$/u;

/** A model that is open may have to go. */
const CAN_REMOVE_OPEN_FILES = process.platform !== "win32";

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
    open: async (versionId, { forQueries = false } = {}) => {
      if (!isTrained(versionId)) throw new OnpointError("not_found", `${versionId} is not a model trained on a corpus`);
      const path = pathOf(dir, versionId);
      const model: ModelRows & Partial<ModelOnDisk> =
        forQueries && CAN_REMOVE_OPEN_FILES ? openModel(path) : rowsInMemory(readModel(path).model);
      return corpusEmbedder({ id: versionId, provider: "corpus", dimensions: model.dimensions }, model);
    },
    keepOnly: async (versionIds) => keepModels(dir, versionIds),
  };
}

function corpusEmbedder(version: VectorVersion, model: ModelRows & Partial<ModelOnDisk>): Embedder {
  const vectors = new TextVectors(model);
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    if (texts.length > TEXTS_MAX) throw new RangeError(`${texts.length} texts are given at once; ${TEXTS_MAX} may be`);
    return vectors.of(texts);
  };
  return { version, passages: embed, queries: embed, close: async () => model.close?.() };
}
