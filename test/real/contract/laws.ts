import { readLawCorpus } from "./law-rows.ts";
import type { LawCorpus } from "./law-rows.ts";
import { lawCitationChecks } from "./law-citations.ts";
import { lawLookupChecks } from "./law-lookups.ts";
import { lawSearchChecks, walkLaws } from "./law-searches.ts";
import type { WalkedPage } from "./law-searches.ts";
import type { RealService } from "./real-service.ts";

/** What every check of laws looks at, fetched once: the rows, and a wide search followed to its end everywhere. */
export type LawsGiven = {
  readonly real: RealService;
  readonly corpus: LawCorpus;
  readonly pages: readonly WalkedPage[];
  /** The ids of the versions that the wide search should find. */
  readonly wide: ReadonlySet<string>;
};

export async function readLawsGiven(real: RealService): Promise<LawsGiven> {
  const corpus = readLawCorpus(real);
  return { real, corpus, ...(await walkLaws(real, corpus)) };
}

/** The law endpoints on every law of the shared data. */
export function lawChecks(given: () => LawsGiven): void {
  lawSearchChecks(given);
  lawLookupChecks(given);
  lawCitationChecks(given);
}
