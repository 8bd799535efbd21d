import { afterAll, beforeAll, expect, test } from "vitest";
import { resetPassword } from "#accounts/passwords/set-password.ts";
import { addUser, HERE, PASSWORD } from "#test/accounts.ts";
import { Browser } from "#test/oauth/browser.ts";
import { pkce } from "#test/oauth/protocol.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";

const CALLBACK = "https://app.example/callback";
const OTHER = "nine grey cranes at dawn";
let service: Service;
beforeAll(async () => {
  service = await startService({ config: { trustProxy: true } });
});
afterAll(async () => service.stop());

/** What an application holds that this person has let in. */
async function letIn(email: string): Promise<{ clientId: string; access: string; refresh: string }> {
  const answer = await fetch(`${service.origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": new Browser().address },
    body: JSON.stringify({
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    }),
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const { verifier, parameters } = pkce();
  const asked = { response_type: "code", client_id, redirect_uri: CALLBACK, scope: "profile", ...parameters };
  const url = `${service.origin}/oauth/authorize?${new URLSearchParams(asked).toString()}`;
  const back = await new Browser().goThrough(url, { email });
  const code = back.searchParams.get("code") ?? "";
  const tokens = await exchange({
    grant_type: "authorization_code",
    client_id,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  const { access_token, refresh_token } = (await tokens.json()) as Record<string, string>;
  return { clientId: client_id, access: access_token ?? "", refresh: refresh_token ?? "" };
}

const exchange = async (form: Record<string, string>): Promise<Response> =>
  fetch(`${service.origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });

async function statusesOf({ clientId, access, refresh }: Awaited<ReturnType<typeof letIn>>): Promise<number[]> {
  const me = await fetch(`${service.origin}/v1/me`, { headers: { Authorization: `Bearer ${access}` } });
  const renewed = await exchange({ grant_type: "refresh_token", client_id: clientId, refresh_token: refresh });
  return [me.status, renewed.status];
}

async function letterTo(email: string, containing: string): Promise<string> {
  await service.accounts.errands.settled();
  return service.letters.find(({ to, text }) => to === email && text.includes(containing))?.text ?? "";
}

test.each([
  ["ends", {}, [401, 400]],
  ["keeps, where the person says so,", { "keep-applications": "yes" }, [200, 200]],
])("a password set by a letter %s what applications were let do", async (name, fields, expected) => {
  const email = `${name.slice(0, 4)}@firm.example`;
  await addUser(service.accounts, email);
  const app = await letIn(email);
  const browser = new Browser();
  await browser.submit(await browser.get(`${service.origin}/account/password`), { email });
  const link = /http\S+token=\S+/u.exec(await letterTo(email, "token="))?.[0] ?? "no link";
  await browser.submit(await browser.get(link), { password: OTHER, ...fields });
  expect(await statusesOf(app)).toEqual(expected);
  expect(await letterTo(email, "its password was changed")).toContain("If this was not you");
});

test("a password that is changed ends them too, and not when it is not changed", async () => {
  const email = "changing@firm.example";
  await addUser(service.accounts, email);
  const app = await letIn(email);
  const browser = new Browser();
  await browser.submit(await browser.get(`${service.origin}/account/sign-in`), { email, password: PASSWORD });
  const page = await browser.get(`${service.origin}/account/security`);
  const wrong = await browser.submit(page, { present: "not the word", password: OTHER });
  expect(wrong.status).toBe(401);
  const foreign = await browser.submit(
    page,
    { present: PASSWORD, password: OTHER },
    { origin: "https://evil.example" },
  );
  expect(foreign.status).toBe(403);
  const me = await fetch(`${service.origin}/v1/me`, { headers: { Authorization: `Bearer ${app.access}` } });
  expect(me.status).toBe(200);
  await browser.submit(page, { present: PASSWORD, password: OTHER });
  expect(await statusesOf(app)).toEqual([401, 400]);
});

test("a link that is over ends nothing", async () => {
  const app = await letIn(service.email);
  await expect(
    resetPassword(service.accounts, { token: "x".repeat(43), password: OTHER, origin: HERE }),
  ).rejects.toMatchObject({ code: "not_found" });
  expect(await statusesOf(app)).toEqual([200, 200]);
});
