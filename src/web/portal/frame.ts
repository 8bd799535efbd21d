import { html } from "hono/html";
import { brand, document } from "../document.ts";
import { AT } from "./addresses.ts";
import { button, form } from "./markup.ts";
import type { Markup, Page, Visit } from "./page.ts";

/** The pages of people who are signed in, in the order of the navigation. */
const PLACES: readonly { readonly path: string; readonly name: string }[] = [
  { path: AT.home, name: "Overview" },
  { path: AT.keys, name: "Keys" },
  { path: AT.usage, name: "Usage" },
  { path: AT.spending, name: "Spending" },
  { path: AT.connect, name: "Connect" },
  { path: AT.applications, name: "Applications" },
  { path: AT.tryOut, name: "Try the API" },
  { path: AT.team, name: "Team" },
  { path: AT.firm, name: "Firm sign-in" },
  { path: AT.security, name: "Security" },
  { path: AT.sessions, name: "Sign-ins" },
  { path: AT.audit, name: "Audit log" },
  { path: AT.leaving, name: "Your data" },
];

/** A whole page of the portal. */
export function frame(visit: Visit, { title, body }: Page, notice: string | undefined): string {
  return document({
    title,
    head: head(visit),
    body: html`${notice === undefined ? "" : html`<p class="notice" role="status">${notice}</p>`}${body}`,
    ...(visit.signedIn !== undefined && { navigation: navigation(visit) }),
  });
}

function head(visit: Visit): Markup {
  const { signedIn } = visit;
  if (signedIn === undefined) return brand(AT.signIn);
  return html`${brand(AT.home)}<span class="who">${signedIn.user.email}</span
    >${form(visit, "sign-out", button("Sign out", { kind: "plain" }), { to: AT.signOut })}`;
}

/** Those of administrators of the service. */
const ADMINISTRATION: typeof PLACES = [
  { path: AT.admin, name: "Service status" },
  { path: AT.adminPeople, name: "People" },
  { path: AT.adminOrganizations, name: "Organizations" },
  { path: AT.adminPlans, name: "Plans" },
  { path: AT.adminApplications, name: "OAuth clients" },
  { path: AT.adminAudit, name: "Audit log of all" },
  { path: AT.home, name: "Your account" },
];

function navigation({ path, signedIn }: Visit): Markup {
  const isAdmin = signedIn?.user.isAdmin === true;
  const isHere = isAdmin && (path === AT.admin || path.startsWith(`${AT.admin}/`));
  const own = isAdmin ? [...PLACES, { path: AT.admin, name: "Administration" }] : PLACES;
  return html`<nav aria-label="${isHere ? "Administration" : "Account"}">
    <ul>
      ${(isHere ? ADMINISTRATION : own).map(
        (place) =>
          html`<li>
            <a href="${place.path}" ${place.path === path ? html`aria-current="page"` : ""}>${place.name}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}
