import { html } from "hono/html";
import { invite, waitingInvitations, withdrawInvitation } from "#accounts/teams/invitations.ts";
import {
  dissolveOrganization,
  foundOrganization,
  organizationMembers,
  organizationsOf,
  removeMember,
  setRole,
} from "#accounts/teams/organizations.ts";
import type { Asking, Organization, OrganizationMember } from "#accounts/teams/organizations.ts";
import { isAtLeast, readRole, ROLES } from "#accounts/teams/roles.ts";
import type { Role } from "#accounts/teams/roles.ts";
import { makeTeam, teamsOf, workedFor } from "#accounts/teams/teams.ts";
import type { Team } from "#accounts/teams/teams.ts";
import { OnpointError } from "#base/errors.ts";
import { AT } from "../addresses.ts";
import { button, field, form, hidden, moment, select, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage, Trouble } from "../page.ts";
import { saveSignInRules, signInRulesSection } from "../sign-in-rules-section.ts";
import { TEAM_ACTIONS, TEAM_NOTICES, teamSection, workForForm } from "../team-section.ts";

/** The organizations one belongs to: their people, those who are invited, and their teams. */
export const teamPage: PortalPage = {
  access: "signed-in",
  path: AT.team,
  notices: {
    founded: "The organization is founded.",
    joined: "You have joined.",
    invited: "The invitation is on its way. It opens once, within a week, for that address alone.",
    withdrawn: "The invitation is withdrawn.",
    "role-set": "The role is set.",
    removed: "The member is taken out, and what they used in its name with them.",
    "team-made": "The team is made.",
    "sign-in-rules": "What the organization asks of sign-ins is set.",
    left: "You have left the organization.",
    dissolved: "The organization is dissolved, with its teams and their keys.",
    ...TEAM_NOTICES,
  },
  show: async (visit, trouble) => {
    const { db } = visit.accounts;
    const organizations = await organizationsOf(db, visit.signedIn.user.id);
    const teams = await teamsOf(db, visit.signedIn.user.id);
    const sections: Markup[] = [];
    for (const organization of organizations) {
      const own = teams.filter(({ organizationId }) => organizationId === organization.id);
      sections.push(await section(visit, organization, own, trouble));
    }
    return {
      title: "Team",
      body: html`<h1>Team</h1>
        ${troubleNote(trouble)}
        ${organizations.length === 0 ? html`<p>You belong to no organization yet.</p>` : sections}
        ${workForForm(visit, teams, await workedFor(db, visit.signedIn.user.id))}
        <h2>Found an organization</h2>
        <p>You own it, and it has a first team of its name.</p>
        ${form(visit, "found", [
          field(visit, of(visit, trouble, "found"), {
            name: "name",
            label: "Name",
            chars_max: 100,
            isKept: isOf(visit, "found"),
          }),
          button("Found it"),
        ])}`,
    };
  },
  actions: {
    found: async (visit) => {
      await foundOrganization(visit.accounts, { ...asking(visit), name: textOf(visit, "name") });
      return done("founded");
    },
    invite: async (visit) => {
      await invite(visit.accounts, {
        ...chosen(visit),
        email: textOf(visit, "email"),
        role: readRole(textOf(visit, "role")),
      });
      return done("invited");
    },
    withdraw: async (visit) => {
      await withdrawInvitation(visit.accounts, { ...chosen(visit), invitationId: textOf(visit, "id") });
      return done("withdrawn");
    },
    "set-role": async (visit) => {
      const role = readRole(textOf(visit, "role"));
      await setRole(visit.accounts, { ...chosen(visit), memberId: textOf(visit, "id"), role });
      return done("role-set");
    },
    remove: async (visit) => {
      const memberId = textOf(visit, "id");
      await removeMember(visit.accounts, { ...chosen(visit), memberId });
      return done(memberId === visit.signedIn.user.id ? "left" : "removed");
    },
    dissolve,
    "sign-in-rules": async (visit) => {
      await saveSignInRules(visit);
      return done("sign-in-rules");
    },
    ...TEAM_ACTIONS,
    "make-team": async (visit) => {
      await makeTeam(visit.accounts, { ...chosen(visit), name: textOf(visit, "name") });
      return done("team-made");
    },
  },
};

/** Nothing brings it back, so its name is typed first. */
async function dissolve(visit: OwnVisit): Promise<Done> {
  const wanted = chosen(visit);
  const all = await organizationsOf(visit.accounts.db, visit.signedIn.user.id);
  const name = all.find(({ id }) => id === wanted.organizationId)?.name;
  if (name !== undefined && textOf(visit, "confirm").trim() !== name) {
    const message = "is not the name of the organization";
    throw new OnpointError("invalid_input", `what was typed ${message}`, { faults: [{ path: "confirm", message }] });
  }
  await dissolveOrganization(visit.accounts, wanted);
  return done("dissolved");
}

function done(what: string): Done {
  return { to: `${AT.team}?done=${what}` };
}

function textOf({ form }: OwnVisit, name: string): string {
  return form.get(name) ?? "";
}

