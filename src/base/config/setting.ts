import type { z } from "zod";

/** How the text of a setting becomes its value; the first message of a failure says what would be right. */
export type Reads = z.ZodType<unknown, string>;

export type Setting<Schema extends Reads = Reads, Fallback = unknown> = {
  /** The variable it is set by; those of OpenTelemetry have the names that all programs give them. */
  readonly name: `ONPOINT_${string}` | `OTEL_${string}`;
  readonly reads: Schema;
  /** The value without the variable; null means it is computed from other settings or left unset, as `meaning` says. */
  readonly fallback: Fallback;
  readonly meaning: string;
  readonly example: string;
  /** Not repeated in a fault, nor shown by `onpoint doctor`. */
  readonly isSecret?: boolean;
};

/** Settings by the names the program uses for their values. */
export type Settings = Readonly<Record<string, Setting>>;

export type ValuesOf<Declared extends Settings> = {
  readonly [Member in keyof Declared]: Declared[Member] extends Setting<infer Schema, infer Fallback>
    ? z.output<Schema> | (null extends Fallback ? null : never)
    : never;
};

export function setting<Schema extends Reads, const Fallback extends z.output<Schema> | null>(
  declared: Setting<Schema, Fallback>,
): Setting<Schema, Fallback> {
  return declared;
}
