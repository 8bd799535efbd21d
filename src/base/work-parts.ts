import { AsyncLocalStorage } from "node:async_hooks";
import { inSpan } from "./tracing/tracing.ts";

/** What a request's work consisted of, for whoever looks into why it took long. */
export type WorkParts = {
  readonly parts: { readonly name: string; readonly duration_ms: number }[];
  /** How its queries were understood, without their words. */
  readonly readings: string[];
};

/** A caller with many queries is known by the first. */
const NOTED_MAX = 100;

const current = new AsyncLocalStorage<WorkParts>();

/** Does the work, and has what is done in the course of it noted. */
export async function notingParts<Value>(noted: WorkParts, work: () => Promise<Value>): Promise<Value> {
  return current.run(noted, work);
}

/** Does a part of whatever work goes on here. */
export async function inPart<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const noted = current.getStore();
  if (noted === undefined || noted.parts.length >= NOTED_MAX) return inSpan(name, {}, work);
  const from_ms = performance.now();
  try {
    return await inSpan(name, {}, work);
  } finally {
    noted.parts.push({ name, duration_ms: Math.round((performance.now() - from_ms) * 100) / 100 });
  }
}

/** Says how a query was understood; `reading` is not asked for where nobody notes it. */
export function noteReading(reading: () => string): void {
  const noted = current.getStore();
  if (noted !== undefined && noted.readings.length < NOTED_MAX) noted.readings.push(reading());
}
