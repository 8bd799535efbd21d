import type { Selectable } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import type { AuditEventName } from "./events.ts";

/** Where a request came from, as its edge knows it. */
export type Origin = {
  /** The caller's own, or what a trusted proxy saw. */
  readonly address: string | null;
  /** What the browser calls itself. */
  readonly agent: string | null;
};

/** Whoever works on the machine of the records. */
export const OPERATOR_ID = "operator";
export const AT_THE_MACHINE: Origin = { address: null, agent: null };

type Plain = string | number | boolean | null;

export type NewAuditEvent = {
  readonly event: AuditEventName;
  readonly at: Date;
  /** A user's id, `OPERATOR_ID`, or null for nobody known. */
  readonly actorId: string | null;
  readonly userId?: string | null;
  readonly origin: Origin;
  /** No secret, and nothing typed that could be one. */
  readonly detail?: Readonly<Record<string, Plain>>;
};

export type AuditEvent = {
  readonly id: number;
  readonly at: string;
  /** One of `AUDIT_EVENTS`. */
  readonly event: string;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  readonly detail: Readonly<Record<string, Plain>>;
};

const AGENT_CHARS_MAX = 200;

/** Notes what happened, in the transaction in which it happens. */
export async function noteEvent(trx: Trx, noted: NewAuditEvent): Promise<void> {
  const { event, at, actorId, userId = null, origin, detail = {} } = noted;
  await trx
    .insertInto("audit_events")
    .values({
      at: at.toISOString(),
      event,
      actor_id: actorId,
      user_id: userId,
      address: origin.address,
      agent: shortAgent(origin.agent),
      detail: JSON.stringify(detail),
    })
    .execute();
}

export function shortAgent(agent: string | null): string | null {
  return agent?.slice(0, AGENT_CHARS_MAX) ?? null;
}

export type AuditQuestion = {
  /** What concerns this account; absent: everything, which only an administrator may be shown. */
  readonly userId?: string;
  /** Only what is older than this event. */
  readonly before?: number;
  readonly limit: number;
};

/** What was noted, newest first. An account is not told where others were who changed something of it. */
export async function auditEvents(db: Reader, { userId, before, limit }: AuditQuestion): Promise<AuditEvent[]> {
  let query = db.selectFrom("audit_events").selectAll().orderBy("id", "desc").limit(limit);
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  if (before !== undefined) query = query.where("id", "<", before);
  return (await query.execute()).map((row) => {
    const isByAnother = userId !== undefined && row.actor_id !== null && row.actor_id !== userId;
    return { ...auditEventOf(row), ...(isByAnother && { address: null, agent: null }) };
  });
}

export function auditEventOf(row: Selectable<Database["audit_events"]>): AuditEvent {
  return {
    id: row.id,
    at: row.at,
    event: row.event,
    actorId: row.actor_id,
    userId: row.user_id,
    address: row.address,
    agent: row.agent,
    detail: JSON.parse(row.detail) as AuditEvent["detail"],
  };
}
