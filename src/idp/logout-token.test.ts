import { generateKeyPairSync } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { AT_THE_MACHINE } from "#accounts/audit/audit.ts";
import { comeBack, depart, DOMAIN, foundFirm, isIn } from "#test/idp/firm.ts";
import { CLIENT_ID, startLyingProvider } from "#test/idp/lying-provider.ts";
import type { LyingProvider } from "#test/idp/lying-provider.ts";
import { portalOver } from "#test/portal.ts";
import { describeEachDatabase } from "#test/postgres.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const now_s = (): number => Math.floor(Date.now() / 1000);

describeEachDatabase("back-channel logout", (store) => {
  const set = async () => {
    const provider = await startLyingProvider();
    const tested = portalOver(await store.open(), { clock: () => new Date(), trusted: [provider.issuer] });
    const firm = await foundFirm(tested.accounts, provider.issuer);
    const come = async (sub: string, sid: string) => {
      const browser = tested.browse();
      const authorize = await depart(browser);
      const person = { sub, sid, email: `${sub}@${DOMAIN}`, email_verified: true, groups: [] };
      expect((await comeBack(browser, authorize, provider.codeFor(authorize, person))).status).toBe(303);
      return browser;
    };
    const tell = async (token: string, organizationId = firm.organizationId): Promise<string> =>
      tested.firms.backChannel({ organizationId, token, origin: AT_THE_MACHINE }).then(
        () => "taken",
        (thrown: unknown) => String(thrown),
      );
    return { provider, tested, firm, come, tell };
  };

  test("ends all sign-ins of a person, or those of one session, and nobody else's", async () => {
    const { provider, come, tell } = await set();
    const [first, second, other] = [await come("ann", "s1"), await come("ann", "s2"), await come("bob", "s3")];
    expect(await tell(await provider.logoutToken({ sid: "s1" }))).toBe("taken");
    expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([false, true, true]);
    expect(await tell(await provider.logoutToken({ sub: "ann" }))).toBe("taken");
    expect([await isIn(second), await isIn(other)]).toEqual([false, true]);
    expect(await tell(await provider.logoutToken({ sub: "nobody here" }))).toBe("taken");
  });

  test("a word is taken once, also of several at once", async () => {
    const { provider, come, tell } = await set();
    const token = await provider.logoutToken({ sub: "ann" });
    await come("ann", "s1");
    const told = await Promise.all([1, 2, 3, 4].map(async () => tell(token)));
    expect(told.filter((one) => one === "taken")).toHaveLength(1);
    const again = await come("ann", "s2");
    expect(await tell(token)).toMatch(/taken before/u);
    expect(await isIn(again)).toBe(true);
  });

  describe("is not taken", () => {
    test.each<[string, (provider: LyingProvider) => Promise<string>]>([
      ["of another issuer", async (p) => p.logoutToken({ iss: "https://evil.example" })],
      ["for another client", async (p) => p.logoutToken({ aud: "another" })],
      ["with a nonce, as ID tokens have", async (p) => p.logoutToken({ nonce: "x" })],
      ["without the event", async (p) => p.logoutToken({ events: {} })],
      ["with another event", async (p) => p.logoutToken({ events: { "http://evil.example": {} } })],
      ["with an event that is no object", async (p) => p.logoutToken({ events: { [EVENT]: "yes" } })],
      ["of nobody", async (p) => p.logoutToken({ sub: undefined, sid: undefined })],
      ["without a name of its own", async (p) => p.logoutToken({ sub: "ann", jti: undefined })],
      ["that has expired", async (p) => p.logoutToken({ sub: "ann", exp: now_s() - 600 })],
      ["of an hour ago", async (p) => p.logoutToken({ sub: "ann", iat: now_s() - 3600 })],
      ["of an hour hence", async (p) => p.logoutToken({ sub: "ann", iat: now_s() + 3600 })],
      ["without a moment", async (p) => p.logoutToken({ sub: "ann", iat: undefined })],
      ["without a signature", async (p) => new UnsecuredJWT({ ...claimsOf(p), sub: "ann" }).encode()],
      [
        "signed with the public key",
        async (p) =>
          new SignJWT({ ...claimsOf(p), sub: "ann" })
            .setProtectedHeader({ alg: "HS256" })
            .sign(Buffer.from(p.keys.publicKey.export({ type: "spki", format: "pem" }))),
      ],
      [
        "signed by somebody else",
        async (p) =>
          new SignJWT({ ...claimsOf(p), sub: "ann" })
            .setProtectedHeader({ alg: "RS256", kid: p.keys.kid })
            .sign(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
      ],
      ["that is no token", async () => "logout"],
      ["that is empty", async () => ""],
      ["of 20,000 characters", async () => "x".repeat(20_000)],
    ])("a word %s", async (_name, make) => {
      const { provider, come, tell } = await set();
      const browser = await come("ann", "s1");
      expect(await tell(await make(provider))).toMatch(/is not taken/u);
      expect(await isIn(browser)).toBe(true);
    });

    test("a word for an organization that has no provider, or another one", async () => {
      const { provider, come, tell } = await set();
      const browser = await come("ann", "s1");
      expect(await tell(await provider.logoutToken({ sub: "ann" }), "no-such-organization")).toMatch(/no identity/u);
      expect(await isIn(browser)).toBe(true);
    });
  });
});

function claimsOf({ issuer }: LyingProvider): Record<string, unknown> {
  return { iss: issuer, aud: CLIENT_ID, jti: "one", iat: now_s(), exp: now_s() + 60, events: { [EVENT]: {} } };
}
