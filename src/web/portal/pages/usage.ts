import { html } from "hono/html";
import { sharesOfCalls } from "#accounts/usage/statements.ts";
import type { DayOfCalls, ShareOfCalls } from "#accounts/usage/statements.ts";
import { AT } from "../addresses.ts";
import { columnChart, rowChart } from "../charts.ts";
import type { Bar } from "../charts.ts";
import { table } from "../markup.ts";
import type { Markup, OwnVisit, Page, PortalPage } from "../page.ts";
import { choiceLinks, choiceOf, monthName, nameOf } from "../payer-choice.ts";
import { rememberCalls } from "#accounts/usage/remembered-calls.ts";
import type { RememberedCalls } from "#accounts/usage/remembered-calls.ts";

/** Calls of a month by day and by tool: one's own, or those of a team for who looks after it. */
export function usagePage(callsByDay: RememberedCalls = rememberCalls()): PortalPage {
  return { access: "signed-in", path: AT.usage, show: async (visit) => show(visit, callsByDay) };
}

async function show(visit: OwnVisit, callsByDay: RememberedCalls): Promise<Page> {
  const choice = await choiceOf(visit);
  const { payer, month, spenderId } = choice;
  const calls = await callsByDay(visit.accounts.db, payer.id, month, spenderId);
  const shares = await sharesOfCalls(visit.accounts.db, payer.id, month, spenderId);
  const sum = calls.reduce((before, { count }) => before + count, 0);
  const share = spenderId === undefined ? "" : ", your own share";
  return {
    title: "Usage",
    body: html`<h1>Usage</h1>
      ${choiceLinks(visit, choice)}
      <h2>${nameOf(payer)}, ${monthName(month)}${share}</h2>
      <p>Calls of the API and of the tools: <strong>${count(sum)}</strong>. Each is counted within seconds.</p>
      ${calls.length === 0 ? "" : charts(calls, month)} ${shares.length === 0 ? "" : sharesSection(shares)}
      <p><a href="${AT.spending}?of=${payer.id}&amp;month=${month}">What metered retrieval costs</a></p>`,
  };
}

function charts(calls: readonly DayOfCalls[], month: string): Markup {
  const byTool = summed(calls, ({ what }) => what).toSorted((one, other) => other.value - one.value);
  const byDay = new Map(summed(calls, ({ day }) => day).map(({ label, value }) => [label, value]));
  const days = daysOf(month);
  const tools = byTool.map(({ label }) => label);
  const rows = days
    .filter((day) => byDay.has(day))
    .map((day) => {
      const own = calls.filter((call) => call.day === day);
      const cells = tools.map((tool) => count(own.find(({ what }) => what === tool)?.count ?? 0));
      return [day, count(byDay.get(day) ?? 0), ...cells];
    });
  return html`<h3>By day</h3>
    ${columnChart(
      "Calls by day; the numbers stand in the table below",
      days.map((day) => ({ label: String(Number(day.slice(8))), value: byDay.get(day) ?? 0 })),
    )}
    <h3>By tool</h3>
    ${rowChart("Calls by tool; the numbers stand in the table below", byTool)}
    <h3>In numbers</h3>
    ${table("Calls by day and tool", ["Day", "All", ...tools], rows)}`;
}

const SHARES_SHOWN = 100;

/** Who called, with what, and for whom: as firms charge it on. */
function sharesSection(shares: readonly ShareOfCalls[]): Markup {
  const bars = (by: (share: ShareOfCalls) => string): Bar[] => {
    const sums = new Map<string, number>();
    for (const share of shares) sums.set(by(share), (sums.get(by(share)) ?? 0) + share.calls);
    return [...sums].map(([label, value]) => ({ label, value })).toSorted((one, other) => other.value - one.value);
  };
  const refused = shares.reduce((before, share) => before + share.refused, 0);
  const shown = shares.slice(0, SHARES_SHOWN);
  const rest = shares.length - shown.length;
  return html`<h3>By person</h3>
    ${rowChart("Calls by person; the numbers stand in the table below", bars(({ person }) => person || "a team's key").slice(0, BARS_SHOWN))}
    <h3>By key</h3>
    ${rowChart("Calls by key; the numbers stand in the table below", bars(({ key }) => key || "an application").slice(0, BARS_SHOWN))}
    <h3>By person, key and matter</h3>
    <p>Refused, and not counted above: <strong>${count(refused)}</strong>.</p>
    ${table(
      "Calls by person, key and matter",
      ["Person", "Key", "Matter", "Calls", "Refused"],
      shown.map((share) => [
        share.person || "–",
        share.key || "–",
        share.matter || "–",
        count(share.calls),
        count(share.refused),
      ]),
    )}
    ${rest === 0 ? "" : html`<p>${count(rest)} more with fewer calls are not shown.</p>`}`;
}

const BARS_SHOWN = 20;

function summed(calls: readonly DayOfCalls[], by: (call: DayOfCalls) => string): Bar[] {
  const sums = new Map<string, number>();
  for (const call of calls) sums.set(by(call), (sums.get(by(call)) ?? 0) + call.count);
  return [...sums].map(([label, value]) => ({ label, value }));
}

function daysOf(month: string): string[] {
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return Array.from({ length: last.getUTCDate() }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`);
}

function count(number: number): string {
  return number.toLocaleString("en");
}
