import type { Addresses } from "#research/address.ts";
import type { DocketAnswer, DocketAsked } from "#research/cases/answers.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => DocketAsked;
  readonly encode: (answer: DocketAnswer, addresses: Addresses, asked: DocketAsked) => unknown;
};

export function analyzeDocket({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) => {
    const asked = decode(wire);
    return encode(await research.cases.docket(principal, asked, signal), addresses, asked);
  };
}
