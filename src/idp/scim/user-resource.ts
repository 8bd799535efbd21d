import { z } from "zod";
import type { ProvisionedUser, WantedUser } from "#accounts/firms/provisioned-users.ts";
import { ScimFault } from "./fault.ts";
import type { Change } from "./patch.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

const TEXT = z.string().max(500);
/** Entra ID sends `"False"`. */
const TRUTH = z.union([
  z.boolean(),
  z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(["true", "false"]))
    .transform((text) => text === "true"),
]);
const MAIL = z.looseObject({
  value: TEXT.optional(),
  primary: TRUTH.optional(),
  type: z.string().max(100).nullish(),
});
const NAME = z.looseObject({
  formatted: TEXT.nullish(),
  givenName: TEXT.nullish(),
  familyName: TEXT.nullish(),
});
const USER = z.looseObject({
  userName: TEXT,
  externalId: TEXT.nullish(),
  active: TRUTH.optional(),
  displayName: TEXT.nullish(),
  name: NAME.nullish(),
  emails: z.array(MAIL).max(20).nullish(),
});

/** Somebody as SCIM shows them. */
export function userResource(user: ProvisionedUser, base: string): Readonly<Record<string, unknown>> {
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...(user.externalId !== null && { externalId: user.externalId }),
    userName: user.userName,
    displayName: user.name,
    name: { formatted: user.name, ...partsOf(user.name) },
    emails: [{ value: user.email, type: "work", primary: true }],
    active: user.isActive,
    meta: {
      resourceType: "User",
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${base}/Users/${user.id}`,
    },
  };
}

/** Somebody as a provider sends them whole. */
export function readUser(body: unknown): WantedUser {
  const read = USER.safeParse(withNamesAsWritten(body));
  if (!read.success) throw new ScimFault(400, `the user cannot be read: ${faultIn(read.error)}`, "invalidValue");
  const { userName, externalId, active = true, displayName, name, emails } = read.data;
  return {
    userName,
    externalId: externalId ?? null,
    isActive: active,
    email: mailOf(emails ?? []) ?? null,
    name: displayName || name?.formatted || joined(name?.givenName, name?.familyName),
  };
}

/** What somebody becomes by a PATCH. What is not kept is passed over. */
export function patchedUser(held: ProvisionedUser, changes: readonly Change[]): WantedUser {
  const user = { ...held, email: held.email as string | null, name: held.name as string | null, ...partsOf(held.name) };
  for (const change of changes) applyChange(user, change);
  return user;
}

type Patched = {
  -readonly [Name in keyof WantedUser]: WantedUser[Name];
} & { givenName?: string; familyName?: string };

function applyChange(user: Patched, { op, path, value }: Change): void {
  const text = (): string | null => (op === "remove" ? null : parsed(TEXT, value, path));
  switch (path) {
    case "active":
      if (op === "remove") throw new ScimFault(400, "active cannot be removed", "mutability");
      // Some send it as a list of one.
      user.isActive = parsed(TRUTH, Array.isArray(value) ? (value[0] as unknown) : value, path);
      return;
    case "username":
      user.userName = text() ?? "";
      return;
    case "externalid":
      user.externalId = text();
      return;
    case "displayname":
    case "name.formatted":
      user.name = text();
      return;
    case "name.givenname":
      user.givenName = text() ?? "";
      user.name = joined(user.givenName, user.familyName);
      return;
    case "name.familyname":
      user.familyName = text() ?? "";
      user.name = joined(user.givenName, user.familyName);
      return;
    case "name": {
      if (op === "remove") return;
      const { formatted, givenName, familyName } = parsed(NAME, value, path);
      user.name = formatted || joined(givenName ?? user.givenName, familyName ?? user.familyName);
      return;
    }
    case "emails": {
      if (op === "remove") return;
      const mails = parsed(z.array(MAIL).max(20), Array.isArray(value) ? value : [value], path);
      user.email = mailOf(mails) ?? user.email;
      return;
    }
    case "emails.value":
      if (op !== "remove") user.email = text();
      return;
    default:
  }
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new ScimFault(400, `the value of ${path} cannot be read`, "invalidValue");
}

function mailOf(mails: readonly z.infer<typeof MAIL>[]): string | undefined {
  const found = mails.find(({ primary }) => primary === true) ?? mails.find(({ type }) => type === "work") ?? mails[0];
  return found?.value;
}

/** A name of two parts and more; the last is taken for the family's, as providers take it apart. */
function partsOf(name: string): { readonly givenName?: string; readonly familyName?: string } {
  const at = name.lastIndexOf(" ");
  return at < 1 ? {} : { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

function joined(given: string | null | undefined, family: string | null | undefined): string | null {
  const name = [given, family].filter((part) => part !== undefined && part !== null && part !== "").join(" ");
  return name === "" ? null : name;
}

/** Names of attributes are the same in any letters (RFC 7643, section 2.1). */
function withNamesAsWritten(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const written = new Map(Object.keys(USER.shape).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [written.get(name.toLowerCase()) ?? name, value as unknown]),
  );
}

function faultIn(error: z.ZodError): string {
  const [first] = error.issues;
  return `${first?.path.join(".") ?? ""} ${first?.message ?? ""}`.trim();
}
