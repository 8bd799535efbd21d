import { html } from "hono/html";
import type { EntryView } from "#research/dockets/model.ts";
import type { Markup } from "./layout.ts";

const WIDTH = 600;
const HEIGHT = 60;
/** So narrow a bar can still be seen. */
const BAR_WIDTH_MIN = 2;

/** How many entries were filed in each month, from the first to the last of these entries, as bars. */
export function timeline(entries: readonly EntryView[]): Markup | string {
  const months = countsByMonth(entries.flatMap(({ dateFiled, dateEntered }) => dateFiled ?? dateEntered ?? []));
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined || months.length < 2) return "";
  const most = Math.max(...months.map(({ count }) => count));
  const step = WIDTH / months.length;
  const bars = months.map(({ month, count }, at) => {
    const height = Math.round((count / most) * HEIGHT);
    return html`<rect
      x="${(at * step).toFixed(1)}"
      y="${HEIGHT - height}"
      width="${Math.max(BAR_WIDTH_MIN, step - 1).toFixed(1)}"
      height="${height}"
      ><title>${month}: ${count}</title></rect
    >`;
  });
  return html`<svg
      class="timeline"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label="Entries by month, from ${first.month} to ${last.month}, at most ${most} in one month"
    >
      ${bars}
    </svg>
    <p class="soft">${first.month} to ${last.month}, by month; at most ${most}</p>`;
}

type Month = { readonly month: string; readonly count: number };

/** Every month between the first and the last, those without an entry too. */
function countsByMonth(days: readonly string[]): Month[] {
  const counts = Map.groupBy(days, (day) => day.slice(0, 7));
  const held = [...counts.keys()].toSorted();
  const [first, last] = [held[0], held.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: Month[] = [];
  for (let at = indexOf(first); at <= indexOf(last) && months.length < MONTHS_MAX; at += 1) {
    const month = `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
    months.push({ month, count: counts.get(month)?.length ?? 0 });
  }
  return months;
}

/** Fifty years; a day that was misread must not make the drawing endless. */
const MONTHS_MAX = 600;

function indexOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}
