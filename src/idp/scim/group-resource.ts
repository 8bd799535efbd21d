import { z } from "zod";
import { GROUP_MEMBERS_MAX } from "#accounts/firms/provisioned-groups.ts";
import type { ProvisionedGroup, WantedGroup } from "#accounts/firms/provisioned-groups.ts";
import { ScimFault } from "./fault.ts";
import type { Change } from "./patch.ts";

export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

const TEXT = z.string().max(256);
const MEMBERS = z.array(z.looseObject({ value: z.string().max(100) })).max(GROUP_MEMBERS_MAX);
const GROUP = z.looseObject({ displayName: TEXT, externalId: TEXT.nullish(), members: MEMBERS.nullish() });

/** A group as SCIM shows it. */
export function groupResource(group: ProvisionedGroup, base: string): Readonly<Record<string, unknown>> {
  return {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.externalId !== null && { externalId: group.externalId }),
    displayName: group.displayName,
    members: group.memberIds.map((id) => ({ value: id, $ref: `${base}/Users/${id}` })),
    meta: {
      resourceType: "Group",
      created: group.createdAt,
      lastModified: group.updatedAt,
      location: `${base}/Groups/${group.id}`,
    },
  };
}

/** A group as a provider sends it whole. */
export function readGroup(body: unknown): WantedGroup {
  const read = GROUP.safeParse(body);
  if (!read.success)
    throw new ScimFault(400, "the group cannot be read: it has a displayName and members", "invalidValue");
  const { displayName, externalId, members } = read.data;
  return { displayName, externalId: externalId ?? null, memberIds: idsIn(members ?? []) };
}

/** What a group becomes by a PATCH. */
export function patchedGroup(held: ProvisionedGroup, changes: readonly Change[]): WantedGroup {
  let { displayName, externalId } = held;
  let members = new Set(held.memberIds);
  for (const { op, path, selected, value } of changes) {
    if (path === "displayname") displayName = op === "remove" ? "" : text(value, path);
    if (path === "externalid") externalId = op === "remove" ? null : text(value, path);
    if (path !== "members") continue;
    if (op === "remove") members = without(members, selected, value);
    else {
      const read = MEMBERS.safeParse(Array.isArray(value) ? value : [value]);
      if (!read.success) throw new ScimFault(400, "members are objects with a value", "invalidValue");
      members = new Set([...(op === "add" ? members : []), ...idsIn(read.data)]);
    }
  }
  return { displayName, externalId, memberIds: [...members] };
}

/** One by its path, those that the value names, or all of them. */
function without(members: ReadonlySet<string>, selected: string | undefined, value: unknown): Set<string> {
  if (selected !== undefined) return new Set([...members].filter((id) => id !== selected));
  if (value === undefined || value === null) return new Set();
  const read = MEMBERS.safeParse(Array.isArray(value) ? value : [value]);
  if (!read.success) throw new ScimFault(400, "members are objects with a value", "invalidValue");
  const named = new Set(idsIn(read.data));
  return new Set([...members].filter((id) => !named.has(id)));
}

function idsIn(members: z.infer<typeof MEMBERS>): string[] {
  return members.map(({ value }) => value);
}

function text(value: unknown, path: string): string {
  const read = TEXT.safeParse(value);
  if (read.success) return read.data;
  throw new ScimFault(400, `the value of ${path} cannot be read`, "invalidValue");
}
