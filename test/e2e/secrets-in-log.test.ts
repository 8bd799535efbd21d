import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { codeAt } from "#accounts/second-factor/codes.ts";
import { openRecords } from "#schema/open.ts";
import { Browser, hiddenFields } from "#test/oauth/browser.ts";
import type { Page } from "#test/oauth/browser.ts";
import { pkce } from "#test/oauth/protocol.ts";
import { onpointJson, serve, temporaryDirectory, until } from "./program.ts";

const CALLBACK = "http://127.0.0.1:9/callback";
const PASSWORDS = {
  first: "seven blue herons at dusk",
  second: "nine grey owls at noon",
  wrong: "eleven red foxes at dawn",
};

/** Everything that was typed, handed out or sent during a run and must not be read by whoever reads the log. */
class Secrets {
  readonly all = new Map<string, string>();

  add(name: string, value: string | undefined): string {
    expect(value?.length, name).toBeGreaterThan(5);
    this.all.set(name, value ?? "");
    return value ?? "";
  }
}

async function letterTo(dataDir: string, address: string, count: number): Promise<string> {
  return until(async () => {
    const names = await readdir(join(dataDir, "mail")).catch(() => []);
    const letters = await Promise.all(names.map(async (name) => readFile(join(dataDir, "mail", name), "utf8")));
    const found = letters.filter((letter) => letter.includes(`To: ${address}`));
    return found.length >= count ? found.at(-1)?.replaceAll("=\n", "").replaceAll("=3D", "=") : undefined;
  }, 10_000);
}

const tokenIn = (letter: string): string => /[?]token=([\w-]{43})/u.exec(letter)?.[1] ?? "";

