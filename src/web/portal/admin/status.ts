import { html } from "hono/html";
import { AT } from "../addresses.ts";
import { button, form, moment, table, troubleNote } from "../markup.ts";
import type { Markup, PortalPage } from "../page.ts";

/** How the service stands: its parts, work in the background that fails, and imports. */
export const adminStatusPage: PortalPage = {
  access: "administrator",
  path: AT.admin,
  notices: { retried: "Parked jobs are tried again." },
  show: async (visit, trouble) => {
    const { administration } = visit.service;
    if (administration === undefined) {
      return {
        title: "Service status",
        body: html`<h1>Service status</h1>
          <p>Nothing is known of it here.</p>`,
      };
    }
    const [checks, jobs, imports] = await Promise.all([
      administration.checks(),
      administration.jobs(),
      administration.imports(),
    ]);
    const isStacked = true;
    const parts = checks.map(({ name, isWell, detail }): Markup[] => [
      name,
      isWell ? "OK" : html`<strong>Needs a look</strong>`,
      detail,
    ]);
    const failing = jobs.map(({ id, isParked, attempts, updatedAt, error }): Markup[] => [
      html`<code>${id}</code>`,
      isParked ? "parked" : "is tried again",
      String(attempts),
      moment(updatedAt),
      error,
    ]);
    const runs = imports.map(({ source, input, startedAt, finishedAt, rowsRead }): Markup[] => [
      source,
      input,
      moment(startedAt),
      finishedAt === null ? "running, or interrupted" : moment(finishedAt),
      rowsRead === null ? "" : rowsRead.toLocaleString("en-US"),
    ]);
    return {
      title: "Service status",
      body: html`<h1>Service status</h1>
        ${troubleNote(trouble)} ${table("Parts of the service", ["Part", "State", "Detail"], parts, { isStacked })}
        <h2>Jobs that fail</h2>
        ${failing.length === 0 ? html`<p>No job fails.</p>` : table("Jobs that fail", ["Job", "State", "Attempts", "Last", "Error"], failing, { isStacked })}
        ${jobs.some(({ isParked }) => isParked) ? form(visit, "retry", button("Try parked jobs again")) : ""}
        <h2>Imports</h2>
        ${runs.length === 0 ? html`<p>Nothing has been imported yet.</p>` : table("Imports, newest first", ["Source", "Input", "Started", "Finished", "Rows read"], runs, { isStacked })}`,
    };
  },
  actions: {
    retry: async ({ service }) => {
      await service.administration?.retryJobs();
      return { to: `${AT.admin}?done=retried` };
    },
  },
};
