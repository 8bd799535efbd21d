import type { Accounts } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { addGroup, changeGroup, heldGroup, listGroups, removeGroup } from "#accounts/firms/provisioned-groups.ts";
import {
  changeUser,
  heldUser,
  listProvisioned,
  provisionUser,
  removeProvisioned,
} from "#accounts/firms/provisioned-users.ts";
import type { Provider } from "#accounts/firms/provisioned-users.ts";
import { organizationOfToken } from "#accounts/firms/scim-tokens.ts";
import { SCIM_PATH } from "../paths.ts";
import { asScimFault, ScimFault } from "./fault.ts";
import { readFilter } from "./filter.ts";
import type { Equality } from "./filter.ts";
import { groupResource, patchedGroup, readGroup } from "./group-resource.ts";
import { readPatch } from "./patch.ts";
import { PAGE_MAX, resourceTypes, schemas, serviceProviderConfig } from "./schemas.ts";
import { patchedUser, readUser, userResource } from "./user-resource.ts";

/** Answers identity providers that say who is there (SCIM 2.0, RFC 7643 and 7644). */
export type Scim = { readonly answer: (request: ScimRequest) => Promise<Response> };

export type ScimRequest = {
  readonly method: string;
  /** Under the base: `/Users/…`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  /** The body as it came. */
  readonly body: string;
  readonly origin: Origin;
};

type Resource = Readonly<Record<string, unknown>>;
type Asked = ScimRequest & { readonly provider: Provider; readonly id: string | undefined };
type Found = { readonly status: number; readonly resource?: Resource };
type Endpoint = Readonly<Record<string, ((asked: Asked) => Promise<Found>) | undefined>>;

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const BEARER = /^bearer +([\x21-\x7e]{1,256}) *$/iu;

/** @param endApps ends what applications may do for somebody */
export function scim(accounts: Accounts, endApps: (userId: string) => Promise<void>): Scim {
  const base = `${accounts.authUrl}${SCIM_PATH}`;
  const endpoints: Readonly<Record<string, Endpoint | undefined>> = {
    Users: usersEndpoint(accounts, base, endApps),
    Groups: groupsEndpoint(accounts, base),
    ServiceProviderConfig: { GET: async () => found(serviceProviderConfig(base)) },
    ResourceTypes: described(resourceTypes(base) as readonly (Resource & { readonly id: string })[]),
    Schemas: described(schemas(base)),
  };
  return {
    answer: async (request) => {
      try {
        const [, presented] = BEARER.exec(request.authorization ?? "") ?? [];
        const organizationId = await organizationOfToken(accounts, presented ?? "");
        const provider = { organizationId, origin: request.origin };
        const [, name = "", id, more] = request.path.split("/");
        const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
        if (endpoint === undefined || more !== undefined) throw new ScimFault(404, "nothing stands at this address");
        const answer = Object.hasOwn(endpoint, request.method) ? endpoint[request.method] : undefined;
        if (answer === undefined) throw new ScimFault(405, `${request.method.slice(0, 20)} is not answered here`);
        const { status, resource } = await answer({ ...request, provider, id: id === "" ? undefined : id });
        return respond(status, resource === undefined ? undefined : projected(resource, request.query));
      } catch (thrown) {
        const fault = asScimFault(thrown);
        if (fault === undefined) throw thrown;
        return refusal(fault);
      }
    },
  };
}

function usersEndpoint(accounts: Accounts, base: string, endApps: (userId: string) => Promise<void>): Endpoint {
  const show = (user: Parameters<typeof userResource>[0]): Resource => userResource(user, base);
  const settle = async (user: Parameters<typeof userResource>[0]): Promise<Found> => {
    if (!user.isActive) await endApps(user.id);
    return found(show(user));
  };
  return {
    GET: async ({ provider: { organizationId }, id, query }) => {
      if (id !== undefined) return found(show(await heldUser(accounts.db, organizationId, id)));
      const page = pageOf(query);
      const where = onlyOne(query, USER_FIELDS);
      const { total, users } = await listProvisioned(accounts.db, organizationId, { where, ...page });
      return found(listOf(users.map(show), total, page.offset));
    },
    POST: async ({ provider, id, body }) => {
      if (id !== undefined) throw new ScimFault(405, "a user is made at /Users");
      const user = await provisionUser(accounts, provider, readUser(jsonOf(body)));
      return { ...(await settle(user)), status: 201 };
    },
    PUT: async ({ provider, id, body }) => {
      const wanted = readUser(jsonOf(body));
      return settle(await changeUser(accounts, provider, named(id), () => wanted));
    },
    PATCH: async ({ provider, id, body }) => {
      const changes = readPatch(jsonOf(body));
      return settle(await changeUser(accounts, provider, named(id), (held) => patchedUser(held, changes)));
    },
    DELETE: async ({ provider, id }) => {
      await removeProvisioned(accounts, provider, named(id));
      await endApps(named(id));
      return { status: 204 };
    },
  };
}

