import { prepareCalifornia } from "./california/california.ts";
import { prepareCic } from "./cic/cic.ts";
import { prepareConstitution } from "./constitution/constitution.ts";
import { prepareDcCode } from "./dc-code/dc-code.ts";
import { prepareEcfr } from "./ecfr/ecfr.ts";
import { prepareFederalRegister } from "./federal-register/federal-register.ts";
import { prepareNewYork } from "./new-york/new-york.ts";
import { prepareLawJsonl } from "./law-jsonl/law-jsonl.ts";
import { prepareUslm } from "./uslm/uslm.ts";
import type { LawContext, PreparedLaws } from "./laws/law-item.ts";

const LAW_SOURCES = {
  "dc-code": prepareDcCode,
  uslm: prepareUslm,
  ecfr: prepareEcfr,
  "federal-register": prepareFederalRegister,
  constitution: prepareConstitution,
  cic: prepareCic,
  "new-york": prepareNewYork,
  california: prepareCalifornia,
  "law-jsonl": prepareLawJsonl,
} as const satisfies Record<string, (context: LawContext) => Promise<PreparedLaws>>;

export type LawSourceName = keyof typeof LAW_SOURCES;
export const LAW_SOURCE_NAMES: readonly LawSourceName[] = Object.keys(LAW_SOURCES) as LawSourceName[];

/** Looks at what the paths hold, far enough to know its parts. Throws OnpointError when it is not this source's input. */
export function prepareLaws(name: LawSourceName, context: LawContext): Promise<PreparedLaws> {
  return LAW_SOURCES[name](context);
}
