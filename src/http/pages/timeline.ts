import { html } from "hono/html";
import type { EntryMonth } from "#research/dockets/model.ts";
import type { Markup } from "./layout.ts";

const WIDTH = 600;
const HEIGHT = 60;
/** So narrow a bar can still be seen. */
const BAR_WIDTH_MIN = 2;
/** Bars of more months would run together: then years are drawn. */
const BARS_MAX = 240;
/** A day that was misread must not make the drawing endless; what lies before is added up in the first bar. */
const YEARS_MAX = 120;

type Bar = { readonly span: string; readonly count: number };

/** How many entries were filed in each month, from the first to the last of a docket, as bars; by year where it is long. */
export function timeline(months: readonly EntryMonth[]): Markup | string {
  const [bars, unit] = barsOf(months);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined || bars.length < 2) return "";
  const most = Math.max(...bars.map(({ count }) => count));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const step = WIDTH / bars.length;
  const drawn = bars.map(({ span, count }, at) => {
    const height = Math.round((count / most) * HEIGHT);
    return html`<rect
      x="${(at * step).toFixed(1)}"
      y="${HEIGHT - height}"
      width="${Math.max(BAR_WIDTH_MIN, step - 1).toFixed(1)}"
      height="${height}"
      ><title>${span}: ${count}</title></rect
    >`;
  });
  return html`<svg
      class="timeline"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label="Entries by ${unit}, from ${first.span} to ${last.span}, at most ${most} in one ${unit}"
    >
      ${drawn}
    </svg>
    <p class="soft">${total} dated entries, ${first.span} to ${last.span}, by ${unit}; at most ${most}</p>`;
}

function barsOf(months: readonly EntryMonth[]): readonly [bars: Bar[], unit: "month" | "year"] {
  const byMonth = spread(
    months.map(({ month, count }) => ({ at: indexOf(month), count })),
    BARS_MAX,
    monthOf,
  );
  if (byMonth !== undefined) return [byMonth, "month"];
  const years = months.map(({ month, count }) => ({ at: Number(month.slice(0, 4)), count }));
  const from = Math.max(...years.map(({ at }) => at)) - YEARS_MAX + 1;
  const kept = years.map(({ at, count }) => ({ at: Math.max(at, from), count }));
  return [spread(kept, YEARS_MAX, String) ?? [], "year"];
}

/** A bar for each place between the first and the last, those without an entry too; undefined where they are too many. */
function spread(
  counted: readonly { readonly at: number; readonly count: number }[],
  max: number,
  spanOf: (at: number) => string,
): Bar[] | undefined {
  const places = counted.map(({ at }) => at);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (counted.length > 0 && last - first >= max) return undefined;
  const counts = Map.groupBy(counted, ({ at }) => at);
  return Array.from({ length: counted.length === 0 ? 0 : last - first + 1 }, (_, offset) => {
    const of = counts.get(first + offset) ?? [];
    return { span: spanOf(first + offset), count: of.reduce((sum, { count }) => sum + count, 0) };
  });
}

function indexOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

function monthOf(at: number): string {
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
}
