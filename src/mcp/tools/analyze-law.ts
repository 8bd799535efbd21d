import type { LawAddressOf } from "#research/address.ts";
import type { LawAnswer, LawAsked } from "#research/laws/get.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => LawAsked;
  readonly encode: (answer: LawAnswer, addressOf: LawAddressOf) => unknown;
};

export function analyzeLaw({ research, lawAddressOf }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal }) => encode(await research.laws.get(principal, decode(wire)), lawAddressOf);
}
