import type { Addresses } from "#research/address.ts";
import type { LawQuestion, LawRead } from "#research/laws/analyse.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => LawQuestion;
  readonly encode: (read: LawRead, addresses: Addresses) => unknown;
};

export function analyzeLaw({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) =>
    encode(await research.laws.analyse(principal, decode(wire), signal), addresses);
}
