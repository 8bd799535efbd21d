import type { Addresses } from "#research/address.ts";
import type { OpinionAsked, PassagesAnswer } from "#research/cases/answers.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => OpinionAsked;
  readonly encode: (answer: PassagesAnswer, addresses: Addresses, asked: OpinionAsked) => unknown;
};

export function findInDocument({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal }) => {
    const asked = decode(wire);
    return encode(await research.cases.passages(principal, asked), addresses, asked);
  };
}
