import type { z } from "zod";
import { OnpointError } from "#base/errors.ts";
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

/** A route for an operation of the contract: body in, checked; answer out. Answers to a key are not for caches. */
export function apiRoute<Op extends Operation>(
  operation: Op,
  answer: (body: BodyOf<Op>, c: AppContext) => Promise<Written<z.output<Op["response"]>>>,
): Route {
  const schema = operation.request;
  return {
    method: operation.method,
    path: operation.path,
    handle: async (c) => {
      const body = schema === null ? undefined : await readBody(c, schema);
      const value = await answer(body as BodyOf<Op>, c).catch((thrown: unknown) => refuse(operation, thrown));
      c.header("Cache-Control", "no-store");
      return respondJson(c, value);
    },
  };
}
