import { deriveId } from "#base/ids.ts";

/** The decision a source's own id stands for. */
export function clusterIdOf(source: string, sourceId: string): string {
  return deriveId("cluster", source, sourceId);
}

/** The opinion a source's own id stands for. */
export function opinionIdOf(source: string, sourceId: string): string {
  return deriveId("opinion", source, sourceId);
}

/** The case (docket) a source's own id stands for. */
export function caseIdOf(source: string, sourceId: string): string {
  return deriveId("case", source, sourceId);
}
