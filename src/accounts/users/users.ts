import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { deriveId } from "#base/ids.ts";
import type { Reader, Trx } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Database } from "#db/schema.ts";
import { readEmail } from "./email.ts";

/** A person with an account. Moments are ISO 8601 UTC. */
export type User = {
  readonly id: string;
  /** Shown to be theirs. */
  readonly email: string;
  readonly name: string;
  /** Looks after the service. */
  readonly isAdmin: boolean;
  readonly suspendedAt: string | null;
  readonly createdAt: string;
};

type UserRow = Selectable<Database["users"]>;

/** Adds a user whose address has been shown to be theirs. Throws `conflict` where there is one with this address. */
export async function insertUser(
  trx: Trx,
  user: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly isAdmin: boolean;
    readonly at: Date;
  },
): Promise<User> {
  const row: UserRow = {
    id: deriveId("user", "local", randomBytes(32).toString("hex")),
    email: user.email,
    name: user.name,
    password_hash: user.passwordHash,
    is_admin: user.isAdmin ? 1 : 0,
    suspended_at: null,
    created_at: user.at.toISOString(),
    team_id: null,
  };
  try {
    await trx.insertInto("users").values(row).execute();
  } catch (thrown) {
    throw isUniqueViolation(thrown) ? addressTaken() : thrown;
  }
  return userOf(row);
}

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Everybody, in the order of their addresses. */
export async function listUsers(db: Reader): Promise<User[]> {
  return (await db.selectFrom("users").selectAll().orderBy("email").execute()).map(userOf);
}

/** A user by id; undefined for one who is gone. */
export async function userById(db: Reader, id: string): Promise<User | undefined> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/** A user by id or mail address, as an operator names one. Throws `not_found`. */
export async function namedUser(db: Reader, named: string): Promise<User> {
  const email = named.includes("@") ? readEmail(named) : undefined;
  const found = db.selectFrom("users").selectAll();
  const row = await (
    email === undefined ? found.where("id", "=", named.toLowerCase()) : found.where("email", "=", email)
  ).executeTakeFirst();
  if (row === undefined) {
    throw new OnpointError("not_found", "no account has this address or id", {
      hint: "`onpoint users list` shows them.",
    });
  }
  return userOf(row);
}

/** What a password is checked against, with the user it would open; undefined for an address without an account. */
export async function passwordOf(
  db: Reader,
  by: { readonly email: string } | { readonly id: string },
): Promise<{ readonly user: User; readonly passwordHash: string } | undefined> {
  const all = db.selectFrom("users").selectAll();
  const row = await (
    "email" in by ? all.where("email", "=", by.email) : all.where("id", "=", by.id)
  ).executeTakeFirst();
  return row === undefined ? undefined : { user: userOf(row), passwordHash: row.password_hash };
}

export async function setPasswordHash(trx: Trx, userId: string, password_hash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash }).where("id", "=", userId).execute();
}

function addressTaken(): OnpointError {
  return new OnpointError("conflict", "there is an account with this address already", {
    hint: "Sign in with it; a forgotten password can be set anew by mail.",
  });
}

export function userOf(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin === 1,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  };
}
