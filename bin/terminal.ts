import Table from "cli-table3";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { ErrorCode } from "#base/errors.ts";
import { systemFailure } from "./system-failure.ts";

/** What a finished process says to a script (docs/operating/commands.md). */
export const EXIT = {
  ok: 0,
  /** The command did its work, and its answer is that something needs a look. */
  failed: 1,
  usage: 2,
  inUse: 3,
  corrupt: 4,
  storageFull: 5,
  /** A database, a cluster, a publisher: something that is not this program. */
  outside: 6,
  defect: 70,
  interrupted: 130,
} as const;

const EXIT_BY_CODE: Record<ErrorCode, number> = {
  invalid_input: EXIT.usage,
  invalid_configuration: EXIT.usage,
  unsupported: EXIT.usage,
  data_directory_in_use: EXIT.inUse,
  port_in_use: EXIT.inUse,
  conflict: EXIT.inUse,
  corrupt: EXIT.corrupt,
  storage_full: EXIT.storageFull,
  unauthorized: EXIT.usage,
  forbidden: EXIT.usage,
  not_found: EXIT.usage,
  too_large: EXIT.usage,
  too_costly: EXIT.usage,
  schema_too_new: EXIT.usage,
  rate_limited: EXIT.outside,
  unavailable: EXIT.outside,
  internal: EXIT.defect,
};

/** Answers go to standard output, everything about the way there to standard error. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

const BARE_CHARS = {
  ...Object.fromEntries(
    ["top", "bottom", "left", "right", "mid"].flatMap((side) =>
      ["", "-mid", "-left", "-right"].map((place) => [`${side}${place}`, ""]),
    ),
  ),
  middle: "  ",
};

/** Where a table is shown: a terminal of so many columns, or a file. */
export type Screen = { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };

/**
 * A table, drawn with lines and no wider than the screen on a terminal, and with bare columns otherwise. Without words
 * in `head` it has no such row.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  screen: Screen = process.stdout,
): string {
  const isBare = screen.isTTY !== true;
  const cells = rows.map((row) => row.map(String));
  const drawn = new Table({
    ...(head.some((word) => word !== "") && { head: [...head] }),
    style: { head: [], border: [], compact: true, ...(isBare && { "padding-left": 0, "padding-right": 0 }) },
    ...(isBare
      ? { chars: BARE_CHARS }
      : {
          colWidths: fittingWidths(
            head.map((word, at) => [word, ...cells.map((row) => row[at] ?? "")]),
            screen,
          ),
          wordWrap: true,
        }),
  });
  for (const row of cells) drawn.push(row);
  return drawn.toString().replace(/(?<! ) +$/gmu, "");
}

const SCREEN_COLUMNS_DEFAULT = 100;
/** A longer word is cut rather than kept whole. */
const WORD_CHARS_MAX = 40;
/** A space on either side of a cell; and one line more than there are columns. */
const PADDING_CHARS = 2;

/** Of any number of texts: a table can have more words than a call can have arguments. */
function widest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

/**
 * Widths with padding of columns that hold these texts: those of the texts, the widest made narrower, though not than
 * its longest word, until all fit.
 */
function fittingWidths(texts: readonly (readonly string[])[], { columns = SCREEN_COLUMNS_DEFAULT }: Screen): number[] {
  const fitted = texts.map((ofColumn) => ({
    width: widest(ofColumn),
    least: Math.min(WORD_CHARS_MAX, widest(ofColumn.flatMap((text) => text.split(" ")))),
  }));
  const room = columns - fitted.length * PADDING_CHARS - (fitted.length + 1);
  for (let over = fitted.reduce((sum, { width }) => sum + width, 0) - room; over > 0; over -= 1) {
    const [next] = fitted.filter(({ width, least }) => width > least).toSorted((one, other) => other.width - one.width);
    if (next === undefined) break;
    next.width -= 1;
  }
  return fitted.map(({ width }) => width + PADDING_CHARS);
}

