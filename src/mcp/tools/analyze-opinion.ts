import type { Addresses } from "#research/address.ts";
import type { OpinionAnswer, OpinionAsked } from "#research/cases/answers.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => OpinionAsked;
  readonly encode: (answer: OpinionAnswer, addresses: Addresses, asked: OpinionAsked) => unknown;
};

export function analyzeOpinion({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) => {
    const asked = decode(wire);
    return encode(await research.cases.opinion(principal, asked, signal), addresses, asked);
  };
}
