import type { ToolContract } from "#contracts/wire.ts";
import type { Principal } from "#accounts/principal.ts";
import type { Addresses } from "#research/address.ts";
import type { Research } from "#research/research.ts";
import type { Answerers } from "./acts.ts";

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

/** What tools answer from. */
export type ToolServices = {
  readonly research: Research;
  readonly addresses: Addresses;
};

/** A contract with what answers its tools. */
export type ServedContract = {
  readonly contract: ToolContract;
  readonly answerers: Answerers;
  readonly addresses: Addresses;
  /** Told of each call before it is answered; `refused`: its arguments are not as the contract wants them. */
  readonly onCall?: ((principal: Principal, tool: string, outcome: "call" | "refused") => void) | undefined;
};
