import { expect, test } from "vitest";
import { ANN, AUTH_URL, BOB, talk } from "#test/oauth/protocol.ts";
import type { Answer, Form, Talk } from "#test/oauth/protocol.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { DEVICE_GRANT } from "./client-rules.ts";
import type { DeviceAnswer } from "./devices.ts";

const MINUTE_MS = 60_000;
const NEXT_POLL_MS = 5000;

const by = (personId: string): DeviceAnswer => ({
  personId,
  methods: ["pwd"],
  at: new Date(),
  caller: { address: "192.0.2.7", agent: "A browser" },
});

const DEVICE = {
  client_name: "A command line",
  grant_types: [DEVICE_GRANT, "refresh_token"],
  token_endpoint_auth_method: "none",
};

async function registered(t: Talk, metadata: object = DEVICE): Promise<string> {
  return String((await t.register(metadata)).body["client_id"]);
}

type Begun = { readonly clientId: string; readonly device: string; readonly user: string; readonly answer: Answer };

async function begin(t: Talk, asked: Form = {}, metadata: object = DEVICE): Promise<Begun> {
  const clientId = await registered(t, metadata);
  const answer = await t.post("/oauth/device_authorization", {
    client_id: clientId,
    scope: "openid profile email",
    resource: AUTH_URL,
    ...asked,
  });
  const { device_code, user_code } = answer.body;
  return { clientId, device: String(device_code), user: String(user_code), answer };
}

async function poll(
  t: Talk,
  { clientId, device }: Pick<Begun, "clientId" | "device">,
  more: Form = {},
): Promise<Answer> {
  return t.post("/oauth/token", { grant_type: DEVICE_GRANT, client_id: clientId, device_code: device, ...more });
}

async function pollNext(t: Talk, begun: Pick<Begun, "clientId" | "device">, more: Form = {}): Promise<Answer> {
  t.pass(NEXT_POLL_MS);
  return poll(t, begun, more);
}

const PENDING = { status: 400, body: { error: "authorization_pending" } };
const OVER = { status: 400, body: { error: "invalid_grant" } };

