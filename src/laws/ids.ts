import { deriveId } from "#base/ids.ts";

/** The provision that a source's own name stands for in a collection. */
export function lawNodeIdOf(collectionId: string, sourceId: string): string {
  return deriveId("lawNode", collectionId, sourceId);
}

/** One version of it: what callers know as the id of a law. */
export function lawVersionIdOf(collectionId: string, sourceId: string, versionKey: string): string {
  return deriveId("lawVersion", collectionId, `${sourceId}\n${versionKey}`);
}
