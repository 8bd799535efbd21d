import type { ClientMetadata } from "oidc-provider";
import { ID_TOKEN_ALGORITHMS } from "./keys.ts";
import type { IdTokenAlgorithm } from "./keys.ts";
import { ASKS_TO_STAY, OWN_ID } from "./staying.ts";

/**
 * What an application may say of itself; all else is dropped. `scope` too: clients register one that they then ask for
 * more than.
 */
const FIELDS = [
  "client_name",
  "client_uri",
  "logo_uri",
  "tos_uri",
  "policy_uri",
  "redirect_uris",
  "token_endpoint_auth_method",
  "grant_types",
  "response_types",
  "contacts",
  "software_id",
  "software_version",
] as const;

const LINKS = ["client_uri", "logo_uri", "tos_uri", "policy_uri"] as const;
const GRANTS = ["authorization_code", "refresh_token"];
/** Of programs without a browser, where a person types a code elsewhere (RFC 8628). */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const REDIRECTS_MAX = 10;
const ADDRESS_CHARS_MAX = 2000;
const NAME_CHARS_MAX = 100;
const TEXT_CHARS_MAX = 200;
const CONTACTS_MAX = 5;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Of these a browser would run or show what the application wrote, or read a file. */
const FORBIDDEN_SCHEMES = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "about:",
  "blob:",
  "view-source:",
  "ws:",
  "wss:",
  "ftp:",
  // These a browser hands to programs of the system that act on what the address says.
  "mailto:",
  "tel:",
  "sms:",
  "ms-msdt:",
  "ms-officecmd:",
  "ms-search:",
  "search-ms:",
  "ms-settings:",
  "ms-appinstaller:",
  "shell:",
  "intent:",
  "jar:",
  "ldap:",
  "ldaps:",
  "ssh:",
  "telnet:",
  "smb:",
]);
const CONTROL = /\p{Cc}|\p{Cs}|[\u2028\u2029\u2800]|(?![\ufe00-\ufe0f])\p{DI}/u;

type Stated = Readonly<Record<string, unknown>>;

/**
 * What is registered of what an application states, as far as it is granted (RFC 7591, section 2): the fields that are
 * known, with what older clients leave out; grants that the service has; links that lead to a web page. One that is called back on its own machine, by a scheme of its own or on loopback, is `native` whatever it says: clients
 * in use say `web`, or nothing.
 */
export function clientMetadata(stated: Stated): ClientMetadata {
  const known = Object.fromEntries(
    FIELDS.filter((field) => stated[field] !== undefined && stated[field] !== null && !isIdleLink(field, stated)).map(
      (field) => [field, field === "response_types" ? responsesOf(stated[field]) : stated[field]],
    ),
  );
  const redirects: unknown[] = Array.isArray(stated["redirect_uris"]) ? stated["redirect_uris"] : [];
  const isNative = redirects.some((uri) => typeof uri === "string" && URL.parse(uri)?.protocol !== "https:");
  const grants = grantsOf(stated["grant_types"]);
  const sentNowhere: Stated = isForDevicesAlone(grants) ? { redirect_uris: [], response_types: [] } : {};
  return {
    ...known,
    ...sentNowhere,
    application_type: isNative ? "native" : "web",
    grant_types: grants,
    ...algorithmOf(stated["id_token_signed_response_alg"]),
    ...(!statesRefreshing(stated) && { [ASKS_TO_STAY]: true }),
  } as ClientMetadata;
}

/**
 * The same of a document that an application publishes. What is forbidden in one stays, so that it is refused; addresses
 * that would be fetched in turn are left out, and links to the machine the application runs on.
 */
export function documentMetadata({ jwks_uri: _keys, sector_identifier_uri: _sector, ...stated }: Stated): Stated {
  const { application_type, grant_types } = clientMetadata(stated);
  const kept = Object.fromEntries(Object.entries(stated).filter(([field, value]) => !isIdleHome(field, value)));
  const ours = { application_type, grant_types, [ASKS_TO_STAY]: !statesRefreshing(stated), [OWN_ID]: false };
  return { token_endpoint_auth_method: "none", ...kept, ...ours };
}

/** A program on a developer's machine says so of its home. */
function isIdleHome(field: string, stated: unknown): boolean {
  if (!(LINKS as readonly string[]).includes(field) || typeof stated !== "string") return false;
  const url = URL.parse(stated);
  return url?.protocol === "http:" && LOOPBACK.has(url.hostname);
}

function statesRefreshing({ grant_types }: Stated): boolean {
  return Array.isArray(grant_types) && grant_types.includes("refresh_token");
}

/** A link that leads to no web page is nothing that people need; it is left out, wherever it leads. */
function isIdleLink(field: string, stated: Stated): boolean {
  return (LINKS as readonly string[]).includes(field) && !isWebPage(stated[field]);
}

