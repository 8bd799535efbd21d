import { DERIVATIONS } from "#derivations/derivations.ts";

/**
 * The version of the rules by which an opinion is cleaned and read, kept with each that was: raise it when cleaning or
 * deriving gives something else for the same source text.
 */
export const CLEANING_VERSION: number = DERIVATIONS.cleaned_text.number;
