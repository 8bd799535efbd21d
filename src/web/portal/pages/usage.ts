import { html } from "hono/html";
import type { DayOfCalls } from "#accounts/usage/statements.ts";
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
  const sum = calls.reduce((before, { count }) => before + count, 0);
  const share = spenderId === undefined ? "" : ", your own share";
  return {
    title: "Usage",
    body: html`<h1>Usage</h1>
      ${choiceLinks(visit, choice)}
      <h2>${nameOf(payer)}, ${monthName(month)}${share}</h2>
      <p>Calls of the API and of the tools: <strong>${count(sum)}</strong>. Each is counted within seconds.</p>
      ${calls.length === 0 ? "" : charts(calls, month)}
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