describeEachDatabase("devices that wait for a person", (store) => {
  const talking = async (work: (t: Talk) => Promise<void>): Promise<void> => {
    const t = await talk(await store.open());
    try {
      await work(t);
    } finally {
      await t.server.close();
    }
  };

  test("are told where a person goes, wait, and are given tokens once one has agreed", async () => {
    await talking(async (t) => {
      const begun = await begin(t);
      expect(begun.answer).toMatchObject({
        status: 200,
        body: {
          verification_uri: `${AUTH_URL}/account/device`,
          verification_uri_complete: `${AUTH_URL}/account/device?user_code=${begun.user}`,
          expires_in: 600,
        },
      });
      expect(begun.user).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/u);
      expect(await poll(t, begun)).toMatchObject(PENDING);
      for (const typed of [begun.user, begun.user.toLowerCase(), begun.user.replace("-", " ")])
        expect(await t.server.devices.find(typed)).toMatchObject({
          userCode: begun.user,
          client: { id: begun.clientId, name: "A command line", isKnown: false },
          scopes: ["openid", "profile", "email", "offline_access"],
        });
      expect(await t.server.devices.allow(begun.user, by(ANN.id))).toBe(true);
      const tokens = await pollNext(t, begun);
      expect(tokens).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
      expect(Object.keys(tokens.body)).toEqual(expect.arrayContaining(["id_token", "refresh_token"]));
      expect(await t.server.tokens.verifyToken(String(tokens.body["access_token"]))).toMatchObject({
        ok: true,
        value: { id: ANN.id },
      });
      expect(await t.server.apps.list(ANN.id)).toMatchObject([{ name: "A command line" }]);
      expect(t.events.map(({ event }) => event)).toEqual([
        "oauth_client_registered",
        "oauth_access_granted",
        "oauth_token_issued",
      ]);
      const renewed = await t.post("/oauth/token", {
        grant_type: "refresh_token",
        client_id: begun.clientId,
        refresh_token: String(tokens.body["refresh_token"]),
      });
      expect(renewed.status).toBe(200);
    });
  });

  test("that ask too often are slowed down, whatever they are to be told, and go on when they wait", async () => {
    await talking(async (t) => {
      const begun = await begin(t);
      expect(await poll(t, begun)).toMatchObject(PENDING);
      const hasty = await poll(t, begun);
      expect(hasty).toMatchObject({ status: 400, body: { error: "slow_down" } });
      expect(hasty.headers.get("cache-control")).toBe("no-store");
      await t.server.devices.allow(begun.user, by(ANN.id));
      const many = await Promise.all(Array.from({ length: 8 }, async () => poll(t, begun)));
      expect(many.map(({ body }) => body["error"])).toEqual(many.map(() => "slow_down"));
      const atOnce = await (async () => {
        t.pass(NEXT_POLL_MS);
        return Promise.all(Array.from({ length: 8 }, async () => poll(t, begun)));
      })();
      expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
      const given = atOnce.find(({ status }) => status === 200);
      expect(await t.server.tokens.verifyToken(String(given?.body["access_token"]))).toMatchObject({ ok: true });
    });
  });

  test("are told no, and that it took too long", async () => {
    await talking(async (t) => {
      const denied = await begin(t);
      expect(await t.server.devices.deny(denied.user, by(ANN.id))).toBe(true);
      expect(await poll(t, denied)).toMatchObject({ status: 400, body: { error: "access_denied" } });
      expect(await pollNext(t, denied)).toMatchObject(OVER);
      expect(await t.server.devices.allow(denied.user, by(ANN.id))).toBe(false);
      const late = await begin(t);
      t.pass(10 * MINUTE_MS + 1000);
      expect(await t.server.devices.find(late.user)).toBeUndefined();
      expect(await t.server.devices.allow(late.user, by(ANN.id))).toBe(false);
    });
  });

  test("are heard once: of many people who answer one code the first one counts", async () => {
    await talking(async (t) => {
      const begun = await begin(t);
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_, at) => {
          const who = by(at % 2 === 0 ? ANN.id : BOB.id);
          return at % 3 === 0 ? t.server.devices.deny(begun.user, who) : t.server.devices.allow(begun.user, who);
        }),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      const grants = await t.db.selectFrom("oauth_artifacts").select("id").where("model", "=", "Grant").execute();
      expect(grants.length).toBeLessThan(2);
    });
  });

  test("and what came of a code end when the code is used again", async () => {
    await talking(async (t) => {
      const begun = await begin(t);
      await t.server.devices.allow(begun.user, by(ANN.id));
      const { body } = await poll(t, begun);
      expect(await pollNext(t, begun)).toMatchObject(OVER);
      expect((await t.server.tokens.verifyToken(String(body["access_token"]))).ok).toBe(false);
    });
  });

  test("leave nothing at rest that opens anything", async () => {
    await talking(async (t) => {
      const begun = await begin(t);
      const rows = JSON.stringify(await t.db.selectFrom("oauth_artifacts").selectAll().execute());
      for (const secret of [begun.device, begun.user, begun.user.replace("-", "")]) expect(rows).not.toContain(secret);
    });
  });

  type Attack = readonly [name: string, refused: (t: Talk) => Promise<Answer>, error: string, status?: number];

  const ATTACKS: readonly Attack[] = [
    [
      "the code of another client",
      async (t) => poll(t, { ...(await begin(t)), clientId: await registered(t) }),
      "invalid_grant",
    ],
    ["no code", async (t) => poll(t, { clientId: await registered(t), device: "" }), "invalid_request"],
    [
      "a made-up code",
      async (t) => poll(t, { clientId: await registered(t), device: "A".repeat(43) }),
      "invalid_grant",
    ],
    [
      "the code that the person types",
      async (t) => {
        const begun = await begin(t);
        return poll(t, { ...begun, device: begun.user });
      },
      "invalid_grant",
    ],
    [
      "a client that is unknown",
      async (t) => poll(t, { ...(await begin(t)), clientId: "nobody" }),
      "invalid_client",
      401,
    ],
    [
      "no client",
      async (t) => t.post("/oauth/token", { grant_type: DEVICE_GRANT, device_code: (await begin(t)).device }),
      "invalid_request",
    ],
    [
      "two codes",
      async (t) => {
        const begun = await begin(t);
        return t.post("/oauth/token", {
          grant_type: DEVICE_GRANT,
          client_id: begun.clientId,
          device_code: [begun.device, begun.device],
        });
      },
      "invalid_request",
    ],
    [
      "a client that did not register for it",
      async (t) => {
        const clientId = await registered(t, {
          redirect_uris: ["https://app.example/callback"],
          token_endpoint_auth_method: "none",
        });
        return t.post("/oauth/device_authorization", { client_id: clientId, scope: "openid" });
      },
      "invalid_request",
    ],
    [
      "a resource that is not this service",
      async (t) => (await begin(t, { resource: "https://else.example" })).answer,
      "invalid_target",
    ],
    [
      "two resources",
      async (t) => (await begin(t, { resource: [AUTH_URL, "https://else.example"] })).answer,
      "invalid_target",
    ],
    [
      "a device that is no client",
      async (t) => t.post("/oauth/device_authorization", { scope: "openid" }),
      "invalid_request",
    ],
    [
      "an unknown device",
      async (t) => t.post("/oauth/device_authorization", { client_id: "nobody" }),
      "invalid_client",
      401,
    ],
    [
      "a confidential client without its secret",
      async (t) => {
        const clientId = await registered(t, { ...DEVICE, token_endpoint_auth_method: "client_secret_basic" });
        return t.post("/oauth/device_authorization", { client_id: clientId, scope: "openid" });
      },
      "invalid_client",
      401,
    ],
    [
      "more than was agreed to, at the exchange",
      async (t) => {
        const begun = await begin(t);
        await t.server.devices.allow(begun.user, by(ANN.id));
        return poll(t, begun, { resource: "https://else.example" });
      },
      "invalid_target",
    ],
    [
      "a person who is gone",
      async (t) => {
        const begun = await begin(t);
        await t.server.devices.allow(begun.user, by("nobody"));
        return poll(t, begun);
      },
      "invalid_grant",
    ],
    [
      "an agreement that was ended before it was used",
      async (t) => {
        const begun = await begin(t);
        await t.server.devices.allow(begun.user, by(ANN.id));
        await t.server.apps.endAll(ANN.id);
        return poll(t, begun);
      },
      "invalid_grant",
    ],
  ];

  const attacks = ATTACKS.map(([name, refused, error, status = 400]) => ({ name, refused, error, status }));

  test.each(attacks)("get nothing with $name", async ({ refused, error, status }) => {
    await talking(async (t) => {
      expect(await refused(t)).toMatchObject({ status, body: { error } });
    });
  });

  test.each([
    "",
    "BCDF",
    "BCDF-GHJ",
    "BCDF-GHJKL",
    "AEIO-UYAE",
    "1234-5678",
    "%%%%-%%%%",
    "' or 1=1 --",
    "BCDF-GHJK",
    "ＢＣＤＦ-ＧＨＪＫ",
    "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    "BCDF\0GHJK",
  ])("are not found by %j", async (typed) => {
    await talking(async (t) => {
      await begin(t);
      expect(await t.server.devices.find(typed)).toBeUndefined();
      expect(await t.server.devices.allow(typed, by(ANN.id))).toBe(false);
      expect(await t.server.devices.deny(typed, by(ANN.id))).toBe(false);
    });
  });

  test("with `prompt`, a redirect and PKCE among what they ask get what others get", async () => {
    await talking(async (t) => {
      const begun = await begin(t, { prompt: "none", redirect_uri: "https://evil.example", response_type: "token" });
      expect(begun.answer.status).toBe(200);
      expect(JSON.stringify(begun.answer.body)).not.toContain("evil");
    });
  });
});
