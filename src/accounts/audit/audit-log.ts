import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import { auditEventOf, OPERATOR_ID } from "./audit.ts";
import type { AuditEvent } from "./audit.ts";
import { AUDIT_EVENTS } from "./events.ts";
import { readEmail } from "../users/email.ts";

/** What an administrator asks the audit log of all accounts. */
export type AuditSearch = {
  /** One of `AUDIT_EVENTS`. */
  readonly event?: string | undefined;
  /** By whom it was done or whom it concerns: an id, a mail address, or `operator`. */
  readonly person?: string | undefined;
  /** Days, `YYYY-MM-DD` in UTC, both included. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Stands in the details, in any letters. */
  readonly containing?: string | undefined;
  /** Only what is older than this event. */
  readonly before?: number | undefined;
  readonly limit: number;
};

/** An event with the names of those it names, as they are called now; null for nobody, the id for who is gone. */
export type NamedEvent = AuditEvent & {
  readonly what: string;
  readonly actor: string | null;
  readonly user: string | null;
  readonly organization: string | null;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const WORDS: Readonly<Record<string, string | undefined>> = AUDIT_EVENTS;

/** What was noted of all accounts, newest first, with names. For administrators of the service alone. */
export async function searchAudit(db: Reader, search: AuditSearch): Promise<NamedEvent[]> {
  const { event, from, until, containing, before, limit } = search;
  let query = db.selectFrom("audit_events").selectAll().orderBy("id", "desc").limit(limit);
  if (event !== undefined) query = query.where("event", "=", event);
  if (before !== undefined) query = query.where("id", "<", before);
  if (from !== undefined && DAY.test(from)) query = query.where("at", ">=", from);
  // What is noted on the day itself sorts behind the day and before its next character.
  if (until !== undefined && DAY.test(until)) query = query.where("at", "<", `${until}U`);
  if (containing !== undefined) {
    const pattern = `%${containing.toLowerCase().replaceAll(/[!%_]/gu, "!$&")}%`;
    query = query.where(sql<boolean>`lower(detail) like ${pattern} escape '!'`);
  }
  if (search.person !== undefined) {
    const id = await idOf(db, search.person.trim());
    query = query.where((row) => row.or([row("actor_id", "=", id), row("user_id", "=", id)]));
  }
  return named(db, (await query.execute()).map(auditEventOf));
}

async function idOf(db: Reader, person: string): Promise<string> {
  if (!person.includes("@")) return person;
  try {
    const email = readEmail(person);
    const user = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    return user?.id ?? person;
  } catch {
    return person;
  }
}

async function named(db: Reader, events: readonly AuditEvent[]): Promise<NamedEvent[]> {
  const people = new Map(
    (await db.selectFrom("users").select(["id", "email"]).execute()).map(({ id, email }) => [id, email]),
  );
  const firms = new Map(
    (await db.selectFrom("organizations").select(["id", "name"]).execute()).map((one) => [one.id, one.name]),
  );
  const whoIs = (id: string | null): string | null => {
    if (id === null) return null;
    if (id === OPERATOR_ID) return "operator (command line)";
    if (id.startsWith("scim:")) return `SCIM of ${firms.get(id.slice("scim:".length)) ?? id}`;
    return people.get(id) ?? firms.get(id) ?? id;
  };
  return events.map((event) => {
    const { organization } = event.detail;
    return {
      ...event,
      what: WORDS[event.event] ?? event.event,
      actor: whoIs(event.actorId),
      user: whoIs(event.userId),
      organization: typeof organization === "string" ? (firms.get(organization) ?? organization) : null,
    };
  });
}

const HEAD = [
  "at",
  "event",
  "what",
  "actor",
  "actor_id",
  "user",
  "user_id",
  "organization",
  "address",
  "agent",
  "detail",
];

/** As CSV (RFC 4180), with what a spreadsheet would take for a formula kept from being one. */
export function auditCsv(events: readonly NamedEvent[]): string {
  return [HEAD, ...events.map(cellsOf)].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

/** As a line of JSON for each. */
export function auditJsonLines(events: readonly NamedEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

function cellsOf(event: NamedEvent): string[] {
  const { at, what, actor, actorId, user, userId, organization, address, agent, detail } = event;
  const rest = [actor, actorId, user, userId, organization, address, agent].map((text) => text ?? "");
  return [at, event.event, what, ...rest, JSON.stringify(detail)];
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
