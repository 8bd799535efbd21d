import type { Audience } from "./audience.ts";
import { clientMetadata } from "./client-rules.ts";
import { RESOURCE_SCOPES, SCOPES } from "./configuration.ts";
import { jsonObject } from "./json-object.ts";
import type { Question } from "./node-exchange.ts";
import { POSTED } from "./response-modes.ts";
import { CONSENT_IMPLIED } from "./staying.ts";

const ASKED_WITHOUT_SCOPE = ["openid", ...RESOURCE_SCOPES].join(" ");

/**
 * What clients in use ask for, put as the library wants it: scopes that mean nothing here are dropped, and none at all
 * is the usual ones; who wants a refresh token asks the person (OpenID Connect Core, section 11); every spelling of the
 * service's address is one resource; who wants an account chosen has the page shown on which that is done, and who wants to be posted the answer is
 * posted it by a page of ours. A parameter
 * that is given twice is left for the library to refuse.
 */
export function plainAuthorization(question: Question, audience: Audience): Question {
  const [path, query] = splitTarget(question.target);
  const parameters = new URLSearchParams(query);
  plainScope(parameters);
  plainPrompt(parameters);
  if (isGivenOnce(parameters, "response_mode") && parameters.get("response_mode") === "form_post")
    parameters.set("response_mode", POSTED);
  parameters.delete(CONSENT_IMPLIED);
  const scopes = parameters.get("scope")?.split(" ") ?? [];
  if (scopes.includes("offline_access") && isGivenOnce(parameters, "scope")) askForConsent(parameters);
  plainResource(parameters, audience);
  return { ...question, target: `${path}?${parameters.toString()}` };
}

/** The same of what is asked for at the token endpoint. */
export function plainTokenRequest(question: Question, audience: Audience): Question {
  const { body, headers } = question;
  if (body === undefined || !isForm(headers["content-type"])) return question;
  const parameters = new URLSearchParams(body.toString("utf8"));
  plainResource(parameters, audience);
  return { ...question, body: Buffer.from(parameters.toString()) };
}

/** What a device asks for, put in the same way; nobody is sent anywhere, so there is nothing else to put right. */
export function plainDeviceRequest(question: Question, audience: Audience): Question {
  const { body, headers } = question;
  if (body === undefined || !isForm(headers["content-type"])) return question;
  const parameters = new URLSearchParams(body.toString("utf8"));
  plainScope(parameters);
  plainResource(parameters, audience);
  return { ...question, body: Buffer.from(parameters.toString()) };
}

/** What a client registers, reduced to what is known here. What is no JSON object is left for the library to refuse. */
export function plainRegistration(question: Question): Question {
  const stated = jsonObject(question.body?.toString("utf8") ?? "");
  return stated === undefined ? question : { ...question, body: Buffer.from(JSON.stringify(clientMetadata(stated))) };
}

function plainScope(parameters: URLSearchParams): void {
  if (parameters.getAll("scope").length > 1) return;
  const asked = parameters.get("scope")?.split(" ") ?? [];
  const known = asked.filter((scope) => (SCOPES as readonly string[]).includes(scope));
  const isIdentityAlone = known.every((scope) => scope === "offline_access");
  const scopes = isIdentityAlone ? [...ASKED_WITHOUT_SCOPE.split(" "), ...known] : known;
  parameters.set("scope", [...new Set(scopes)].join(" "));
}

/** The page that asks names the account and offers another: OpenID Connect Core, section 3.1.2.1, wants no more. */
function plainPrompt(parameters: URLSearchParams): void {
  if (parameters.getAll("prompt").length !== 1) return;
  const prompts = parameters.get("prompt")?.split(" ") ?? [];
  if (!prompts.includes("select_account")) return;
  const plain = prompts.map((prompt) => (prompt === "select_account" ? "consent" : prompt));
  parameters.set("prompt", [...new Set(plain)].join(" "));
}

function askForConsent(parameters: URLSearchParams): void {
  if (parameters.getAll("prompt").length > 1) return;
  const prompts = (parameters.get("prompt") ?? "").split(" ").filter((prompt) => prompt !== "");
  if (prompts.includes("none") || prompts.includes("consent")) return;
  parameters.set("prompt", [...prompts, "consent"].join(" "));
  parameters.set(CONSENT_IMPLIED, "yes");
}

/** Several spellings of the one resource are one; what is not this service stays, and is refused. */
function plainResource(parameters: URLSearchParams, audience: Audience): void {
  const asked = parameters.getAll("resource").filter((resource) => resource !== "");
  parameters.delete("resource");
  for (const resource of new Set(asked.map((text) => audience.named(text) ?? text)))
    parameters.append("resource", resource);
}

function isGivenOnce(parameters: URLSearchParams, name: string): boolean {
  return parameters.getAll(name).length === 1;
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf("?");
  return at < 0 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}
