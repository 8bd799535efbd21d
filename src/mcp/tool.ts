import type { ToolContract } from "#contracts/wire.ts";
import type { Principal } from "#accounts/principal.ts";
import type { Addresses } from "#research/address.ts";
import type { Research } from "#research/research.ts";

/** Who calls a tool, and until when anyone waits for the answer. */
export type Caller = {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** Told that a call begins, and how it was answered. */
  readonly onCall?: (tool: string) => void;
  readonly onAnswer?: (call: AnsweredCall) => void;
};

/** A call of a tool that was answered; `isError` where the answer says so. */
export type AnsweredCall = {
  readonly contract: string;
  readonly tool: string;
  readonly isError: boolean;
  readonly duration_ms: number;
};

/** A tool: what it was given, checked by its contract, to what it answers, as its contract writes it. */
export type Tool = (wire: never, caller: Caller) => Promise<unknown>;

/** What tools answer from. */
export type ToolServices = {
  readonly research: Research;
  readonly addresses: Addresses;
};

/** A contract with what answers each of its tools. */
export type ServedContract = { readonly contract: ToolContract; readonly tools: Readonly<Record<string, Tool>> };
