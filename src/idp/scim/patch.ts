import { z } from "zod";
import { ScimFault } from "./fault.ts";

/** One change of one attribute: its path in small letters without its schema, and with what is in brackets apart. */
export type Change = {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  /** `members[value eq "x"]`: x. */
  readonly selected: string | undefined;
  readonly value: unknown;
};

const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const OPERATIONS_MAX = 500;
const REQUEST = z.looseObject({
  schemas: z.array(z.string()),
  Operations: z
    .array(z.looseObject({ op: z.string(), path: z.string().max(500).optional(), value: z.unknown().optional() }))
    .min(1)
    .max(OPERATIONS_MAX),
});
const SCHEMA = /^urn:ietf:params:scim:schemas:[\w.:-]+:(?=[a-z])/iu;
const PATH = /^([\w$.-]{1,80})(?:\[([a-z]{1,40}) eq "([^"]{0,300})"\])?(?:\.([a-z]{1,40}))?$/iu;

/**
 * The changes of a PATCH (RFC 7644, section 3.5.2), also as providers send them: operations in capitals, several
 * attributes as one value without a path, and paths as names of its members.
 */
export function readPatch(body: unknown): readonly Change[] {
  const read = REQUEST.safeParse(body);
  if (!read.success || !read.data.schemas.includes(PATCH_OP)) {
    throw new ScimFault(400, `a PATCH has schemas ["${PATCH_OP}"] and Operations`, "invalidSyntax");
  }
  return read.data.Operations.flatMap(({ op: named, path, value }) => {
    const op = opOf(named);
    if (path !== undefined) return [changeOf(op, path, value)];
    if (op === "remove") throw new ScimFault(400, "remove needs a path", "noTarget");
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new ScimFault(400, "without a path the value is an object", "invalidValue");
    }
    return Object.entries(value).flatMap(([name, own]) => {
      // Attributes of a schema of their own come as one object; none of those is kept.
      return name.toLowerCase().startsWith("urn:") && typeof own === "object" ? [] : [changeOf(op, name, own)];
    });
  });
}

function opOf(named: string): Change["op"] {
  const op = named.toLowerCase();
  if (op === "add" || op === "replace" || op === "remove") return op;
  throw new ScimFault(400, "op is add, replace or remove", "invalidSyntax");
}

function changeOf(op: Change["op"], written: string, value: unknown): Change {
  const bare = written.replace(SCHEMA, "");
  const [, attribute, , selected, sub] = PATH.exec(bare) ?? [];
  if (attribute === undefined) {
    // A path into a schema that is not kept changes nothing; any other that cannot be read is a mistake.
    if (/^urn:/iu.test(written)) return { op, path: "", selected: undefined, value };
    throw new ScimFault(400, "the path cannot be read", "invalidPath");
  }
  const path = `${attribute}${sub === undefined ? "" : `.${sub}`}`.toLowerCase();
  return { op, path, selected, value };
}
