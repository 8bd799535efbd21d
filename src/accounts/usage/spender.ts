import { OnpointError } from "#base/errors.ts";
import { kindOfId } from "#base/ids.ts";
import type { Principal } from "../principal.ts";

/** Who pays for what, and who it is that spends. All three are ids alone, so that the ledger names no person. */
export type Spender = {
  /** A user, a team, a key without account, or `operator`. */
  readonly payerId: string;
  /** Within a team, the member or the team's key, for which there may be a cap of its own; else the payer. */
  readonly spenderId: string;
  readonly keyId: string | null;
  /** The client or matter that it is charged on to; absent or null: none. */
  readonly matter?: string | null;
};

/** Throws `forbidden` for a reader of the public pages, who can spend nothing. */
export function spenderOf({ kind, id, key, team, matter = null }: Principal): Spender {
  if (kind === "visitor") throw new OnpointError("forbidden", "nothing that costs is done without a key");
  const keyId = key?.id ?? null;
  if (kind === "team") return { payerId: id, spenderId: keyId ?? id, keyId, matter };
  return { payerId: team ?? id, spenderId: id, keyId, matter };
}

/** Whether a payer has an account, and with it a plan; keys without one and the operator have not. */
export function hasPlan(payerId: string): boolean {
  const kind = kindOfId(payerId);
  return kind === "user" || kind === "team";
}