function groupsEndpoint(accounts: Accounts, base: string): Endpoint {
  const show = (group: Parameters<typeof groupResource>[0]): Resource => groupResource(group, base);
  return {
    GET: async ({ provider: { organizationId }, id, query }) => {
      if (id !== undefined) return found(show(await heldGroup(accounts.db, organizationId, id)));
      const page = pageOf(query);
      const [member, rest] = apart(query, "members");
      const where = onlyOne(rest, GROUP_FIELDS);
      const { total, groups } = await listGroups(accounts.db, organizationId, { where, ...page });
      const kept = groups.filter(({ memberIds }) => member === undefined || memberIds.includes(member));
      return found(listOf(kept.map(show), member === undefined ? total : kept.length, page.offset));
    },
    POST: async ({ provider, id, body }) => {
      if (id !== undefined) throw new ScimFault(405, "a group is made at /Groups");
      return { status: 201, resource: show(await addGroup(accounts, provider, readGroup(jsonOf(body)))) };
    },
    PUT: async ({ provider, id, body }) => {
      const wanted = readGroup(jsonOf(body));
      return found(show(await changeGroup(accounts, provider, named(id), () => wanted)));
    },
    PATCH: async ({ provider, id, body }) => {
      const changes = readPatch(jsonOf(body));
      return found(show(await changeGroup(accounts, provider, named(id), (held) => patchedGroup(held, changes))));
    },
    DELETE: async ({ provider, id }) => {
      await removeGroup(accounts, provider, named(id));
      return { status: 204 };
    },
  };
}

const USER_FIELDS = {
  username: "userName",
  externalid: "externalId",
  id: "id",
  "emails.value": "email",
  emails: "email",
  'emails[type eq "work"].value': "email",
} as const;
const GROUP_FIELDS = { displayname: "displayName", externalid: "externalId", id: "id" } as const;

function onlyOne<Field extends string>(
  query: URLSearchParams,
  fields: Readonly<Record<string, Field>>,
): { readonly field: Field; readonly value: string } | null {
  const text = query.get("filter");
  if (text === null || text === "") return null;
  const equalities: readonly Equality[] = readFilter(text);
  const [first, second] = equalities;
  const field = first === undefined || !Object.hasOwn(fields, first.attribute) ? undefined : fields[first.attribute];
  if (first === undefined || field === undefined || second !== undefined) {
    throw new ScimFault(400, `a filter here names one of ${Object.values(fields).join(", ")} with eq`, "invalidFilter");
  }
  return { field, value: first.value };
}

/** A filter without its equality on one attribute, which is looked at in another way. */
function apart(query: URLSearchParams, attribute: string): readonly [string | undefined, URLSearchParams] {
  const text = query.get("filter");
  if (text === null || !/ and /iu.test(text)) return [undefined, query];
  const all = readFilter(text);
  const found = all.find((one) => one.attribute === attribute);
  if (found === undefined) return [undefined, query];
  const rest = all.filter((one) => one !== found);
  const filter = rest.map((one) => `${one.attribute} eq ${JSON.stringify(one.value)}`).join(" and ");
  return [found.value, new URLSearchParams({ filter })];
}

function pageOf(query: URLSearchParams): { readonly offset: number; readonly limit: number } {
  const start = wholeOf(query.get("startIndex"), 1);
  const count = wholeOf(query.get("count"), PAGE_MAX);
  return { offset: Math.max(0, start - 1), limit: Math.min(PAGE_MAX, Math.max(0, count)) };
}

/** What is no number is taken as not said (RFC 7644, section 3.4.2.4). */
function wholeOf(text: string | null, fallback: number): number {
  return text !== null && /^-?\d{1,9}$/u.test(text) ? Number(text) : fallback;
}

function described(all: readonly (Resource & { readonly id: string })[]): Endpoint {
  return {
    GET: async ({ id }) => {
      if (id === undefined) return found(listOf(all, all.length, 0));
      const one = all.find((resource) => resource.id === id);
      if (one === undefined) throw new ScimFault(404, "nothing stands at this address");
      return found(one);
    },
  };
}

function found(resource: Resource): Found {
  return { status: 200, resource };
}

function listOf(resources: readonly Resource[], totalResults: number, offset: number): Resource {
  return {
    schemas: [LIST],
    totalResults,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Of what is answered, the attributes that were asked for; `id` and `schemas` always. */
function projected(resource: Resource, query: URLSearchParams): Resource {
  const names = (parameter: string): ReadonlySet<string> | undefined => {
    const text = query.get(parameter);
    return text === null || text === ""
      ? undefined
      : new Set(
          text
            .toLowerCase()
            .split(",")
            .map((one) => one.trim()),
        );
  };
  const wanted = names("attributes");
  const left = names("excludedAttributes");
  if (wanted === undefined && left === undefined) return resource;
  const isKept = (name: string): boolean => {
    if (ALWAYS.has(name)) return true;
    const lower = name.toLowerCase();
    return wanted === undefined ? left?.has(lower) !== true : [...wanted].some((one) => one.split(".")[0] === lower);
  };
  const shorten = (one: Resource): Resource => Object.fromEntries(Object.entries(one).filter(([name]) => isKept(name)));
  const { Resources: list } = resource as { readonly Resources?: readonly Resource[] };
  return list === undefined ? shorten(resource) : { ...resource, Resources: list.map(shorten) };
}

const ALWAYS: ReadonlySet<string> = new Set(["id", "schemas"]);

function named(id: string | undefined): string {
  if (id !== undefined) return id;
  throw new ScimFault(405, "name one: /Users/ID or /Groups/ID");
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new ScimFault(400, "the body is not JSON", "invalidSyntax");
  }
}

function respond(status: number, resource: Resource | undefined): Response {
  const headers = { "Content-Type": "application/scim+json", "Cache-Control": "no-store" };
  return new Response(resource === undefined ? null : JSON.stringify(resource), { status, headers });
}

function refusal({ status, message, scimType }: ScimFault): Response {
  const answer = respond(status, {
    schemas: [ERROR],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: message,
  });
  if (status === 401) answer.headers.set("WWW-Authenticate", 'Bearer realm="onpoint scim"');
  return answer;
}
