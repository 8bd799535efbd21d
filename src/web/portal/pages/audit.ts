import { html } from "hono/html";
import { auditEvents } from "#accounts/audit/audit.ts";
import type { AuditEvent } from "#accounts/audit/audit.ts";
import { AUDIT_EVENTS } from "#accounts/audit/events.ts";
import { AT } from "../addresses.ts";
import { moment, table } from "../markup.ts";
import type { Markup, OwnVisit, PortalPage } from "../page.ts";

const ROWS_MAX = 50;
const NUMBER = /^\d{1,15}$/u;
const WORDS: Readonly<Record<string, string | undefined>> = AUDIT_EVENTS;

/** What happened to one's own account; who looks after the service sees that of all on demand. */
export const auditPage: PortalPage = {
  access: "signed-in",
  path: AT.audit,
  show: async (visit) => {
    const isAll = visit.signedIn.user.isAdmin && visit.query.get("of") === "all";
    const before = visit.query.get("before") ?? "";
    const events = await auditEvents(visit.accounts.db, {
      ...(!isAll && { userId: visit.signedIn.user.id }),
      ...(NUMBER.test(before) && { before: Number(before) }),
      limit: ROWS_MAX,
    });
    const heads = ["When", "What", "Address", "Browser", ...(isAll ? ["Account", "By"] : [])];
    const rows = events.map((event) => row(event, isAll));
    return {
      title: "Audit log",
      body: html`<h1>Audit log</h1>
        ${whose(visit, isAll)}
        ${rows.length === 0 ? html`<p>Nothing${before === "" ? " yet" : " before that"}.</p>` : table("Newest first", heads, rows)}
        ${older(events, isAll)}`,
    };
  },
};

function row({ at, event, address, agent, userId, actorId, detail }: AuditEvent, isAll: boolean): Markup[] {
  const more = Object.entries(detail).map(([name, value]) => `${name}: ${String(value)}`);
  const what = html`${WORDS[event] ?? event}${more.length === 0 ? "" : html` <span class="soft">(${more.join(", ")})</span>`}`;
  const who = isAll ? [html`<code>${userId ?? ""}</code>`, html`<code>${actorId ?? ""}</code>`] : [];
  return [moment(at), what, address ?? "", agent ?? "", ...who];
}

function whose({ signedIn }: OwnVisit, isAll: boolean): Markup {
  if (!signedIn.user.isAdmin) return html`<p>What concerns your account.</p>`;
  return isAll
    ? html`<p>What concerns all accounts. <a href="${AT.audit}">Show your own alone</a></p>`
    : html`<p>What concerns your account. <a href="${AT.audit}?of=all">Show all accounts</a></p>`;
}

function older(events: readonly AuditEvent[], isAll: boolean): Markup {
  const last = events.at(-1);
  if (last === undefined || events.length < ROWS_MAX) return "";
  return html`<p><a href="${AT.audit}?${isAll ? "of=all&" : ""}before=${last.id}">Older</a></p>`;
}
