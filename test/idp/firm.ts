import { setConnection } from "#accounts/firms/connections.ts";
import { addDomain } from "#accounts/firms/domains.ts";
import { AT_THE_MACHINE, OPERATOR_ID } from "#accounts/audit/audit.ts";
import type { Accounts } from "#accounts/accounts.ts";
import { foundOrganization } from "#accounts/teams/organizations.ts";
import { addUser, HERE } from "#test/accounts.ts";
import { AUTH_URL } from "#test/portal.ts";
import type { Answer, TestBrowser } from "#test/portal.ts";
import { CLIENT_ID, CLIENT_SECRET } from "./lying-provider.ts";

export const BY_OPERATOR = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE };
export const DOMAIN = "heron.example";

export type Firm = { readonly organizationId: string; readonly ownerId: string; readonly teamId: string };

/** An organization with an owner, a verified domain and an identity provider. */
export async function foundFirm(accounts: Accounts, issuer: string, name = "Heron & Marsh"): Promise<Firm> {
  const owner = await addUser(accounts, "owner@elsewhere.example");
  const { organization, teamId } = await foundOrganization(accounts, { userId: owner.user.id, origin: HERE, name });
  const organizationId = organization.id;
  await addDomain(accounts, { organizationId, domain: DOMAIN }, BY_OPERATOR);
  await setConnection(
    accounts,
    { organizationId, issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    BY_OPERATOR,
  );
  return { organizationId, ownerId: owner.user.id, teamId };
}

/** Sends a browser to the provider and tells where it was sent. */
export async function depart(browser: TestBrowser, email = `ann@${DOMAIN}`, next = ""): Promise<URL> {
  await browser.get("/account/sign-in");
  const answer = await browser.post("/account/sign-in", { do: "firm", "firm-email": email, next });
  const [, address] = /content="0; url=([^"]+)"/u.exec(answer.text) ?? [];
  if (address === undefined) throw new Error(`nobody was sent to a provider (${answer.status}): ${answer.text}`);
  return new URL(address.replaceAll("&amp;", "&"));
}

/** Comes back from the provider with a code and what else is said. */
export async function comeBack(
  browser: TestBrowser,
  authorize: URL,
  code: string,
  also: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const back = new URL(authorize.searchParams.get("redirect_uri") ?? "");
  const query = new URLSearchParams({ code, state: authorize.searchParams.get("state") ?? "", ...also });
  return browser.get(`${back.href.slice(AUTH_URL.length)}?${query.toString()}`);
}

/** Whether who uses this browser is signed in. */
export async function isIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get("/account")).status === 200;
}
