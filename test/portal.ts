import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { connectedApps } from "#oauth/connected-apps.ts";
import { openRecords } from "#schema/open.ts";
import { openFirmDoor } from "#idp/firm-door.ts";
import type { Db } from "#db/connection.ts";
import type { FirmDoor, FirmDoorOptions } from "#idp/firm-door.ts";
import { formGuard } from "#web/form-guard.ts";
import { createPortal } from "#web/portal/portal.ts";
import type { Portal } from "#web/portal/portal.ts";
import type { Service } from "#web/portal/service.ts";
import { visitorCookie } from "#web/portal/visitor-cookie.ts";
import { sessionCookie } from "#web/session-cookie.ts";
import { HERE, PASSWORD, testAccounts } from "./accounts.ts";
import type { TestAccounts } from "./accounts.ts";

export const AUTH_URL = "https://law.example";

/** The portal over accounts of a test's own, and the calls of the API it made. */
export type TestPortal = TestAccounts & {
  readonly portal: Portal;
  readonly firms: FirmDoor;
  readonly calls: Request[];
  readonly browse: () => TestBrowser;
};

const SERVICE: Service = {
  baseUrl: AUTH_URL,
  apiUrl: `${AUTH_URL}/v1`,
  authUrl: AUTH_URL,
  operations: () => [
    { id: "search", method: "POST", url: `${AUTH_URL}/v1/search`, summary: "Search", example: '{"query": "fraud"}' },
    { id: "me", method: "GET", url: `${AUTH_URL}/v1/me`, summary: "Who", example: null },
  ],
};

type Given = Parameters<typeof testAccounts>[1] & Pick<Partial<FirmDoorOptions>, "trusted" | "lookUpTxt">;

export async function openTestPortal(given: Given = {}): Promise<TestPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-portal-"));
  const db = await openRecords({ dataDir });
  onTestFinished(async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return portalOver(db, given);
}

/** The same over records that are open. */
export function portalOver(db: Db, given: Given = {}): TestPortal {
  const { trusted = [], lookUpTxt = async () => [], ...options } = given;
  const tested = testAccounts(db, { authUrl: AUTH_URL, ...options });
  const firms = openFirmDoor({ accounts: tested.accounts, trusted, lookUpTxt });
  const portal = createPortal({
    accounts: tested.accounts,
    apps: connectedApps(db, tested.accounts.clock, () => undefined),
    devices: { find: async () => undefined, allow: async () => false, deny: async () => false },
    service: SERVICE,
    firms,
    cookie: sessionCookie(AUTH_URL),
    visitors: visitorCookie(AUTH_URL),
    guard: formGuard(Buffer.alloc(32, 7), AUTH_URL),
  });
  const calls: Request[] = [];
  return { ...tested, portal, firms, calls, browse: () => new TestBrowser(portal, calls) };
}

export type Answer = {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  readonly headers: Headers;
};

/** Keeps cookies and the guard of the last page as a browser does, and nothing more. */
export class TestBrowser {
  readonly #portal: Portal;
  readonly #calls: Request[];
  readonly cookies = new Map<string, string>();
  guard = "";

  constructor(portal: Portal, calls: Request[]) {
    this.#portal = portal;
    this.#calls = calls;
  }

  async get(target: string): Promise<Answer> {
    return this.#ask("GET", target, "", undefined);
  }

  /** Sends a form as the page that was got last would. */
  async post(
    target: string,
    fields: Readonly<Record<string, string>>,
    origin: string | undefined = AUTH_URL,
  ): Promise<Answer> {
    return this.#ask("POST", target, new URLSearchParams({ guard: this.guard, ...fields }).toString(), origin);
  }

  /** The same without an origin, as no browser sends a form. */
  async postBlind(target: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.#ask("POST", target, new URLSearchParams({ guard: this.guard, ...fields }).toString(), undefined);
  }

  async signIn(email = "owner@firm.example"): Promise<Answer> {
    await this.get("/account/sign-in");
    return this.post("/account/sign-in", { do: "sign-in", email, password: PASSWORD });
  }

  async #ask(method: "GET" | "POST", target: string, body: string, origin: string | undefined): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#portal.answer({
      method,
      target,
      headers: { cookie: cookie === "" ? undefined : cookie, origin },
      body,
      origin: HERE,
      call: async (request) => {
        this.#calls.push(request);
        return Response.json({ told: await request.clone().text() });
      },
    });
    for (const header of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (header.split(";")[0] ?? "").split("=");
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await answer.text();
    this.guard = /name="guard" value="(?<guard>[^"]+)"/u.exec(text)?.groups?.["guard"] ?? this.guard;
    return { status: answer.status, location: answer.headers.get("location"), text, headers: answer.headers };
  }
}
