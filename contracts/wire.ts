import type { z } from "zod";
import type { OnpointError } from "#base/errors.ts";
import type { Written } from "#base/json-text.ts";
import type { Shape } from "./shape.ts";
import type { ToolCodec } from "./tools/acts.ts";

/**
 * What a contract is: one version of one protocol, as its callers see it. A folder here holds all of it:
 *
 * - **operations**: what can be asked. An endpoint has a method and a path, a tool a name; both have a schema of what
 *   is asked, a schema of the answer, and the refusals a caller can meet.
 * - **decode** and **encode**: pure functions from wire words to the program's and back. They are the only place where
 *   both meet, so what the program learns later is mapped there or is a type error there.
 * - **how faults are worded**: the program tells places and reasons, the contract says them in its own fields and words.
 * - **the frozen shape**: what callers rely on, in a normal form with its hash, in `frozen.json` beside the operations.
 *
 * A released contract keeps its shape. `npm run contract` takes what is added, and refuses what would break a caller.
 * Its enums and limits are its own copies; it imports types of the program and no value, and never another version. What
 * versions of one protocol word alike stands once, in `tools/`; their locks hold it still.
 */
export type Contract<Op extends Operation = Operation> = {
  /** Also the name of its folder. */
  readonly name: string;
  /** A preview may still change in any way; its lock tells how. */
  readonly stage: "released" | "preview";
  readonly operations: readonly Op[];
  /** How each operation is read and told, by its id. */
  readonly codecs: Readonly<Record<string, Codec>>;
  /** What the program says went wrong, in the words of this contract for the operation of this id. */
  readonly wordFault: (operationId: string, fault: OnpointError) => unknown;
  /** What callers rely on today, as the schemas state it. */
  readonly shape: () => Shape;
};

/**
 * From the wire to the program's words and back. Wire sides are the operation's schemas; the other sides are the
 * program's own types, and `around` is what an answer needs that no record holds, such as public addresses.
 */
export type Codec<Op extends Operation = never> = {
  /** Absent where what is asked needs no other words. */
  readonly decode?: (request: [Op] extends [never] ? never : z.output<NonNullable<Op["request"]>>) => unknown;
  readonly encode: (
    answer: never,
    ...around: never[]
  ) => [Op] extends [never] ? unknown : Written<z.input<Op["response"]>>;
};

/** One thing that can be asked, whatever the protocol. */
export type Operation<Request extends z.ZodType | null = z.ZodType | null, Response extends z.ZodType = z.ZodType> = {
  /** Also the name of its folder in `examples/` and of the file that answers it. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** What is asked; null for an operation that takes nothing. */
  readonly request: Request;
  readonly response: Response;
  /** Not in the specification the contract follows: an addition of this service. */
  readonly isExtension?: true;
};

/** An operation with an address. */
export type HttpOperation<
  Request extends z.ZodType | null = z.ZodType | null,
  Response extends z.ZodType = z.ZodType,
> = Operation<Request, Response> & {
  readonly method: "get" | "post";
  /** Under the API's base address. */
  readonly path: string;
  /** What is asked in the address, of an operation without a body. */
  readonly query?: z.ZodObject;
  /** The answer itself tells that nothing was found, with status 404, in the schema of the answer. */
  readonly answersNotFound?: true;
  /** When each refusal happens, by status. */
  readonly refusals: Readonly<Record<string, string>>;
};

/** An operation that a model calls by its name, which is its `id`; `summary` is the title that people see. */
export type ToolOperation<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = Operation<
  Request,
  Response
> & {
  readonly request: Request;
  readonly hints: ToolHints;
  /** Unknown fields are refused without the listing's saying so: some converters of schemas fail on `additionalProperties: false`. */
  readonly refusesInSilence?: true;
  /** Fields that name what is asked about, the first that is given counting; the others are not looked at then. */
  readonly references?: readonly string[];
};

/** What a host may assume of a tool, each said outright. */
export type ToolHints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether it reaches beyond what is stored here. */
  readonly openWorldHint: boolean;
};

/** A tool as clients are told of it. */
export type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly annotations: ToolHints;
};

/**
 * What a tool says when it cannot answer: a result in the shape of its answers, or plain text that is marked as an
 * error.
 */
export type ToolRefusal = { readonly result: object } | { readonly text: string };

/** A contract of tools. What clients are told of them is a file of its own, which no library's words can move. */
export type ToolContract = Omit<Contract<ToolOperation>, "wordFault" | "codecs"> & {
  /** How each tool is read, what answers it and how that is told: what is served. */
  readonly codecs: Readonly<Record<string, ToolCodec>>;
  readonly tools: readonly ListedTool[];
  /** Told to the model with the list of tools. */
  readonly instructions: string;
  readonly wordFault: (operationId: string, fault: OnpointError) => ToolRefusal;
};
