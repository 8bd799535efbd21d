import { prepareCap } from "./cap/cap.ts";
import { prepareCourtListener } from "./courtlistener/courtlistener.ts";
import { prepareJsonl } from "./jsonl/jsonl.ts";
import { prepareSample } from "./sample/sample.ts";
import type { PrepareContext, PreparedSource } from "./source.ts";

const SOURCES = {
  courtlistener: prepareCourtListener,
  cap: prepareCap,
  jsonl: prepareJsonl,
  sample: prepareSample,
} as const satisfies Record<string, (context: PrepareContext) => Promise<PreparedSource>>;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES: readonly SourceName[] = Object.keys(SOURCES) as SourceName[];

/** Reads what the paths hold, far enough to know its parts. Throws OnpointError when it is not this source's input. */
export function prepareSource(name: SourceName, context: PrepareContext): Promise<PreparedSource> {
  return SOURCES[name](context);
}
