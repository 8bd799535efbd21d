import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { hashOfToken } from "../tokens.ts";
import type { FirmConnection } from "./connections.ts";

/** A provider's word that somebody is signed out: everywhere, or in one session of theirs. */
export type FirmLogout = {
  readonly connection: FirmConnection;
  readonly subject: string | null;
  readonly sid: string | null;
  readonly jti: string;
  /** When the word itself ends; it is not taken twice until then. */
  readonly expiresAt: Date;
  readonly origin: Origin;
};

/**
 * Ends the sign-ins that the provider speaks of: those of one session of its own, or all of a person. Returns whose they
 * were, for what applications may do for them to end too. Throws `conflict` for a word that was taken before.
 */
export async function endByFirm({ db, clock }: Accounts, logout: FirmLogout): Promise<readonly string[]> {
  const { connection, subject, sid, jti, expiresAt, origin } = logout;
  const at = clock();
  return transaction(db, async (trx) => {
    try {
      await trx
        .insertInto("firm_logouts")
        .values({ connection_id: connection.id, jti_hash: hashOfToken(jti), expires_at: expiresAt.toISOString() })
        .execute();
    } catch (thrown) {
      throw isUniqueViolation(thrown) ? new OnpointError("conflict", "this logout token was taken before") : thrown;
    }
    const named = trx.selectFrom("firm_sessions").selectAll().where("issuer", "=", connection.issuer);
    const ofSubject = subject === null ? named : named.where("subject", "=", subject);
    const rows = await (sid === null ? ofSubject : ofSubject.where("sid", "=", sid)).execute();
    const subjects = [...new Set([...(subject === null ? [] : [subject]), ...rows.map((row) => row.subject)])];
    const people =
      subjects.length === 0
        ? []
        : await trx
            .selectFrom("firm_identities")
            .select("user_id")
            .where("issuer", "=", connection.issuer)
            .where("organization_id", "=", connection.organizationId)
            .where("subject", "in", subjects)
            .execute();
    const ids = people.map(({ user_id }) => user_id);
    if (ids.length === 0) return [];
    const begun = trx.selectFrom("firm_sessions").select("session_id").where("issuer", "=", connection.issuer);
    await trx
      .deleteFrom("sessions")
      .where("user_id", "in", ids)
      .where("id", "in", sid === null ? begun : begun.where("sid", "=", sid))
      .execute();
    for (const userId of ids) {
      await noteEvent(trx, {
        event: "firm_signed_out",
        at,
        actorId: null,
        userId,
        origin,
        detail: { organization: connection.organizationId },
      });
    }
    return ids;
  });
}
