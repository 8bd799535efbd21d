import { OnpointError } from "#base/errors.ts";

/** What RFC 7644 (section 3.12) calls the kinds of mistakes. */
export type ScimType =
  | "invalidFilter"
  | "invalidSyntax"
  | "invalidPath"
  | "invalidValue"
  | "uniqueness"
  | "noTarget"
  | "mutability";

/** A mistake of a provider's, as SCIM tells it. */
export class ScimFault extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

const BY_CODE: Readonly<Record<string, { readonly status: number; readonly scimType?: ScimType } | undefined>> = {
  invalid_input: { status: 400, scimType: "invalidValue" },
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  not_found: { status: 404 },
  conflict: { status: 409, scimType: "uniqueness" },
  too_large: { status: 413 },
  rate_limited: { status: 429 },
  unavailable: { status: 503 },
};

/** What was wrong, in the words of SCIM; undefined for a failure of the service. */
export function asScimFault(thrown: unknown): ScimFault | undefined {
  if (thrown instanceof ScimFault) return thrown;
  if (!(thrown instanceof OnpointError)) return undefined;
  const known = BY_CODE[thrown.code];
  if (known === undefined) return undefined;
  const hint = thrown.hint === undefined ? "" : `: ${thrown.hint}`;
  return new ScimFault(known.status, `${thrown.message}${hint}`, known.scimType);
}
