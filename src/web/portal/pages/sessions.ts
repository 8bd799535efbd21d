import { html } from "hono/html";
import { endOtherSessions, endSession, listSessions } from "#accounts/sessions/sessions.ts";
import type { Session } from "#accounts/sessions/sessions.ts";
import { AT } from "../addresses.ts";
import { button, form, hidden, moment, table, troubleNote } from "../markup.ts";
import type { Done, Markup, OwnVisit, PortalPage } from "../page.ts";

export const sessionsPage: PortalPage = {
  access: "signed-in",
  path: AT.sessions,
  notices: { ended: "The sign-in is ended.", "all-ended": "All other sign-ins are ended." },
  show: async (visit, trouble) => {
    const sessions = await listSessions(visit.accounts, visit.signedIn.user.id);
    return {
      title: "Sign-ins",
      body: html`<h1>Sign-ins</h1>
        ${troubleNote(trouble)}
        <p>Where you are signed in. End what you do not know, and set a new password then.</p>
        ${table(
          "Sign-ins",
          ["Browser", "Address", "Signed in", "Last used", "Expires", "Action"],
          sessions.map((session) => row(visit, session)),
        )}
        ${sessions.length < 2 ? "" : form(visit, "end-others", button("End all others", { kind: "alarm" }))}`,
    };
  },
  actions: { end: endOne, "end-others": endOthers },
};

function row(visit: OwnVisit, session: Session): Markup[] {
  const isThis = session.id === visit.signedIn.session.id;
  const agent = session.agent ?? "unknown";
  return [
    html`${agent}${isThis ? html` <span class="tag">this browser</span>` : ""}`,
    session.address ?? "unknown",
    moment(session.createdAt),
    moment(session.seenAt),
    moment(session.expiresAt),
    isThis
      ? ""
      : form(visit, "end", [
          hidden("id", session.id),
          button("End", { about: `the sign-in of ${agent}`, kind: "alarm" }),
        ]),
  ];
}

async function endOne({ accounts, signedIn, form, origin }: OwnVisit): Promise<Done> {
  await endSession(accounts, { userId: signedIn.user.id, sessionId: form.get("id") ?? "", origin });
  return { to: `${AT.sessions}?done=ended` };
}

async function endOthers(visit: OwnVisit): Promise<Done> {
  await endOtherSessions(visit.accounts, visit);
  return { to: `${AT.sessions}?done=all-ended` };
}
