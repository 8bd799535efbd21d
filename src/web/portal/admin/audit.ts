import { html } from "hono/html";
import { auditCsv, auditJsonLines, searchAudit } from "#accounts/audit/audit-log.ts";
import type { AuditSearch, NamedEvent } from "#accounts/audit/audit-log.ts";
import { AUDIT_EVENTS } from "#accounts/audit/events.ts";
import { AT } from "../addresses.ts";
import { button, moment, select, table } from "../markup.ts";
import type { Markup, PortalPage } from "../page.ts";

const ROWS_MAX = 50;
const EXPORTED_MAX = 50_000;
const NUMBER = /^\d{1,15}$/u;
const ASKED = ["event", "person", "from", "until", "containing"] as const;

/** The audit log of all accounts, with names, to be searched and exported. */
export const adminAuditPage: PortalPage = {
  access: "administrator",
  path: AT.adminAudit,
  show: async ({ accounts, query }) => {
    const search = searchIn(query);
    const format = query.get("format");
    if (format === "csv" || format === "jsonl") {
      const events = await searchAudit(accounts.db, { ...search, limit: EXPORTED_MAX });
      return format === "csv"
        ? { file: "audit-log.csv", type: "text/csv; charset=utf-8", text: auditCsv(events) }
        : { file: "audit-log.jsonl", type: "application/jsonl; charset=utf-8", text: auditJsonLines(events) };
    }
    const events = await searchAudit(accounts.db, { ...search, limit: ROWS_MAX });
    const heads = ["When", "What", "Account", "By", "Address", "Browser"];
    return {
      title: "Audit log of all",
      body: html`<h1>Audit log of all accounts</h1>
        ${searchForm(query)}
        ${events.length === 0 ? html`<p>Nothing is found.</p>` : table("Newest first", heads, events.map(row), { isStacked: true })}
        ${older(query, events)}
        <p>
          Export what is found (${EXPORTED_MAX.toLocaleString("en-US")} lines at most):
          <a href="${addressOf(query, { format: "csv" })}">CSV</a>
          <a href="${addressOf(query, { format: "jsonl" })}">JSON Lines</a>
        </p>`,
    };
  },
};

function searchIn(query: URLSearchParams): Omit<AuditSearch, "limit"> {
  const asked = Object.fromEntries(
    ASKED.flatMap((name) => {
      const text = query.get(name)?.trim().slice(0, 254) ?? "";
      return text === "" ? [] : [[name, text]];
    }),
  );
  const before = query.get("before") ?? "";
  return { ...asked, ...(NUMBER.test(before) && { before: Number(before) }) };
}

function searchForm(query: URLSearchParams): Markup {
  const input = (name: (typeof ASKED)[number], label: string, type: string): Markup =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" value="${query.get(name) ?? ""}" maxlength="254" />
    </div>`;
  const options = { "": "everything", ...AUDIT_EVENTS };
  return html`<form method="get" action="${AT.adminAudit}" role="search">
    ${select({ name: "event", label: "What", options, chosen: query.get("event") ?? "" })}
    ${input("person", "Person: e-mail address, id or operator", "text")} ${input("from", "From (UTC)", "date")}
    ${input("until", "Until (UTC)", "date")} ${input("containing", "Words in the details", "text")}
    ${button("Search", { kind: "plain" })}
  </form>`;
}

function row({ at, what, user, actor, organization, address, agent, detail }: NamedEvent): Markup[] {
  const more = Object.entries(detail).flatMap(([name, value]) => {
    if (value === null) return [];
    return [`${name.replaceAll("_", " ")}: ${name === "organization" ? (organization ?? "") : String(value)}`];
  });
  return [
    moment(at),
    html`${what}${more.length === 0 ? "" : html` <span class="soft">(${more.join(", ")})</span>`}`,
    user ?? "",
    actor ?? "",
    address ?? "",
    agent ?? "",
  ];
}

function older(query: URLSearchParams, events: readonly NamedEvent[]): Markup {
  const last = events.at(-1);
  if (last === undefined || events.length < ROWS_MAX) return "";
  return html`<p><a href="${addressOf(query, { before: String(last.id) })}">Older</a></p>`;
}

function addressOf(query: URLSearchParams, more: Readonly<Record<string, string>>): string {
  const asked = ASKED.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [[name, value] as [string, string]];
  });
  return `${AT.adminAudit}?${new URLSearchParams([...asked, ...Object.entries(more)]).toString()}`;
}
