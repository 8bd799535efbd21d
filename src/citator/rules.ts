import { DERIVATIONS } from "#derivations/derivations.ts";

/** The numbers of the rules by which opinions are read and standings made. */
export type CitatorRules = { readonly readings: number; readonly standings: number };

export const CITATOR_RULES: CitatorRules = {
  readings: DERIVATIONS.treatments.number,
  standings: DERIVATIONS.standings.number,
};
