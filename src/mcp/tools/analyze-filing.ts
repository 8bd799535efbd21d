import type { Addresses } from "#research/address.ts";
import type { FilingAsked } from "#research/cases/answers.ts";
import type { FilingAnswer } from "#research/dockets/model.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => FilingAsked;
  readonly encode: (answer: FilingAnswer, addresses: Addresses, asked: FilingAsked) => unknown;
};

export function analyzeFiling({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) => {
    const asked = decode(wire);
    return encode(await research.cases.filing(principal, asked, signal), addresses, asked);
  };
}
