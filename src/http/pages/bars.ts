import { html } from "hono/html";
import type { Markup } from "./layout.ts";

/** What a bar stands for: a year, or ten of them. */
export type Span = { readonly from: number; readonly to: number };
export type Bar = Span & { readonly count: number; readonly part: number };

/** More years are drawn by ten. */
const YEARS_MAX = 40;
const HEIGHT = 60;
const WIDTH = 600;

/**
 * Bars of years between the first and the last, those without any too; by ten years where there are many. `part` is how
 * many of a bar's are of the kind that is drawn apart.
 */
export function barsOf(
  years: readonly { readonly year: number; readonly count: number; readonly part?: number }[],
): readonly Bar[] {
  const known = years.filter(({ year, count }) => Number.isInteger(year) && count > 0);
  if (known.length === 0) return [];
  const [first, last] = [Math.min(...known.map(({ year }) => year)), Math.max(...known.map(({ year }) => year))];
  const step = last - first < YEARS_MAX ? 1 : 10;
  const start = Math.floor(first / step) * step;
  const bars = Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, at) => {
    const from = start + at * step;
    return { from, to: from + step - 1, count: 0, part: 0 };
  });
  for (const { year, count, part = 0 } of known) {
    const bar = bars[Math.floor((year - start) / step)];
    if (bar !== undefined) [bar.count, bar.part] = [bar.count + count, bar.part + part];
  }
  return bars;
}

export function spanText({ from, to }: Span): string {
  return from === to ? String(from) : `${from}–${to}`;
}

export type Drawing = {
  readonly label: string;
  /** What is counted, of one and of several. */
  readonly unit: readonly [one: string, several: string];
  /** What the part drawn apart is called: `negative`. */
  readonly partName?: string;
  readonly addressOf: (span: Span) => string;
};

/** Bars that lead to what they count; nothing where there is but one. */
export function drawnBars(bars: readonly Bar[], { label, unit, partName = "", addressOf }: Drawing): Markup | string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined || bars.length < 2) return "";
  const most = Math.max(...bars.map(({ count }) => count));
  const step = WIDTH / bars.length;
  const drawn = bars.map((bar, at) => {
    if (bar.count === 0) return "";
    const height = tall(bar.count, most);
    const part = bar.part === 0 ? 0 : tall(bar.part, most);
    const [x, width] = [(at * step).toFixed(1), Math.max(2, step - 2).toFixed(1)];
    const told = `${spanText(bar)}: ${bar.count.toLocaleString("en-US")} ${bar.count === 1 ? unit[0] : unit[1]}${bar.part === 0 ? "" : `, ${bar.part} ${partName}`}`;
    return html`<a href="${addressOf(bar)}" aria-label="${told}"
      ><rect class="reach" x="${x}" y="0" width="${width}" height="${HEIGHT}"></rect
      ><rect x="${x}" y="${HEIGHT - height}" width="${width}" height="${height}"><title>${told}</title></rect
      >${part === 0 ? "" : html`<rect class="part" x="${x}" y="${HEIGHT - part}" width="${width}" height="${part}"></rect>`}</a
    >`;
  });
  return html`<svg
      class="bars"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="group"
      aria-label="${label}"
    >
      ${drawn}
    </svg>
    <p class="ends soft"><span>${first.from}</span> <span>${last.to}</span></p>`;
}

/** One that is there can be seen. */
function tall(count: number, most: number): number {
  return Math.max(2, Math.round((count / most) * HEIGHT));
}
