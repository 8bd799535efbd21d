import type { z } from "zod";
import { OnpointError } from "#base/errors.ts";
import type { InTurn } from "#base/in-turn.ts";
import type { Written } from "#base/json-text.ts";
import { wordRefusal } from "#contracts/http-v1/codec/faults.ts";
import type { Operation } from "#contracts/http-v1/operations.ts";
import { readBody } from "../body.ts";
import type { AppContext, AppHandler } from "../context.ts";
import { problemOf } from "../problem.ts";
import { respondJson } from "../respond.ts";

/** An address, its method and what answers. `path` is under the API for operations, absolute for the others. */
export type Route = { readonly method: "get" | "post"; readonly path: string; readonly handle: AppHandler };

type BodyOf<Op extends Operation> = Op["request"] extends z.ZodType ? z.output<Op["request"]> : undefined;

/** A failure inside, in the words of the contract. */
function refuse(operation: Operation, thrown: unknown): never {
  throw thrown instanceof OnpointError ? problemOf(thrown, wordRefusal(operation.id, thrown)) : thrown;
}

/**
 * A route for an operation of the contract: body in, checked; answer out. Answers to a key are not for caches. Those that
 * are large are made a few at a time.
 */
export function apiRoute<Op extends Operation>(
  operation: Op,
  answer: (body: BodyOf<Op>, c: AppContext) => Promise<Written<z.output<Op["response"]>>>,
  large?: { readonly isLarge: (body: BodyOf<Op>) => boolean; readonly inTurn: InTurn },
): Route {
  const schema = operation.request;
  return {
    method: operation.method,
    path: operation.path,
    handle: async (c) => {
      const body = (schema === null ? undefined : await readBody(c, schema)) as BodyOf<Op>;
      const make = async (): Promise<Response> => {
        const value = await answer(body, c);
        c.header("Cache-Control", "no-store");
        return respondJson(c, value);
      };
      const isLarge = large?.isLarge(body) === true;
      const made = isLarge ? large.inTurn.run(c.get("principal").id, c.req.raw.signal, make) : make();
      return made.catch((thrown: unknown) => refuse(operation, thrown));
    },
  };
}
