import { expect, test } from "vitest";
import { addUser, HERE, mailedToken, PASSWORD, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Accounts } from "../accounts.ts";
import { checkSession } from "../sessions/sessions.ts";
import { openAccount } from "../sign-in/open-account.ts";
import { userById } from "../users/users.ts";
import {
  acceptAsNew,
  acceptInvitation,
  invite,
  readInvitation,
  waitingInvitations,
  withdrawInvitation,
} from "./invitations.ts";
import {
  dissolveOrganization,
  foundOrganization,
  organizationMembers,
  organizationsOf,
  removeMember,
  setRole,
} from "./organizations.ts";
import { readRole } from "./roles.ts";
import type { Role } from "./roles.ts";
import { makeTeam, removeTeamMember, setTeamMember, teamMembers, teamsOf, workFor } from "./teams.ts";

type Firm = {
  readonly opened: TestAccounts;
  readonly organizationId: string;
  readonly teamId: string;
  readonly ids: Readonly<Record<Role | "other" | "stranger", string>>;
};

const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    ({ code }: { code: string }) => code,
  );

describeEachDatabase("organizations", (store) => {
  const firm = async (): Promise<Firm> => {
    const opened = testAccounts(await store.open());
    const { accounts } = opened;
    const owner = (await addUser(accounts, "owner@firm.example")).user.id;
    const founded = await foundOrganization(accounts, { userId: owner, name: "Heron & Marsh", origin: HERE });
    const organizationId = founded.organization.id;
    const joined = async (name: string, role: Role): Promise<string> => {
      const { user, token } = await addUser(accounts, `${name}@firm.example`);
      await invite(accounts, { organizationId, userId: owner, email: user.email, role, origin: HERE });
      await acceptInvitation(accounts, {
        token: await mailedToken(opened, user.email),
        signedIn: (await checkSession(accounts, token))!,
        origin: HERE,
      });
      return user.id;
    };
    const ids = {
      owner,
      admin: await joined("admin", "admin"),
      member: await joined("member", "member"),
      other: await joined("other", "member"),
      stranger: (await addUser(accounts, "stranger@else.example")).user.id,
    };
    return { opened, organizationId, teamId: founded.teamId, ids };
  };
  test("show their people to themselves and to nobody else", async () => {
    const { opened, organizationId, ids } = await firm();
    const { db } = opened.accounts;
    const members = await organizationMembers(db, { organizationId, userId: ids.member });
    expect(members.map(({ email, role }) => `${email} ${role}`)).toEqual([
      "admin@firm.example admin",
      "member@firm.example member",
      "other@firm.example member",
      "owner@firm.example owner",
    ]);
    expect(await outcome(organizationMembers(db, { organizationId, userId: ids.stranger }))).toBe("not_found");
    expect((await organizationsOf(db, ids.admin)).map(({ name, role }) => [name, role])).toEqual([
      ["Heron & Marsh", "admin"],
    ]);
    expect(await organizationsOf(db, ids.stranger)).toEqual([]);
    expect(() => readRole("king")).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  test.each([
    ["owner", "member", "admin", "done"],
    ["owner", "member", "owner", "done"],
    ["owner", "owner", "member", "conflict"],
    ["admin", "member", "admin", "done"],
    ["admin", "member", "owner", "forbidden"],
    ["admin", "owner", "member", "conflict"],
    ["member", "member", "admin", "forbidden"],
    ["member", "other", "admin", "forbidden"],
    ["stranger", "member", "admin", "not_found"],
    ["owner", "stranger", "admin", "not_found"],
  ] as const)("%s makes %s a(n) %s: %s", async (who, whom, role, expected) => {
    const { opened, organizationId, ids } = await firm();
    const wanted = { organizationId, userId: ids[who], memberId: ids[whom], role, origin: HERE };
    expect(await outcome(setRole(opened.accounts, wanted))).toBe(expected);
  });

  test.each([
    ["owner", "admin", "done"],
    ["admin", "member", "done"],
    ["admin", "admin", "done"],
    ["member", "member", "done"],
    ["member", "other", "forbidden"],
    ["admin", "owner", "conflict"],
    ["owner", "owner", "conflict"],
    ["stranger", "member", "not_found"],
  ] as const)("%s takes %s out: %s", async (who, whom, expected) => {
    const { opened, organizationId, ids } = await firm();
    expect(
      await outcome(
        removeMember(opened.accounts, { organizationId, userId: ids[who], memberId: ids[whom], origin: HERE }),
      ),
    ).toBe(expected);
  });

  test("of two owners who leave at the same time one stays", async () => {
    const { opened, organizationId, ids } = await firm();
    const { accounts } = opened;
    await setRole(accounts, { organizationId, userId: ids.owner, memberId: ids.admin, role: "owner", origin: HERE });
    const leave = async (userId: string): Promise<string> =>
      outcome(removeMember(accounts, { organizationId, userId, memberId: userId, origin: HERE }));
    expect((await Promise.all([leave(ids.owner), leave(ids.admin)])).toSorted()).toEqual(["conflict", "done"]);
  });

  test("invite by address: only its owner joins, once, within a week", async () => {
    const { opened, organizationId, ids } = await firm();
    const { accounts, pass } = opened;
    const asking = { organizationId, userId: ids.admin, role: "member" as const, origin: HERE };
    const signedIn = async (email: string) => (await checkSession(accounts, (await addUser(accounts, email)).token))!;
    expect(await outcome(invite(accounts, { ...asking, email: "x@firm.example", userId: ids.member }))).toBe(
      "forbidden",
    );
    expect(await outcome(invite(accounts, { ...asking, email: "x@firm.example", role: "owner" }))).toBe("forbidden");
    const ofMember = { ...asking, email: "member@firm.example", role: "admin" as const };
    expect(await outcome(invite(accounts, ofMember))).toBe("conflict");
    await invite(accounts, { ...asking, email: "new@firm.example" });
    const first = await mailedToken(opened, "new@firm.example");
    await invite(accounts, { ...asking, email: "New@firm.example" });
    const token = await mailedToken(opened, "new@firm.example");
    expect(await outcome(readInvitation(accounts, first))).toBe("not_found");
    expect(await readInvitation(accounts, token)).toMatchObject({
      organizationName: "Heron & Marsh",
      hasAccount: false,
      email: "new@firm.example",
    });
    const thief = await signedIn("thief@else.example");
    expect(await outcome(acceptInvitation(accounts, { token, signedIn: thief, origin: HERE }))).toBe("forbidden");
    const newcomer = await signedIn("new@firm.example");
    expect(await outcome(acceptInvitation(accounts, { token, signedIn: newcomer, origin: HERE }))).toBe("done");
    expect(await outcome(acceptInvitation(accounts, { token, signedIn: newcomer, origin: HERE }))).toBe("not_found");
    const late = await invite(accounts, { ...asking, email: "late@firm.example" });
    expect((await waitingInvitations(accounts, asking)).map(({ email }) => email)).toEqual(["late@firm.example"]);
    pass(7 * 24 * 3_600_000);
    expect(await outcome(readInvitation(accounts, await mailedToken(opened, "late@firm.example")))).toBe("not_found");
    await withdrawInvitation(accounts, { ...asking, invitationId: late.id });
    expect(await waitingInvitations(accounts, asking)).toEqual([]);
  });

  test("bury nobody in invitations", async () => {
    const { opened, organizationId, ids } = await firm();
    const before = (await opened.letters()).length;
    const asked = {
      organizationId,
      userId: ids.owner,
      email: "busy@firm.example",
      role: "member",
      origin: HERE,
    } as const;
    const answers = [];
    for (let at = 0; at < 8; at++) answers.push(await outcome(invite(opened.accounts, asked)));
    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => "done"),
      "rate_limited",
      "rate_limited",
      "rate_limited",
    ]);
    expect((await opened.letters()).length - before).toBe(5);
    opened.pass(10 * 60_000);
    expect(await outcome(invite(opened.accounts, asked))).toBe("done");
    expect(await outcome(invite(opened.accounts, { ...asked, email: "other@else.example" }))).toBe("done");
  });

  test("let somebody without an account in by the same letter, which opens no other account", async () => {
    const { opened, organizationId, teamId, ids } = await firm();
    const { accounts } = opened;
    await invite(accounts, {
      organizationId,
      teamId,
      userId: ids.owner,
      email: "new@firm.example",
      role: "admin",
      origin: HERE,
    });
    const token = await mailedToken(opened, "new@firm.example");
    const wanted = { token, name: "Somebody new", password: PASSWORD, origin: HERE };
    expect(await outcome(openAccount(accounts, wanted))).toBe("not_found");
    expect(await outcome(acceptAsNew(accounts, { ...wanted, password: "short" }))).toBe("invalid_input");
    const { user } = await acceptAsNew(accounts, wanted);
    expect(user.email).toBe("new@firm.example");
    expect(await teamsOf(accounts.db, user.id)).toEqual([
      { id: teamId, organizationId, name: "Heron & Marsh", role: "admin" },
    ]);
  });

  test("have teams, whose admins see to them", async () => {
    const { opened, organizationId, ids } = await firm();
    const { accounts } = opened;
    const { db } = accounts;
    const team = await makeTeam(accounts, { organizationId, userId: ids.admin, name: "Appeals", origin: HERE });
    expect(await outcome(makeTeam(accounts, { organizationId, userId: ids.member, name: "Mine", origin: HERE }))).toBe(
      "forbidden",
    );
    const set = async (userId: string, memberId: string, role: "admin" | "member"): Promise<string> =>
      outcome(setTeamMember(accounts, { teamId: team.id, userId, memberId, role, origin: HERE }));
    expect(await set(ids.admin, ids.member, "admin")).toBe("done");
    expect(await set(ids.member, ids.other, "member")).toBe("done");
    expect(await set(ids.other, ids.other, "admin")).toBe("forbidden");
    expect(await set(ids.member, ids.stranger, "member")).toBe("not_found");
    expect(await set(ids.stranger, ids.stranger, "admin")).toBe("not_found");
    expect(
      (await teamMembers(db, { teamId: team.id, userId: ids.owner })).map(({ email, role }) => [email, role]),
    ).toEqual([
      ["member@firm.example", "admin"],
      ["other@firm.example", "member"],
    ]);
    expect(await outcome(teamMembers(db, { teamId: team.id, userId: ids.stranger }))).toBe("not_found");
    expect(await teamOf(accounts, ids.other)).toBe(team.id);
    expect(await outcome(workFor(accounts, { userId: ids.stranger, teamId: team.id, origin: HERE }))).toBe("not_found");
    expect(
      await outcome(
        removeTeamMember(accounts, { teamId: team.id, userId: ids.other, memberId: ids.member, origin: HERE }),
      ),
    ).toBe("forbidden");
    expect(
      await outcome(
        removeTeamMember(accounts, { teamId: team.id, userId: ids.other, memberId: ids.other, origin: HERE }),
      ),
    ).toBe("done");
    expect(await teamOf(accounts, ids.other)).toBeNull();
    await removeMember(accounts, { organizationId, userId: ids.owner, memberId: ids.member, origin: HERE });
    expect(await teamMembers(db, { teamId: team.id, userId: ids.owner })).toEqual([]);
  });

  test("no longer pay for an admin who is one no more and belongs to none of their teams", async () => {
    const { opened, organizationId, teamId, ids } = await firm();
    const { accounts } = opened;
    const own = await makeTeam(accounts, { organizationId, userId: ids.owner, name: "Appeals", origin: HERE });
    await workFor(accounts, { userId: ids.admin, teamId, origin: HERE });
    const demote = async (): Promise<void> =>
      setRole(accounts, { organizationId, userId: ids.owner, memberId: ids.admin, role: "member", origin: HERE });
    await demote();
    expect(await teamOf(accounts, ids.admin)).toBeNull();
    await setTeamMember(accounts, {
      teamId: own.id,
      userId: ids.owner,
      memberId: ids.admin,
      role: "member",
      origin: HERE,
    });
    expect(await teamOf(accounts, ids.admin)).toBe(own.id);
    await setRole(accounts, { organizationId, userId: ids.owner, memberId: ids.admin, role: "admin", origin: HERE });
    await demote();
    expect(await teamOf(accounts, ids.admin)).toBe(own.id);
  });

  test("are dissolved by an owner, with all that hangs on them but their people", async () => {
    const { opened, organizationId, teamId, ids } = await firm();
    const { accounts } = opened;
    expect(await outcome(dissolveOrganization(accounts, { organizationId, userId: ids.admin, origin: HERE }))).toBe(
      "forbidden",
    );
    await dissolveOrganization(accounts, { organizationId, userId: ids.owner, origin: HERE });
    expect(await organizationsOf(accounts.db, ids.owner)).toEqual([]);
    expect(await outcome(teamMembers(accounts.db, { teamId, userId: ids.owner }))).toBe("not_found");
    expect(await userById(accounts.db, ids.member)).toMatchObject({ email: "member@firm.example" });
    expect(await teamOf(accounts, ids.owner)).toBeNull();
  });
});

async function teamOf({ db }: Accounts, userId: string): Promise<string | null | undefined> {
  return (await db.selectFrom("users").select("team_id").where("id", "=", userId).executeTakeFirst())?.team_id;
}
