import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ShelfError } from "#test/threads/asked.ts";
import { OnpointError, systemCodeOf } from "../errors.ts";
import type { ErrorCode } from "../errors.ts";
import { decodeError, encodeError } from "./error-codec.ts";

const CODES: readonly ErrorCode[] = [
  "invalid_input",
  "not_found",
  "storage_full",
  "corrupt",
  "unavailable",
  "internal",
];
const fault = fc.record({ path: fc.string(), message: fc.string() });
const plain = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

/** Errors as they occur, nested by cause. */
const error: fc.Arbitrary<Error> = fc.letrec<{ error: Error }>((tie) => {
  const cause = fc.option(tie("error"), { nil: undefined, maxDepth: 4 });
  return {
    error: fc.oneof(
      fc
        .tuple(
          fc.constantFrom(...CODES),
          fc.string(),
          fc.option(fc.string(), { nil: undefined }),
          fc.array(fault),
          cause,
        )
        .map(([code, message, hint, faults, why]) => {
          return new OnpointError(code, message, { ...(hint !== undefined && { hint }), faults, cause: why });
        }),
      fc
        .tuple(fc.string(), fc.constantFrom("EIO", "ENOSPC", "ENOENT", "ERR_SQLITE_ERROR"), fc.integer(), cause)
        .map(([message, code, errno, why]) => {
          const options = why === undefined ? {} : { cause: why };
          return Object.assign(new Error(message, options), { code, errno, syscall: "write", path: "/a/b" });
        }),
      fc
        .tuple(fc.constantFrom(Error, TypeError, RangeError, SyntaxError), fc.string(), cause)
        .map(([Kind, message, why]) => new Kind(message, why === undefined ? {} : { cause: why })),
      fc
        .tuple(fc.string(), fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/u), plain))
        .filter(([, members]) => !["name", "message", "stack", "cause"].some((name) => name in members))
        .map(([message, members]) => Object.assign(new Error(message), members)),
      fc.tuple(fc.string(), fc.string(), fc.integer()).map((given) => new ShelfError(...given)),
    ),
  };
}).error;

function crossed(thrown: unknown): Error {
  return decodeError(structuredClone(encodeError(thrown)));
}

/** What a consumer can see of an error, and of those behind it. */
function seen(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const members = Object.fromEntries(Object.entries(thrown).filter(([, value]) => value !== undefined));
  return {
    type: Object.getPrototypeOf(thrown) as unknown,
    name: thrown.name,
    message: thrown.message,
    stack: thrown.stack,
    system: systemCodeOf(thrown),
    members,
    cause: seen(thrown.cause),
  };
}

test("every error comes back as it was: class, code, hint, faults, system code, causes", () => {
  fc.assert(
    fc.property(error, (thrown) => {
      expect(seen(crossed(thrown))).toEqual(seen(thrown));
    }),
    { numRuns: 500 },
  );
});

test("the errors of an aggregate come back in it, with its own code", () => {
  const refused = ["::1", "127.0.0.1"].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED", address }),
  );
  const back = crossed(Object.assign(new AggregateError(refused, "none answers"), { code: "ECONNREFUSED" }));
  expect(back).toBeInstanceOf(AggregateError);
  expect(systemCodeOf(back)).toBe("ECONNREFUSED");
  expect((back as AggregateError).errors.map(seen)).toEqual(refused.map(seen));
});

test("a real error of the system keeps its code", () => {
  let thrown: unknown;
  try {
    readFileSync("/nowhere/at/all");
  } catch (caught) {
    thrown = caught;
  }
  const back = crossed(thrown);
  expect(systemCodeOf(back)).toBe("ENOENT");
  expect(seen(back)).toEqual(seen(thrown));
});

test("whatever is thrown becomes an error", () => {
  expect(crossed("a word").message).toBe("a word");
  expect(crossed(undefined).message).toBe("undefined");
  expect(crossed(new DOMException("stop", "AbortError")).name).toBe("AbortError");
});

test("members that no channel carries are left behind", () => {
  const thrown = Object.assign(new Error("with a way back"), { retry: () => undefined, code: "EIO" });
  expect(Object.keys(crossed(thrown))).toEqual(["code"]);
});

test("a ring of causes ends", () => {
  const first = new Error("first");
  first.cause = new Error("second", { cause: first });
  let depth = 0;
  for (let at: unknown = crossed(first); at instanceof Error; at = at.cause) depth += 1;
  expect(depth).toBeLessThan(20);
});

test("a class that is not registered at the other end is still the error it was", () => {
  const { registered: _, ...crossing } = encodeError(new ShelfError("torn", "law", 1));
  expect(decodeError(crossing)).toMatchObject({ code: "corrupt", message: "torn", hint: "Shelve it anew." });
});
