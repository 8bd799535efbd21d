import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Fault } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { inSpan } from "#base/tracing/tracing.ts";
import { shapeOf } from "#contracts/argument-shape.ts";
import type { ActName, ToolCodec } from "#contracts/tools/acts.ts";
import type { ToolContract } from "#contracts/wire.ts";
import type { Caller, ServedContract } from "./tool.ts";

/** Hosts cut or refuse longer results. */
const RESULT_CHARS_MAX = 100_000;
const FAULTS_SAID_MAX = 10;

export type ToolCall = { readonly name: string; readonly arguments?: unknown };

/**
 * Calls a tool by its name: the arguments are checked by the contract, the answer is JSON in one text, and whatever
 * goes wrong is said in the contract's words and no others.
 * @throws ProtocolError for a name that is none
 */
export async function callTool(
  served: ServedContract,
  call: ToolCall,
  caller: Caller,
  log: Logger,
): Promise<CallToolResult> {
  const { contract } = served;
  const from_ms = monotonicMs();
  // A name that is none is a caller's own, of which there is no end.
  const tool = contract.operations.some(({ id }) => id === call.name) ? call.name : "unknown";
  const told = (isError: boolean): void =>
    caller.onAnswer?.({ contract: contract.name, tool, isError, duration_ms: monotonicMs() - from_ms });
  caller.onCall?.(tool);
  try {
    return await inSpan(`tools/call ${tool}`, { "gen_ai.tool.name": tool }, async (span) => {
      const result = await resultOf(served, call, caller, log);
      const isError = result.isError === true;
      span.note({ "onpoint.tool.is_error": isError });
      if (isError) span.fail();
      told(isError);
      return result;
    });
  } catch (thrown) {
    told(true);
    throw thrown;
  }
}

async function resultOf(served: ServedContract, call: ToolCall, caller: Caller, log: Logger): Promise<CallToolResult> {
  const { contract } = served;
  const tool = contract.operations.find(({ id }) => id === call.name)?.id;
  const codec = tool === undefined ? undefined : contract.codecs[tool];
  if (tool === undefined || codec === undefined) throw noSuchTool(contract, call.name);
  try {
    return await answerOf(served, tool, codec, call.arguments ?? {}, caller);
  } catch (thrown) {
    return refused(contract, tool, thrown, log);
  }
}

async function answerOf<Name extends ActName>(
  { contract, answerers, addresses, onCall }: ServedContract,
  tool: string,
  { act, read, encode }: ToolCodec<Name>,
  given: unknown,
  caller: Caller,
): Promise<CallToolResult> {
  const asked = read(given);
  onCall?.(caller.principal, tool, asked.ok ? "call" : "refused");
  if (!asked.ok) return failed(invalid(contract, tool, asked.error));
  const answer = await answerers[act](asked.value, caller);
  return answered(JSON.stringify(encode(answer, addresses, asked.value)));
}

function noSuchTool({ operations }: ToolContract, name: string): ProtocolError {
  const names = operations.map(({ id }) => id).join(", ");
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `no tool is called ${name.slice(0, 100)} here; there are ${names}`,
  );
}

function invalid({ tools }: ToolContract, id: string, faults: readonly Fault[]): string {
  const said = faults
    .slice(0, FAULTS_SAID_MAX)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const more = faults.length > said.length ? `; and ${faults.length - said.length} more` : "";
  const tool = faults.some(isOfShape) ? tools.find(({ name }) => name === id) : undefined;
  const shape = tool === undefined ? "" : `; call it with ${shapeOf(tool.inputSchema)}`;
  return `the arguments of ${id} have faults: ${said.join("; ")}${more}${shape}`;
}

/** An argument that is missing, or is another kind of value: a look at one that works says more than its name. */
function isOfShape({ path, message }: Fault): boolean {
  return !path.includes(".") && /^(?:is required|must be an? )/u.test(message);
}

function answered(text: string): CallToolResult {
  if (text.length <= RESULT_CHARS_MAX) return { content: [{ type: "text", text }] };
  return failed(
    `the result would have more than ${RESULT_CHARS_MAX} characters; ask for fewer results or a narrower part`,
  );
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function refused(contract: ToolContract, id: string, thrown: unknown, log: Logger): CallToolResult {
  const error =
    thrown instanceof OnpointError ? thrown : new OnpointError("internal", "a tool failed", { cause: thrown });
  if (LOGGED.has(error.code)) log.error({ err: thrown, contract: contract.name, tool: id }, "a tool failed");
  const refusal = contract.wordFault(id, error);
  return "result" in refusal ? answered(JSON.stringify(refusal.result)) : failed(refusal.text);
}

/** What nobody but whoever runs the service can mend. */
const LOGGED: ReadonlySet<string> = new Set(["internal", "corrupt", "storage_full", "unavailable", "schema_too_new"]);
