/** How many stored results were made by rules with a lower number than the program's, and with a higher one. */
export type ByOtherRules = { readonly older: number; readonly newer: number };
