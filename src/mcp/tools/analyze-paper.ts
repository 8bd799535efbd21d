import type { Addresses } from "#research/address.ts";
import type { DocumentAsked } from "#research/cases/answers.ts";
import type { PaperAnswer } from "#research/cases/filings/model.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => DocumentAsked;
  readonly encode: (answer: PaperAnswer, addresses: Addresses) => unknown;
};

/** A decision or a filing, whichever is named. */
export function analyzePaper({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) =>
    encode(await research.cases.paper(principal, decode(wire), signal), addresses);
}
