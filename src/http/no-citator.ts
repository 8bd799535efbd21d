import { OnpointError } from "#base/errors.ts";
import type { Citator } from "./services.ts";

/** The answers of a service without a citator: it has seen nothing, and says so rather than answer with nothing. */
export const noCitator: Citator = {
  summaries: async () => new Map(),
  treatments: async () => new Map(),
  citing: async () => refuse(),
  check: async () => refuse(),
};

function refuse(): never {
  throw new OnpointError("unsupported", "this server runs without a citator");
}
