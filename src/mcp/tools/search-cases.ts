import type { Addresses } from "#research/address.ts";
import type { CaseSearchAnswer, CaseSearchAsked } from "#research/cases/model.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => CaseSearchAsked;
  readonly encode: (answer: CaseSearchAnswer, addresses: Addresses) => unknown;
};

export function searchCases({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) =>
    encode(await research.cases.search(principal, decode(wire), signal), addresses);
}
