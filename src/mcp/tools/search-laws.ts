import type { LawAddressOf } from "#research/address.ts";
import type { LawSearchAsked, LawsFound } from "#research/laws/search.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => LawSearchAsked;
  readonly encode: (asked: LawSearchAsked, found: LawsFound, addressOf: LawAddressOf) => unknown;
};

export function searchLaws({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) => {
    const asked = decode(wire);
    return encode(asked, await research.laws.search(principal, asked, signal), addresses.law);
  };
}
