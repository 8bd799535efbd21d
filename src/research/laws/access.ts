import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";

export function seesHistory({ scopes }: Principal): boolean {
  return scopes.includes("historical");
}

/** Superseded and future versions are for those who were granted them. @throws OnpointError `forbidden` */
export function requireHistory(principal: Principal, path: string): void {
  if (seesHistory(principal)) return;
  const message = "superseded and future versions of laws need a key with full historical access";
  throw new OnpointError("forbidden", message, {
    hint: "Ask for the law in force today, or for such a key.",
    faults: [{ path, message, reason: { code: "historical_access" } }],
  });
}
