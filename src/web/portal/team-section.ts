import { html } from "hono/html";
import type { OrganizationMember } from "#accounts/teams/organizations.ts";
import { removeTeamMember, setTeamMember, teamMembers, workFor } from "#accounts/teams/teams.ts";
import type { Team, TeamMember } from "#accounts/teams/teams.ts";
import { OnpointError } from "#base/errors.ts";
import { AT } from "./addresses.ts";
import { button, form, hidden, select, table } from "./markup.ts";
import type { Done, Markup, OwnVisit } from "./page.ts";

const ROLE_OPTIONS = { member: "member", admin: "admin" };

/** What is done to a team, by the form's field `do`. */
export const TEAM_ACTIONS = {
  "put-in": async (visit: OwnVisit): Promise<Done> => {
    await setTeamMember(visit.accounts, { ...asking(visit), ...named(visit), role: roleIn(visit) });
    return done("put-in");
  },
  "take-out": async (visit: OwnVisit): Promise<Done> => {
    await removeTeamMember(visit.accounts, { ...asking(visit), ...named(visit) });
    return done("taken-out");
  },
  "work-for": async (visit: OwnVisit): Promise<Done> => {
    await workFor(visit.accounts, { ...asking(visit), teamId: visit.form.get("team") || null });
    return done("works-for");
  },
};

export const TEAM_NOTICES = {
  "put-in": "The team is as you set it.",
  "taken-out": "The member is out of the team.",
  "works-for": "What you ask for by sign-in or application is paid so from now on.",
};

/** The people of a team; for its admins with what changes them. */
export async function teamSection(visit: OwnVisit, team: Team, people: readonly OrganizationMember[]): Promise<Markup> {
  const members = await teamMembers(visit.accounts.db, { teamId: team.id, userId: visit.signedIn.user.id });
  const isAdmin = team.role === "admin";
  const rows = members.map((member) => [
    member.name,
    member.email,
    member.role,
    isAdmin || member.userId === visit.signedIn.user.id ? memberForms(visit, team, member) : "",
  ]);
  const others = people.filter(({ userId }) => !members.some((member) => member.userId === userId));
  return html`<h3>Team ${team.name}</h3>
    ${rows.length === 0 ? html`<p>Nobody is in it yet.</p>` : table(`Members of the team ${team.name}`, ["Name", "E-mail address", "Role", "Action"], rows)}
    ${isAdmin && others.length > 0 ? putInForm(visit, team, others) : ""}`;
}

function memberForms(visit: OwnVisit, { id, role: own }: Team, { userId, email, role }: TeamMember): Markup {
  const common = [hidden("team", id), hidden("id", userId)];
  const isOwn = userId === visit.signedIn.user.id;
  const setForm = form(visit, "put-in", [
    ...common,
    select({ name: "role", id: `team-role-${id}-${userId}`, label: "Role", options: ROLE_OPTIONS, chosen: role }),
    button("Set the role", { about: `of ${email} in the team`, kind: "plain" }),
  ]);
  const outForm = form(visit, "take-out", [
    ...common,
    button(isOwn ? "Leave the team" : "Take out", { about: isOwn ? "" : `${email} of the team`, kind: "alarm" }),
  ]);
  return html`${own === "admin" ? setForm : ""}${outForm}`;
}

function putInForm(visit: OwnVisit, { id, name }: Team, others: readonly OrganizationMember[]): Markup {
  return form(visit, "put-in", [
    hidden("team", id),
    select({
      name: "id",
      id: `put-in-${id}`,
      label: `Put into the team ${name}`,
      options: Object.fromEntries(others.map(({ userId, email }) => [userId, email])),
    }),
    select({ name: "role", id: `put-in-role-${id}`, label: "As", options: ROLE_OPTIONS }),
    button("Put in"),
  ]);
}

/** Which team pays for what one asks for by sign-in or application; keys say it themselves. */
export function workForForm(visit: OwnVisit, teams: readonly Team[], workedForId: string | null): Markup {
  if (teams.length === 0) return "";
  return html`<h2>Whom you work for</h2>
    <p>Who pays for what you ask for by sign-in or application. A key always acts for its owner.</p>
    ${form(visit, "work-for", [
      select({
        name: "team",
        id: "work-for",
        label: "Paid by",
        options: { "": "yourself", ...Object.fromEntries(teams.map(({ id, name }) => [id, `the team ${name}`])) },
        chosen: workedForId ?? "",
      }),
      button("Choose"),
    ])}`;
}

function asking({ signedIn, origin }: OwnVisit) {
  return { userId: signedIn.user.id, origin };
}

function named({ form }: OwnVisit): { readonly teamId: string; readonly memberId: string } {
  return { teamId: form.get("team") ?? "", memberId: form.get("id") ?? "" };
}

function roleIn({ form }: OwnVisit): "admin" | "member" {
  const role = form.get("role");
  if (role === "admin" || role === "member") return role;
  throw new OnpointError("invalid_input", "the role must be admin or member");
}

function done(what: keyof typeof TEAM_NOTICES): Done {
  return { to: `${AT.team}?done=${what}` };
}
