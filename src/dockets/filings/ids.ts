import { deriveId } from "#base/ids.ts";
import { docketIdPart } from "#cases/docket-key.ts";
import type { FilingCase } from "./model.ts";

/** The filing that a source's own name stands for. */
export function filingIdOf(source: string, sourceId: string): string {
  return deriveId("filing", source, sourceId);
}

/** What a source's case is called: its number in its court however it is spelled, or its caption where it has none. */
export function caseSourceIdOf({ courtId, docketNumber, caption }: FilingCase): string {
  return `${courtId}\n${docketIdPart(docketNumber) ?? `caption ${caption.toLowerCase()}`}`;
}

export function filingCaseIdOf(source: string, filed: FilingCase): string {
  return deriveId("case", source, caseSourceIdOf(filed));
}
