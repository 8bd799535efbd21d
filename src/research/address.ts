/** What the public address of a decision is made of: its small number, and a slug of its caption. */
export type Addressed = { readonly publicNumber: number; readonly slug: string };

/** The canonical page of a decision. */
export type AddressOf = (decision: Addressed) => string;

/** Addresses under `baseUrl`, which has no slash at its end. */
export function addressesUnder(baseUrl: string): AddressOf {
  return ({ publicNumber, slug }) => `${baseUrl}/opinions/${publicNumber}/${slug}`;
}

/** What the public address of a version of a law is made of; one that is not law today is named in it. */
export type AddressedLaw = {
  readonly version: { readonly id: string; readonly collectionId: string; readonly path: string };
  readonly standing: { readonly isCurrent: boolean };
};

/** The canonical page of a law, or of one version of it. */
export type LawAddressOf = (law: AddressedLaw) => string;

export function lawAddressesUnder(baseUrl: string): LawAddressOf {
  return ({ version: { id, collectionId, path }, standing }) =>
    `${baseUrl}/laws/${collectionId}/${path}${standing.isCurrent ? "" : `?version=${id}`}`;
}