/** One that the service has, or its own: nothing weaker is made of what a client asks for. */
function algorithmOf(stated: unknown): { readonly id_token_signed_response_alg?: IdTokenAlgorithm } {
  const known = ID_TOKEN_ALGORITHMS.find((algorithm) => algorithm === stated);
  return known === undefined ? {} : { id_token_signed_response_alg: known };
}

/** Of the answers that are asked for, the one that there is. */
function responsesOf(stated: unknown): unknown {
  return Array.isArray(stated) && stated.includes("code") ? ["code"] : stated;
}

/**
 * Of the grants that are asked for, those that there are. Clients that name the code alone, and ask for
 * `offline_access` afterwards, mean both; without a code, its own or a device's, nobody can be let in.
 */
function grantsOf(stated: unknown): unknown {
  if (stated === undefined || stated === null) return GRANTS;
  if (!Array.isArray(stated)) return stated;
  const forDevices = stated.includes(DEVICE_GRANT) ? [DEVICE_GRANT] : [];
  if (stated.includes("authorization_code")) return [...GRANTS, ...forDevices];
  return forDevices.length > 0 ? [...forDevices, "refresh_token"] : stated;
}

/** Whether people are let in by a code that they type elsewhere alone, so that nobody is sent anywhere. */
function isForDevicesAlone(grants: unknown): boolean {
  return Array.isArray(grants) && grants.includes(DEVICE_GRANT) && !grants.includes("authorization_code");
}

/**
 * What is wrong with what an application states of itself, or undefined. Asked of every application, however it became
 * known: by registration, by a document of its own, by the operator.
 */
export function clientFault(client: Stated): string | undefined {
  const redirects = isForDevicesAlone(client["grant_types"]) ? undefined : redirectsFault(client["redirect_uris"]);
  return redirects ?? linksFault(client) ?? wordsFault(client) ?? grantsFault(client);
}

function redirectsFault(stated: unknown): string | undefined {
  if (!Array.isArray(stated) || stated.length === 0) return "redirect_uris must be a list with at least one address";
  if (stated.length > REDIRECTS_MAX) return `redirect_uris must not have more than ${REDIRECTS_MAX} addresses`;
  return stated.map(redirectFault).find((fault) => fault !== undefined);
}

function redirectFault(uri: unknown): string | undefined {
  if (typeof uri !== "string" || uri.length > ADDRESS_CHARS_MAX || CONTROL.test(uri) || /[\s\\]/u.test(uri)) {
    return "redirect_uris must be addresses without spaces, backslashes and control characters";
  }
  const url = URL.parse(uri);
  if (url === null) return "redirect_uris must be whole addresses";
  if (url.username !== "" || url.password !== "") return "redirect_uris must hold no user name";
  if (uri.includes("#")) return "redirect_uris must hold no fragment";
  if (FORBIDDEN_SCHEMES.has(url.protocol)) return `redirect_uris must not begin with ${url.protocol}`;
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname))
    return "redirect_uris must be https, or http on loopback";
  return undefined;
}

function linksFault(client: Stated): string | undefined {
  const wrong = LINKS.find((field) => client[field] !== undefined && !isWebPage(client[field]));
  return wrong === undefined ? undefined : `${wrong} must be an https address`;
}

function isWebPage(stated: unknown): boolean {
  if (typeof stated !== "string" || stated.length > ADDRESS_CHARS_MAX) return false;
  const url = URL.parse(stated);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

function isWord(stated: unknown, chars_max: number): boolean {
  if (stated === undefined) return true;
  return typeof stated === "string" && stated.length <= chars_max && !CONTROL.test(stated);
}

function wordsFault(client: Stated): string | undefined {
  if (!isWord(client["client_name"], NAME_CHARS_MAX)) {
    return `client_name must be at most ${NAME_CHARS_MAX} characters, none of them invisible`;
  }
  const wrong = ["software_id", "software_version"].find((field) => !isWord(client[field], TEXT_CHARS_MAX));
  if (wrong !== undefined) return `${wrong} must be at most ${TEXT_CHARS_MAX} characters, none of them invisible`;
  const contacts = client["contacts"];
  if (contacts !== undefined && (!Array.isArray(contacts) || contacts.length > CONTACTS_MAX)) {
    return `contacts must be a list of at most ${CONTACTS_MAX}`;
  }
  return undefined;
}

function grantsFault(client: Stated): string | undefined {
  const grants = client["grant_types"];
  if (grants === undefined) return undefined;
  const isFit = Array.isArray(grants) && grants.every((grant) => [...GRANTS, DEVICE_GRANT].includes(grant as string));
  const granted = [...GRANTS, DEVICE_GRANT].join(", ");
  return isFit ? undefined : `grant_types must have authorization_code or the grant of devices; granted are ${granted}`;
}