/** Tells a failure the way a person can act on, and gives the exit code for it. */
export function reportFailure(thrown: unknown): number {
  const failure = systemFailure(thrown);
  if (!(failure instanceof OnpointError)) {
    note(`onpoint: unexpected failure: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
    return EXIT.defect;
  }
  note(`onpoint: ${failure.message}`);
  for (const fault of failure.faults) note(`  ${fault.path}: ${fault.message}`);
  if (failure.hint !== undefined) note(`  -> ${failure.hint}`);
  return EXIT_BY_CODE[failure.code];
}

export type Progress = {
  /** `done` of `total` in the unit the line was opened with; total 0 when it is not known. `detail` stands at the end. */
  update(done: number, total: number, detail?: string): void;
  finish(): void;
};

const LINE_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 200;
/** Over a shorter time a rate says nothing, and nor does what is left before so much is done. */
const RATE_MS_MIN = 2_000;
const LEFT_SHARE_MIN = 0.1;

/** So many moments are remembered: beyond them every other one. */
const MOMENTS_MAX = 200;

type Moment = { readonly done: number; readonly at_ms: number };

/**
 * How fast a thing goes of late: over the latter half of its time, because what is read before the first row, or passed
 * over from an earlier run, says nothing about the rest. What goes back has begun anew, as when a file is read twice.
 */
class Pace {
  #moments: Moment[];

  constructor(opened_ms: number) {
    this.#moments = [{ done: 0, at_ms: opened_ms }];
  }

  /** Units a second, or 0 while it cannot be told. */
  note(done: number, at_ms: number): number {
    const [first, last] = [this.#moments[0], this.#moments.at(-1)];
    if (first === undefined || last === undefined || done < last.done) this.#moments = [];
    // What is there at once was there before.
    else if (last === first && at_ms - first.at_ms < RATE_MS_MIN && done > 0) this.#moments = [];
    this.#moments.push({ done, at_ms });
    if (this.#moments.length > MOMENTS_MAX) this.#moments = this.#moments.filter((_, at) => at % 2 === 0);
    const middle_ms = ((this.#moments[0]?.at_ms ?? at_ms) + at_ms) / 2;
    const isLongEnough = (one: Moment | undefined): boolean => one !== undefined && at_ms - one.at_ms >= RATE_MS_MIN;
    const since = [
      this.#moments.find((one) => one.at_ms >= middle_ms),
      this.#moments.findLast((one) => one.at_ms < middle_ms),
    ].find(isLongEnough);
    return since === undefined ? 0 : (1000 * (done - since.done)) / (at_ms - since.at_ms);
  }
}

/**
 * Progress on standard error: one line redrawn on a terminal, a plain line every few seconds otherwise. The rate is the
 * recent one, once there is one; what is left is said after a tenth.
 */
export function openProgress(
  label: string,
  unit: (amount: number) => string,
  stream: Pick<NodeJS.WriteStream, "write" | "columns"> & { readonly isTTY?: boolean } = process.stderr,
  now: () => number = monotonicMs,
): Progress {
  let shown_ms = Number.NEGATIVE_INFINITY;
  const pace = new Pace(now());
  let lastLine = "";
  const draw = (done: number, total: number, rate: number, detail: string): void => {
    const share = total > 0 ? ` of ${unit(total)} (${Math.floor((100 * done) / total)} %)` : "";
    const isLeftKnown = rate > 0 && total > 0 && done >= LEFT_SHARE_MIN * total && done < total;
    const said = [
      ...(rate > 0 ? [`${unit(rate)}/s`] : []),
      ...(isLeftKnown ? [`${duration((total - done) / rate)} left`] : []),
      ...(detail === "" ? [] : [detail]),
    ];
    lastLine = [`${label}: ${unit(done)}${share}`, ...said].join(", ");
    stream.write(
      stream.isTTY === true ? `\r\u001b[2K${lastLine.slice(0, (stream.columns ?? 100) - 1)}` : `${lastLine}\n`,
    );
  };
  return {
    update(done, total, detail = ""): void {
      const now_ms = now();
      const rate = pace.note(done, now_ms);
      if (now_ms - shown_ms < (stream.isTTY === true ? REDRAW_EVERY_MS : LINE_EVERY_MS)) return;
      shown_ms = now_ms;
      draw(done, total, rate, detail);
    },
    finish(): void {
      if (stream.isTTY === true && lastLine !== "") stream.write("\r\u001b[2K");
    },
  };
}

export function bytes(amount: number): string {
  if (amount < 1024) return `${Math.round(amount)} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let scaled = amount / 1000;
  let at = 0;
  while (scaled >= 1000 && at < units.length - 1) {
    scaled /= 1000;
    at += 1;
  }
  return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${units[at] ?? ""}`;
}

export function count(amount: number): string {
  return Math.round(amount).toLocaleString("en-US");
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
