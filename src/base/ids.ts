import { createHash } from "node:crypto";

/**
 * The kinds of record an id can name, each with the hexadecimal digit that stands for it in the id itself.
 * Digits are never reused: ids are public and live in other people's systems.
 */
const DIGIT_BY_KIND = {
  case: "1",
  cluster: "2",
  opinion: "3",
  work: "4",
  docketEntry: "5",
  filing: "6",
  lawNode: "7",
  lawVersion: "8",
  apiKey: "9",
  user: "a",
  team: "b",
  organization: "c",
} as const;

export type IdKind = keyof typeof DIGIT_BY_KIND;

const KIND_BY_DIGIT = new Map<string, IdKind>(
  (Object.keys(DIGIT_BY_KIND) as IdKind[]).map((kind) => [DIGIT_BY_KIND[kind], kind]),
);

const NAME_BY_KIND: Record<IdKind, string> = {
  case: "a case",
  cluster: "a cluster",
  opinion: "an opinion",
  work: "a work",
  docketEntry: "a docket entry",
  filing: "a filing",
  lawNode: "a law",
  lawVersion: "a law version",
  apiKey: "an API key",
  user: "a user",
  team: "a team",
  organization: "an organization",
};

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8([0-9a-f])[0-9a-f]{2}-[0-9a-f]{12}$/u;

/**
 * A UUID of version 8 (RFC 9562, section 5.8) made from the source's name and its own id, so that the same
 * record has the same id on every machine and at every import. The digit after the variant names the kind:
 * `xxxxxxxx-xxxx-8xxx-8Kxx-xxxxxxxxxxxx`. 112 bits come from SHA-256.
 */
export function deriveId(kind: IdKind, source: string, sourceId: string): string {
  const hash = createHash("sha256").update(`${kind}\0${source}\0${sourceId}`).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(12, 15)}`,
    `8${DIGIT_BY_KIND[kind]}${hash.slice(15, 17)}`,
    hash.slice(17, 29),
  ].join("-");
}

/** The kind an id names, or undefined when the text is not one of our ids. Upper case is accepted. */
export function kindOfId(text: string): IdKind | undefined {
  const digit = SHAPE.exec(text.toLowerCase())?.[1];
  return digit === undefined ? undefined : KIND_BY_DIGIT.get(digit);
}

/** Says what is wrong with an id given where `wanted` belongs, or undefined when it fits. */
export function idFault(text: string, wanted: IdKind): string | undefined {
  const kind = kindOfId(text);
  if (kind === wanted) return undefined;
  if (kind === undefined) return `not an id of this service; ${NAME_BY_KIND[wanted]} id is wanted`;
  return `this is ${NAME_BY_KIND[kind]} id; ${NAME_BY_KIND[wanted]} id is wanted`;
}
