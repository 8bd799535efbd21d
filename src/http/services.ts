import type { KeyVerifier } from "#accounts/key-verifier.ts";
import type { Principal } from "#accounts/principal.ts";
import type { PagedBrief } from "#briefs/briefs.ts";
import type { RunningRequests } from "#base/watchdog/running-requests.ts";
import type { CallRecorder } from "#accounts/usage/calls.ts";
import type { Research } from "#research/research.ts";
import type { Limiter } from "./limiter.ts";
import type { FirmServices } from "./mount-firms.ts";
import type { Entrance } from "./mount-oauth.ts";
import type { MetricsSnapshot } from "./metrics.ts";
import type { ServiceMeasures } from "./service-measures.ts";
import type { Portal } from "#web/portal/portal.ts";
import type { TriedOperation } from "#web/portal/service.ts";

/** Everything the server answers from. `serve` wires these; tests wire what they need. */
export type Services = {
  readonly research: Research;
  readonly keys: Pick<KeyVerifier, "verifyKey">;
  /** Lets people in by the applications they use; without it keys alone open anything. */
  readonly entrance?: Entrance;
  /** Who has an account, for the pages of research; without it nobody has. */
  readonly people?: PeopleOfPages;
  /** The text of a brief in a file, whose name stands in refusals; without it only pasted texts are checked on pages. */
  readonly readBrief?: (bytes: Uint8Array, name: string) => Promise<PagedBrief>;
  /** Takes what the identity providers of firms say; without it they are told nothing stands here. */
  readonly firms?: FirmServices;
  /** Notes every call; without it none is noted. */
  readonly calls?: Pick<CallRecorder, "record">;
  /** Counts requests with other processes; without it they are counted here. */
  readonly limiter?: Limiter;
  /** The measurements of every process that answers here, this one included; without it there is but this one. */
  readonly metricsOfAllProcesses?: () => Promise<readonly MetricsSnapshot[]>;
  /** Where what runs is noted for the watchdog; without it nobody watches. */
  readonly running?: RunningRequests;
  /** What `/metrics` tells of the records and indexes; without it nothing. */
  readonly measures?: () => Promise<ServiceMeasures>;
  /** What has to work before requests are sent here; each is asked anew. */
  readonly checks: readonly ReadinessCheck[];
  /** The pages on which people look after their accounts; without it nobody has any. */
  readonly portal?: (operations: () => readonly TriedOperation[]) => Portal;
};

export type PeopleOfPages = {
  /** As whom the person asks who is signed in in the browser that sends these cookies; undefined where nobody is. */
  readonly signedIn: (cookies: string | undefined, address: string | null) => Promise<Principal | undefined>;
  /** Whether anybody has an account. */
  readonly exist: () => Promise<boolean>;
};

export type ReadinessCheck = {
  readonly name: string;
  /** Resolves when all is well, with a word on it; rejects with what is wrong. */
  readonly check: () => Promise<string>;
};
