import type { Context } from "hono";
import type { z } from "zod";
import type { Fault } from "#base/errors.ts";
import { HttpProblem } from "./problem.ts";
import { readRequest } from "#contracts/request-faults.ts";

/**
 * The parameters of an address, checked against their schema; each is given once at most.
 * @throws HttpProblem 422
 */
export function readParameters<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const given = c.req.queries();
  const twice = Object.entries(given).find(([, values]) => values.length > 1)?.[0];
  if (twice !== undefined) throw refusal([{ path: twice, message: "is given twice" }]);
  const read = readRequest(schema, c.req.query());
  if (read.ok) return read.value;
  throw refusal(read.error);
}

function refusal(faults: readonly Fault[]): HttpProblem {
  const [first] = faults;
  const message = first === undefined ? "the parameters are not what is wanted" : `${first.path}: ${first.message}`;
  return new HttpProblem("invalid_input", message, { faults });
}

/** A page of a list, as an address has it; what is none is the first. */
export function pageIn(given: string | undefined): number {
  return /^[1-9]\d{0,5}$/u.test(given ?? "") ? Number(given) : 1;
}
