import { html } from "hono/html";
import type { Markup } from "./page.ts";

export type Bar = { readonly label: string; readonly value: number };

const WIDTH = 720;
const COLUMNS = { height: 200, foot: 22, top: 18, gap: 3, left: 48 };
const ROW = { height: 28, label: 220, value: 70 };
const COUNT = new Intl.NumberFormat("en");

/** Upright bars, every fifth of them named. What it shows stands in a table beside it, so it is one picture to who hears it. */
export function columnChart(about: string, bars: readonly Bar[]): Markup {
  const { height, foot, top, gap, left } = COLUMNS;
  const most = mostOf(bars);
  const step = (WIDTH - left) / Math.max(1, bars.length);
  const base = height - foot;
  const columns = bars.map(({ value }, at) => {
    const tall = ((base - top) * value) / most;
    return html`<rect
      x="${fixed(left + at * step)}"
      y="${fixed(base - tall)}"
      width="${fixed(step - gap)}"
      height="${fixed(tall)}"
    />`;
  });
  const names = bars.map(({ label }, at) =>
    at % 5 === 0 ? html`<text x="${fixed(left + at * step)}" y="${height - 6}">${label}</text>` : "",
  );
  return picture(
    about,
    height,
    html`<line x1="${left}" y1="${base}" x2="${WIDTH}" y2="${base}" />
      <line x1="${left}" y1="${top}" x2="${WIDTH}" y2="${top}" />
      <text x="0" y="${top + 4}">${COUNT.format(most)}</text>
      <text x="0" y="${base}">0</text>
      ${columns}${names}`,
  );
}

/** Lying bars, each with its name and number. */
export function rowChart(about: string, bars: readonly Bar[]): Markup {
  const most = mostOf(bars);
  const room = WIDTH - ROW.label - ROW.value;
  const rows = bars.map(({ label, value }, at) => {
    const y = at * ROW.height;
    const long = (room * value) / most;
    return html`<text x="0" y="${y + 18}">${label}</text>
      <rect x="${ROW.label}" y="${y + 5}" width="${fixed(long)}" height="${ROW.height - 10}" />
      <text x="${fixed(ROW.label + long + 6)}" y="${y + 18}">${COUNT.format(value)}</text>`;
  });
  return picture(about, bars.length * ROW.height, html`${rows}`);
}

function picture(about: string, height: number, content: Markup): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${about}">
    <svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${about}">${content}</svg>
  </div>`;
}

/** Never nothing, so that a chart without anything is flat. */
function mostOf(bars: readonly Bar[]): number {
  return Math.max(1, ...bars.map(({ value }) => value));
}

function fixed(length: number): string {
  return length.toFixed(1);
}