test(
  "the log of a run in which everything is done, rightly and wrongly, holds no secret",
  { timeout: 180_000 },
  async () => {
    const secrets = new Secrets();
    const dataDir = join(await temporaryDirectory(), "data");
    const settings = { ONPOINT_DATA_DIR: dataDir, ONPOINT_KEYS_FOR: "everyone", ONPOINT_LOG_LEVEL: "trace" };
    const server = await serve(settings);
    const email = "clerk@firm.example";
    const browser = new Browser();
    const at = (path: string): string => server.origin + path;
    const submit = async (page: Page, fields: Record<string, string>): Promise<Page> => {
      const next = await browser.submit(page, fields);
      secrets.all.set(`form ${secrets.all.size}`, hiddenFields(page.text)["guard"] ?? "no guard");
      return next;
    };
    for (const [name, password] of Object.entries(PASSWORDS)) secrets.add(`${name} password`, password);

    // An account by mail, and a link that is opened twice.
    await submit(await browser.get(at("/account/sign-up")), { email });
    const welcome = await letterTo(dataDir, email, 1);
    secrets.add("words of a letter", "Open this address to choose a password");
    const link = at(`/account/sign-up?token=${secrets.add("link of a letter", tokenIn(welcome))}`);
    const open = await browser.get(link);
    await submit(open, { name: "The clerk", password: PASSWORDS.first });
    await submit(open, { name: "The clerk", password: PASSWORDS.first });
    secrets.add("sign-in", browser.cookie("onpoint"));

    // Signing in, wrongly and rightly, and a password that is set anew.
    const other = new Browser();
    await other.submit(await other.get(at("/account/sign-in")), { email, password: PASSWORDS.wrong });
    await other.submit(await other.get(at("/account/password")), { email });
    const reset = secrets.add("link to a password", tokenIn(await letterTo(dataDir, email, 2)));
    await other.submit(await other.get(at(`/account/password?token=${reset}`)), { password: PASSWORDS.second });
    await submit(await browser.get(at("/account/sign-in")), { email, password: PASSWORDS.second });
    secrets.add("second sign-in", browser.cookie("onpoint"));

    // A key, calls with it and with a mistyped one, and a body that is nobody's business.
    const made = await submit(await browser.get(at("/account/keys")), { name: "Mine", do: "make" });
    const key = secrets.add("key", /op_live_\w{49}/u.exec(made.text)?.[0]);
    secrets.add("mistyped key", key.replace("op_live_", "op_live_x"));
    const body = JSON.stringify({ text: secrets.add("body", "what the client told in confidence") });
    for (const authorization of [key, key.replace("op_live_", "op_live_x")]) {
      const headers = { authorization: `Bearer ${authorization}`, "content-type": "application/json" };
      await fetch(at("/v1/citations/check"), { method: "POST", headers, body });
      await fetch(at(`/v1/me?access_token=${key}`), { headers });
    }
    await submit(await browser.get(at("/account/try?operation=me")), { key });

    // A second factor.
    const prepared = await submit(await browser.get(at("/account/security")), {
      do: "prepare-factor",
      present: PASSWORDS.second,
    });
    const secret = secrets.add("secret of a factor", hiddenFieldOf(prepared.text, "secret"));
    const code = codeAt(secret, new Date());
    const codes = (await submit(prepared, { code })).text.match(/[a-z2-7]{4}(?:-[a-z2-7]{4}){3}/gu) ?? [];
    const recovery = secrets.add("recovery code", codes[0]);

    // An application, public and confidential, with tokens that are renewed, used again and ended.
    const registered = await fetch(at("/oauth/register"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "client_secret_post" }),
    });
    const client = (await registered.json()) as { client_id: string; client_secret: string };
    secrets.add("secret of a client", client.client_secret);
    const flow = pkce();
    secrets.add("verifier", flow.verifier);
    const asked = {
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      scope: "openid profile email offline_access",
      ...flow.parameters,
    };
    const third = new Browser();
    const signIn = await third.get(at(`/oauth/authorize?${new URLSearchParams(asked).toString()}`));
    const wanted = await third.submit(signIn, { email, password: PASSWORDS.second });
    secrets.add("step to a code", hiddenFieldOf(wanted.text, "challenge"));
    const consent = await third.submit(wanted, { code: recovery });
    const back = new URL((await third.submit(consent, { step: "allow" })).left ?? "");
    const authorization = secrets.add("authorization code", back.searchParams.get("code") ?? undefined);
    const post = async (path: string, form: Record<string, string>): Promise<Record<string, string>> => {
      const answer = await fetch(at(path), { method: "POST", body: new URLSearchParams({ ...client, ...form }) });
      return (await answer.json().catch(() => ({}))) as Record<string, string>;
    };
    const exchange = {
      grant_type: "authorization_code",
      code: authorization,
      redirect_uri: CALLBACK,
      code_verifier: flow.verifier,
    };
    await post("/oauth/token", { ...exchange, code_verifier: "x".repeat(43) });
    const tokens = await post("/oauth/token", exchange);
    for (const name of ["access_token", "refresh_token", "id_token"]) secrets.add(name, tokens[name]);
    await fetch(at("/v1/me"), { headers: { authorization: `Bearer ${tokens["access_token"] ?? ""}` } });
    await fetch(at("/mcp/v4"), {
      method: "POST",
      headers: { authorization: `Bearer ${tokens["access_token"] ?? ""}` },
    });
    const renewal = { grant_type: "refresh_token", refresh_token: tokens["refresh_token"] ?? "" };
    const renewed = await post("/oauth/token", renewal);
    for (const name of ["access_token", "refresh_token"]) secrets.add(`renewed ${name}`, renewed[name]);
    await post("/oauth/introspect", { token: renewed["access_token"] ?? "" });
    await post("/oauth/token", exchange);
    await post("/oauth/revoke", { token: renewed["refresh_token"] ?? "", client_secret: PASSWORDS.wrong });
    for (const cookie of third.cookieNames().filter((name) => name.startsWith("onpoint")))
      secrets.add(`cookie ${cookie}`, third.cookie(cookie));

    // What fails within: a password that is kept in no form we know.
    const db = await openRecords({ dataDir });
    await transaction(db, async (trx) => trx.updateTable("users").set({ password_hash: "unreadable" }).execute());
    await db.close();
    const failed = await other.submit(await other.get(at("/account/sign-in")), { email, password: PASSWORDS.second });
    expect(failed.status).toBe(500);
    expect((await onpointJson<readonly unknown[]>(settings, ["users", "list"])).length).toBe(1);

    const { stderr } = await server.stop();
    const requests = stderr.split("\n").filter((line) => line.includes('"msg":"request"'));
    expect(requests.length).toBeGreaterThan(40);
    expect(secrets.all.size).toBeGreaterThan(25);
    const told = [...secrets.all].flatMap(([name, value]) =>
      [value, encodeURIComponent(value), Buffer.from(value).toString("base64")].some((form) => stderr.includes(form))
        ? [name]
        : [],
    );
    expect(told).toEqual([]);
  },
);

function hiddenFieldOf(text: string, name: string): string | undefined {
  return new RegExp(`name="${name}" value="(?<value>[^"]+)"`, "u").exec(text)?.groups?.["value"];
}
