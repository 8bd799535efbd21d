import { prepareCourtListener } from "./courtlistener/courtlistener.ts";
import type { PrepareContext, PreparedSource } from "./source.ts";

const SOURCES = {
  courtlistener: prepareCourtListener,
} as const satisfies Record<string, (context: PrepareContext) => Promise<PreparedSource>>;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES: readonly SourceName[] = Object.keys(SOURCES) as SourceName[];

export function prepareSource(name: SourceName, context: PrepareContext): Promise<PreparedSource> {
  return SOURCES[name](context);
}
