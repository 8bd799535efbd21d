/** What the public address of a decision is made of: its small number, and a slug of its caption. */
export type Addressed = { readonly publicNumber: number; readonly slug: string };

/** The canonical page of a decision. */
export type AddressOf = (decision: Addressed) => string;

/** Addresses under `baseUrl`, which has no slash at its end. */
export function addressesUnder(baseUrl: string): AddressOf {
  return ({ publicNumber, slug }) => `${baseUrl}/opinions/${publicNumber}/${slug}`;
}
