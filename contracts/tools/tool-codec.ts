import type { z } from "zod";
import type { Fault } from "#base/errors.ts";
import type { Written } from "#base/json-text.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import type { Addresses } from "#research/address.ts";
import { plainArguments, withoutLesserReferences } from "../plain-arguments.ts";
import { readRequest } from "../request-faults.ts";
import type { ToolOperation } from "../wire.ts";
import type { ActName, Acts, ToolCodec } from "./acts.ts";

/** The two sides of a tool: its wire words are those of its operation, the other words those of an act. */
type Sides<Name extends ActName, Operation extends ToolOperation> = {
  readonly decode: (wire: z.output<Operation["request"]>) => Acts[Name]["asked"];
  readonly encode: (
    answer: Acts[Name]["answer"],
    addresses: Addresses,
    asked: Acts[Name]["asked"],
  ) => Written<z.input<Operation["response"]>> & object;
};

/** A tool of a version: which act of the program answers it, and how both are worded. */
export function toolCodec<Name extends ActName, Operation extends ToolOperation>(
  act: Name,
  { request, references }: Operation,
  { decode, encode }: Sides<Name, Operation>,
): ToolCodec<Name> {
  const read = (given: unknown): Result<Acts[Name]["asked"], readonly Fault[]> => {
    const named = withoutLesserReferences(given, references);
    const wire = readRequest<Operation["request"]>(request, plainArguments(request, named));
    return wire.ok ? ok(decode(wire.value)) : err(wire.error);
  };
  return { act, read, encode };
}
