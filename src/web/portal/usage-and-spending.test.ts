import { describe, expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { addToLedger } from "#accounts/usage/ledger.ts";
import { reserve, settle } from "#accounts/usage/spending.ts";
import { foundOrganization } from "#accounts/teams/organizations.ts";
import { acceptInvitation, invite } from "#accounts/teams/invitations.ts";
import { setTeamMember } from "#accounts/teams/teams.ts";
import { checkSession } from "#accounts/sessions/sessions.ts";
import { setPlan } from "#accounts/plans/plans.ts";
import { addOwner, addUser, HERE, mailedToken } from "#test/accounts.ts";
import { openTestPortal } from "#test/portal.ts";
import type { TestBrowser, TestPortal } from "#test/portal.ts";

const HOSTILE = `<script>alert(1)</script>"'&`;

type Firm = {
  readonly tested: TestPortal;
  readonly teamId: string;
  readonly ownerId: string;
  readonly clerkId: string;
  readonly owner: TestBrowser;
  readonly clerk: TestBrowser;
};

/** A team with an admin and a member, each in a browser, and calls of both. */
async function firm(): Promise<Firm> {
  const tested = await openTestPortal();
  const { accounts } = tested;
  const { user } = await addOwner(accounts);
  const { teamId, organization } = await foundOrganization(accounts, { userId: user.id, name: HOSTILE, origin: HERE });
  const clerk = await addUser(accounts, "clerk@firm.example");
  const asking = { organizationId: organization.id, userId: user.id, origin: HERE };
  await invite(accounts, { ...asking, email: "clerk@firm.example", role: "member" });
  const signedIn = (await checkSession(accounts, clerk.token))!;
  const token = await mailedToken(tested, "clerk@firm.example");
  await acceptInvitation(accounts, { token, signedIn, origin: HERE });
  await setTeamMember(accounts, { teamId, userId: user.id, memberId: clerk.user.id, role: "member", origin: HERE });
  await transaction(accounts.db, async (trx) =>
    addToLedger(
      trx,
      [
        { spenderId: user.id, what: "search", count: 40 },
        { spenderId: clerk.user.id, what: "analyzeLaw", count: 2, matter: "1001-7" },
        { spenderId: clerk.user.id, what: "analyzeLaw", count: 5, event: "refused" as const },
      ].map((call) => ({
        event: "call" as const,
        ...call,
        payerId: teamId,
        keyId: null,
        month: "2026-03",
        at: accounts.clock(),
      })),
    ),
  );
  const [inOwner, inClerk] = [tested.browse(), tested.browse()];
  await inOwner.signIn();
  await inClerk.signIn("clerk@firm.example");
  return { tested, teamId, ownerId: user.id, clerkId: clerk.user.id, owner: inOwner, clerk: inClerk };
}

async function spend({ tested, teamId }: Firm, spenderId: string, dollars: number): Promise<boolean> {
  const at = tested.accounts.clock();
  const most_microusd = dollars * 1_000_000;
  return transaction(tested.accounts.db, async (trx) => {
    const spender = { payerId: teamId, spenderId, keyId: null };
    const name = `${spenderId} ${Math.random()}`;
    const held = await reserve(trx, { spender, name, what: HOSTILE, most_microusd, at, expiresAt: null });
    if (held.ok) await settle(trx, { id: held.value.id, cost_microusd: most_microusd, at });
    return held.ok;
  });
}

describe("usage", () => {
  test("of a team is shown to who looks after it, by day and tool, as a drawing and as numbers", async () => {
    const { owner, teamId } = await firm();
    const { status, text } = await owner.get(`/account/usage?of=${teamId}`);
    expect(status).toBe(200);
    expect(text).toContain("<strong>42</strong>");
    expect(text.match(/<svg class="chart"/gu)).toHaveLength(4);
    expect(text.match(/<rect/gu)).toHaveLength(31 + 2 + 2 + 1);
    expect(text.replaceAll(/\s+/gu, " ")).toMatch(/<td>2026-03-01<\/td> ?<td>42<\/td> ?<td>40<\/td> ?<td>2<\/td>/u);
    const rows = text.replaceAll(/\s+/gu, " ");
    expect(rows).toMatch(/clerk@firm.example&gt;<\/td> ?<td>–<\/td> ?<td>1001-7<\/td> ?<td>2<\/td> ?<td>0<\/td>/u);
    expect(rows).toMatch(/clerk@firm.example&gt;<\/td> ?<td>–<\/td> ?<td>–<\/td> ?<td>0<\/td> ?<td>5<\/td>/u);
    expect(rows).toContain("Refused, and not counted above: <strong>5</strong>.");
    expect(text).not.toContain("<script>alert");
    expect((await owner.get(`/account/usage?of=${teamId}&month=2026-02`)).text).toContain("<strong>0</strong>");
  });

  test("is a member's own share to the member, nobody's to a stranger, and of no month to come", async () => {
    const { tested, clerk, teamId } = await firm();
    const own = (await clerk.get(`/account/usage?of=${teamId}`)).text;
    expect(own).toContain("<strong>2</strong>");
    expect(own).not.toContain("search");
    expect((await clerk.get(`/account/usage?of=${teamId}&month=2099-01`)).text).toContain("March 2026");
    expect((await clerk.get(`/account/usage?of=${teamId}&month=2026-13`)).text).toContain("March 2026");
    await addUser(tested.accounts, "stranger@else.example");
    const stranger = tested.browse();
    await stranger.signIn("stranger@else.example");
    for (const page of ["usage", "spending", "statement"]) {
      expect((await stranger.get(`/account/${page}?of=${teamId}`)).status).toBe(404);
    }
    expect((await stranger.get("/account/usage")).text).toContain("<strong>0</strong>");
  });
});

describe("spending", () => {
  test("is opted into up to a cap, which is shown when it is reached, and out of", async () => {
    const held = await firm();
    const { owner, ownerId, teamId } = held;
    await owner.get(`/account/spending?of=${teamId}`);
    expect(await spend(held, ownerId, 1)).toBe(false);
    const bad = await owner.post("/account/spending", { do: "opt-in", of: teamId, cap: "much" });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain("It must be dollars such as 50 or 12.50.");
    expect(bad.text).toContain('value="much"');
    const set = await owner.post("/account/spending", { do: "opt-in", of: teamId, cap: "12.50" });
    expect(set.location).toBe(`/account/spending?of=${teamId}&done=opted-in`);
    const shown = (await owner.get(set.location ?? "")).text;
    expect(shown).toContain("On-demand use is on");
    expect(shown).not.toContain("The cap of this month is reached.");
    expect(await spend(held, ownerId, 12.5)).toBe(true);
    expect(await spend(held, ownerId, 1)).toBe(false);
    const reached = (await owner.get(`/account/spending?of=${teamId}`)).text;
    expect(reached).toContain("The cap of this month is reached.");
    expect(reached.replaceAll(/\s+/gu, " ")).toContain("$12.50 used of at most $12.50");
    await owner.post("/account/spending", { do: "opt-out", of: teamId });
    expect((await owner.get(`/account/spending?of=${teamId}`)).text).toContain("off: nothing is charged");
  });

  test("tells that what is included is used up", async () => {
    const held = await firm();
    const { tested, owner, ownerId, teamId } = held;
    const terms = { name: "standard", historical: false, records: true, included_microusd: 2_000_000 };
    await setPlan(tested.accounts.db, terms);
    expect(await spend(held, ownerId, 2)).toBe(true);
    expect((await owner.get(`/account/spending?of=${teamId}`)).text).toContain("What is included is used up.");
  });

  test("within a team is capped for each, or for one, and a member sees their own", async () => {
    const held = await firm();
    const { owner, clerk, clerkId, teamId } = held;
    await owner.get(`/account/spending?of=${teamId}`);
    await owner.post("/account/spending", { do: "opt-in", of: teamId, cap: "50" });
    await owner.post("/account/spending", { do: "cap-each", of: teamId, cap: "1" });
    expect(await spend(held, clerkId, 2)).toBe(false);
    const own = { do: "cap-one", of: teamId, spender: clerkId, cap: "3" };
    expect((await owner.post("/account/spending", own)).status).toBe(303);
    expect(await spend(held, clerkId, 2)).toBe(true);
    const seen = (await clerk.get(`/account/spending?of=${teamId}`)).text.replaceAll(/\s+/gu, " ");
    expect(seen).toContain("$2.00 of at most $3.00");
    expect(seen).not.toContain("owner@firm.example (");
    expect((await owner.post("/account/spending", { ...own, cap: "" })).status).toBe(303);
    expect(await spend(held, clerkId, 2)).toBe(false);
    expect((await owner.post("/account/spending", { ...own, spender: "nobody" })).status).toBe(404);
  });

  test("is for those who look after a team alone to decide, and for each to decide of themselves", async () => {
    const { tested, owner, ownerId, clerk, clerkId, teamId } = await firm();
    await clerk.get("/account/spending");
    for (const fields of [
      { do: "opt-in", of: teamId, cap: "50" },
      { do: "opt-out", of: teamId },
      { do: "cap-each", of: teamId, cap: "50" },
      { do: "cap-one", of: teamId, spender: clerkId, cap: "50" },
    ]) {
      expect((await clerk.post("/account/spending", fields)).status).toBe(403);
    }
    expect((await clerk.post("/account/spending", { do: "opt-in", of: ownerId, cap: "1" })).status).toBe(404);
    expect((await owner.get("/account/spending")).text).toContain("off: nothing is charged");
    expect((await clerk.post("/account/spending", { do: "opt-in", of: clerkId, cap: "1" })).status).toBe(303);
    const caps = await tested.accounts.db.selectFrom("payers").select("id").execute();
    expect(caps).toEqual([{ id: clerkId }]);
  });

  test("is stated as a file, of all to who looks after the team, of oneself to a member", async () => {
    const held = await firm();
    const { owner, ownerId, clerk, clerkId, teamId } = held;
    await owner.get("/account/spending");
    await owner.post("/account/spending", { do: "opt-in", of: teamId, cap: "50" });
    await spend(held, ownerId, 1);
    await spend(held, clerkId, 2);
    const all = await owner.get(`/account/statement?of=${teamId}&month=2026-03`);
    expect(all.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(all.headers.get("content-disposition")).toBe('attachment; filename="onpoint-2026-03.csv"');
    expect(all.text.split("\r\n")).toHaveLength(4);
    for (const month of ["2026-13", "9999-12", "2099-01", "x", ""])
      expect((await owner.get(`/account/statement?of=${teamId}&month=${month}`)).status, month).toBe(422);
    const own = (await clerk.get(`/account/statement?of=${teamId}&month=2026-03`)).text;
    expect(own.split("\r\n")).toHaveLength(3);
    expect(own).not.toContain(ownerId);
  });
});
