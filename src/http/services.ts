import type { KeyVerifier } from "#accounts/key-verifier.ts";
import type { CheckedCitation } from "#contracts/http-v1/codec/citations-check.ts";
import type { CitingPage, CitingRequest } from "#contracts/http-v1/codec/citing.ts";
import type { TreatmentView } from "#contracts/http-v1/codec/opinions.ts";
import type { Reader } from "#db/connection.ts";
import type { Search } from "#search/request.ts";

/** Everything the server answers from. `serve` wires these; tests wire what they need. */
export type Services = {
  /** The records; nothing is written through it. */
  readonly db: Reader;
  readonly search: Search;
  readonly citator: Citator;
  readonly keys: Pick<KeyVerifier, "verifyKey">;
  /** What has to work before requests are sent here; each is asked anew. */
  readonly checks: readonly ReadinessCheck[];
};

export type TreatmentSummary = { readonly citationCount: number; readonly overallTreatment: string };

export type Citator = {
  /** Per opinion id; one the citator has not seen has no entry. */
  readonly summaries: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, TreatmentSummary>>;
  /** Per opinion id, what citing opinions did with it; one nobody cites has no entry. */
  readonly treatments: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, readonly TreatmentView[]>>;
  /** A page of the opinions that cite this one, in the documented order; undefined when it is not held. */
  readonly citing: (request: CitingRequest) => Promise<CitingPage | undefined>;
  /** Every citation of a text with what the records say of it, in the order of the text. */
  readonly check: (text: string) => Promise<readonly CheckedCitation[]>;
};

export type ReadinessCheck = {
  readonly name: string;
  /** Resolves when all is well, with a word on it; rejects with what is wrong. */
  readonly check: () => Promise<string>;
};
