import type { Addresses } from "#research/address.ts";
import type { DocumentAnswer, DocumentAsked } from "#research/cases/answers.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Codec = {
  readonly decode: (wire: never) => DocumentAsked;
  readonly encode: (answer: DocumentAnswer, addresses: Addresses, asked: DocumentAsked) => unknown;
};

export function analyzeDocument({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) => {
    const asked = decode(wire);
    return encode(await research.cases.document(principal, asked, signal), addresses, asked);
  };
}
