import { html } from "hono/html";
import { deleteAccount } from "#accounts/leaving/delete-account.ts";
import { exportAccount } from "#accounts/leaving/export-account.ts";
import type { SessionCookie } from "#web/session-cookie.ts";
import { AT } from "../addresses.ts";
import { button, field, form, PRESENT_PASSWORD, troubleNote } from "../markup.ts";
import type { Done, OwnVisit, PortalPage } from "../page.ts";

/** Where somebody takes along what is held of them, and leaves. */
export function leavingPage(cookie: SessionCookie): PortalPage {
  return {
    access: "signed-in",
    path: AT.leaving,
    show: (visit, trouble) => ({
      title: "Your data",
      body: html`<h1>Your data</h1>
        ${troubleNote(trouble)}
        <section aria-labelledby="export-title">
          <h2 id="export-title">Take it along</h2>
          <p>
            All that is held of your account as a file: the account, sign-ins, keys without what they open with, teams,
            applications, what happened and what was used.
          </p>
          ${form(visit, "export", button("Download it"))}
        </section>
        <section aria-labelledby="leave-title">
          <h2 id="leave-title">Leave</h2>
          <p>
            The account is deleted at once and for good. Your keys and applications stop working. What was used stays in
            the books, and what happened in the audit, by an id that names nobody any more. Keys of teams go on.
          </p>
          ${form(visit, "leave", [
            field(visit, trouble, PRESENT_PASSWORD),
            button("Delete the account", { kind: "alarm" }),
          ])}
        </section>`,
    }),
    actions: {
      export: exportAll,
      leave: async (visit) => leave(visit, cookie),
    },
  };
}

async function exportAll({ accounts, apps, signedIn }: OwnVisit): Promise<Done> {
  const { id } = signedIn.user;
  const held = { ...(await exportAccount(accounts, id)), applications: await apps.list(id) };
  const text = `${JSON.stringify(held, null, 2)}\n`;
  return { shown: { file: "onpoint-account.json", type: "application/json", text } };
}

async function leave({ accounts, apps, signedIn, form, origin }: OwnVisit, cookie: SessionCookie): Promise<Done> {
  await deleteAccount(accounts, { signedIn, present: form.get(PRESENT_PASSWORD.name) ?? "", origin });
  await apps.endAll(signedIn.user.id);
  return { to: `${AT.signIn}?done=left`, cookie: cookie.clear() };
}
