import { OnpointError } from "#base/errors.ts";
import type { Addresses } from "#research/address.ts";
import type { CaseQuery, CaseSearchAnswer } from "#research/cases/model.ts";
import type { Tool, ToolServices } from "../tool.ts";

type Searched = { readonly query: string; readonly outcome: CaseSearchAnswer | { readonly refused: string } };

type Codec = {
  readonly decode: (wire: never) => readonly CaseQuery[];
  readonly encode: (searched: readonly Searched[], addresses: Addresses) => unknown;
};

/** Each query is searched by itself, and what is wrong with one refuses that one. */
export function searchEach({ research, addresses }: ToolServices, { decode, encode }: Codec): Tool {
  return async (wire, { principal, signal }) => {
    const searched = decode(wire).map(async (query): Promise<Searched> => {
      const outcome = await research.cases.search(principal, { queries: [query] }, signal).catch(refusedOnly);
      return { query: query.query, outcome };
    });
    return encode(await Promise.all(searched), addresses);
  };
}

function refusedOnly(thrown: unknown): { readonly refused: string } {
  if (thrown instanceof OnpointError && thrown.code === "invalid_input") return { refused: thrown.message };
  throw thrown;
}