function asking({ signedIn, origin }: OwnVisit): Asking {
  return { userId: signedIn.user.id, origin };
}

function chosen(visit: OwnVisit): Asking & { readonly organizationId: string } {
  return { ...asking(visit), organizationId: textOf(visit, "organization") };
}

/** Whether the form that was sent is this one, of this organization. */
function isOf({ form }: OwnVisit, action: string, organizationId?: string): boolean {
  return form.get("do") === action && (organizationId === undefined || form.get("organization") === organizationId);
}

function of(
  visit: OwnVisit,
  trouble: Trouble | undefined,
  action: string,
  organizationId?: string,
): Trouble | undefined {
  return isOf(visit, action, organizationId) ? trouble : undefined;
}

type Own = Organization & { readonly role: Role };

async function section(
  visit: OwnVisit,
  own: Own,
  teams: readonly Team[],
  trouble: Trouble | undefined,
): Promise<Markup> {
  const { id: userId } = visit.signedIn.user;
  const isAdmin = isAtLeast(own.role, "admin");
  const members = await organizationMembers(visit.accounts.db, { organizationId: own.id, userId });
  const teamSections: Markup[] = [];
  for (const team of teams) teamSections.push(await teamSection(visit, team, members));
  return html`<section aria-labelledby="org-${own.id}">
    <h2 id="org-${own.id}">${own.name}</h2>
    <p>You are ${own.role} here.</p>
    ${table(
      `Members of ${own.name}`,
      ["Name", "E-mail address", "Role", "Since", ...(isAdmin ? ["Action"] : [])],
      members.map((member) => [
        member.name,
        member.email,
        member.role,
        moment(member.joinedAt),
        ...(isAdmin ? [memberForms(visit, own, member)] : []),
      ]),
    )}
    ${teamSections} ${isAdmin ? await adminForms(visit, own, trouble) : ""}
    ${isAdmin ? await signInRulesSection(visit, own.id, trouble) : ""} ${endForms(visit, own, trouble)}
  </section>`;
}

/** An end to one's own part, and for an owner to the whole. */
function endForms(visit: OwnVisit, { id, name, role }: Own, trouble: Trouble | undefined): Markup {
  const organization = hidden("organization", id);
  const leaveForm = form(visit, "remove", [
    organization,
    hidden("id", visit.signedIn.user.id),
    button(`Leave ${name}`, { kind: "alarm" }),
  ]);
  const confirmation = field(visit, of(visit, trouble, "dissolve", id), {
    name: "confirm",
    id: `confirm-${id}`,
    label: "Its name, to dissolve it with its teams and their keys",
    chars_max: 100,
    isKept: isOf(visit, "dissolve", id),
  });
  return html`<h3>Ending it</h3>
    ${leaveForm}
    ${role === "owner" ? form(visit, "dissolve", [organization, confirmation, button(`Dissolve ${name}`, { kind: "alarm" })]) : ""}`;
}

const ROLE_OPTIONS = Object.fromEntries([...ROLES].toReversed().map((role) => [role, role]));

function memberForms(visit: OwnVisit, { id }: Own, { userId, email, role }: OrganizationMember): Markup {
  const common = [hidden("organization", id), hidden("id", userId)];
  return html`${form(visit, "set-role", [
    ...common,
    select({ name: "role", id: `role-${id}-${userId}`, label: "Role", options: ROLE_OPTIONS, chosen: role }),
    button("Set the role", { about: `of ${email}`, kind: "plain" }),
  ])}
  ${form(visit, "remove", [...common, button("Remove", { about: email, kind: "alarm" })])}`;
}

async function adminForms(visit: OwnVisit, { id, name }: Own, trouble: Trouble | undefined): Promise<Markup> {
  const waiting = await waitingInvitations(visit.accounts, { organizationId: id, userId: visit.signedIn.user.id });
  const organization = hidden("organization", id);
  const rows = waiting.map((one) => [
    one.email,
    one.role,
    moment(one.expiresAt),
    form(visit, "withdraw", [
      organization,
      hidden("id", one.id),
      button("Withdraw", { about: one.email, kind: "alarm" }),
    ]),
  ]);
  return html`${rows.length === 0 ? "" : table(`Invited to ${name}`, ["E-mail address", "Role", "Until", "Action"], rows)}
    <h3>Invite somebody</h3>
    ${form(visit, "invite", [
      organization,
      field(visit, of(visit, trouble, "invite", id), {
        name: "email",
        id: `email-${id}`,
        label: "E-mail address",
        type: "email",
        isKept: isOf(visit, "invite", id),
      }),
      select({ name: "role", id: `role-${id}`, label: "Role", options: ROLE_OPTIONS }),
      button("Send the invitation"),
    ])}
    <h3>A new team</h3>
    ${form(visit, "make-team", [
      organization,
      field(visit, of(visit, trouble, "make-team", id), {
        name: "name",
        id: `team-${id}`,
        label: "Name of the team",
        chars_max: 100,
        isKept: isOf(visit, "make-team", id),
      }),
      button("Make the team"),
    ])}`;
}
