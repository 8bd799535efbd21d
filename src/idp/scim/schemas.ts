import { GROUP_SCHEMA } from "./group-resource.ts";
import { USER_SCHEMA } from "./user-resource.ts";

/** The most that one answer lists. */
export const PAGE_MAX = 200;

const PROVIDER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
const TYPE_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const SCHEMA_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";

/** What is understood here (RFC 7643, section 5). */
export function serviceProviderConfig(base: string): Readonly<Record<string, unknown>> {
  const no = { supported: false };
  return {
    schemas: [PROVIDER_SCHEMA],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_MAX },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "The SCIM token that an owner of the organization has made.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): readonly Readonly<Record<string, unknown>>[] {
  return [
    ["User", "/Users", USER_SCHEMA],
    ["Group", "/Groups", GROUP_SCHEMA],
  ].map(([id, endpoint, schema]) => ({
    schemas: [TYPE_SCHEMA],
    id,
    name: id,
    endpoint,
    schema,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${id}` },
  }));
}

export function schemas(base: string): readonly (Readonly<Record<string, unknown>> & { readonly id: string })[] {
  return [
    described(base, USER_SCHEMA, "User", [
      attribute("userName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      attribute("displayName"),
      attribute("active", { type: "boolean" }),
      complex("name", false, [attribute("formatted"), attribute("givenName"), attribute("familyName")]),
      complex("emails", true, [attribute("value"), attribute("type"), attribute("primary", { type: "boolean" })]),
    ]),
    described(base, GROUP_SCHEMA, "Group", [
      attribute("displayName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      complex("members", true, [
        attribute("value", { mutability: "immutable" }),
        attribute("$ref", { type: "reference", mutability: "immutable", referenceTypes: ["User"] }),
      ]),
    ]),
  ];
}

type Attribute = Readonly<Record<string, unknown>>;

function described(base: string, id: string, name: string, attributes: readonly Attribute[]) {
  return {
    schemas: [SCHEMA_SCHEMA],
    id,
    name,
    attributes,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  };
}

function attribute(name: string, own: Attribute = {}): Attribute {
  return {
    name,
    type: "string",
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...own,
  };
}

function complex(name: string, multiValued: boolean, subAttributes: readonly Attribute[]): Attribute {
  return attribute(name, { type: "complex", multiValued, subAttributes });
}
