import type { NamedReference } from "#search/query/direct.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { recordReading } from "#search/query/record-reading.ts";

const DOCKET_LEAD = String.raw`(?:(?:docket|case|cause|civil action|civ\. a\.)(?: (?:nos?\.?|numbers?))?|nos?\.?|numbers?)`;
const LEAD_BEFORE_NUMBER = new RegExp(`^${DOCKET_LEAD} (?=[^ ]*\\d)`, "iu");
/** `No. 23-1732`, `Docket No. A-5-14`. */
const NUMBERED = new RegExp(String.raw`^${DOCKET_LEAD} ?(?<=[. ])([A-Za-z]{0,4}[-.]?\d[\w:./-]+)$`, "iu");
/** Bare forms that can be nothing else: `2:19-cv-01234-ABC`, `19 Civ. 1234 (RJS)`, `92-1856`, `05-4210-cr`. */
const KIND = String.raw`(?:cv|civ|civil|cr|crim|criminal|mc|misc|md|mdl|mj|bk|ap|adv)`;
const DOCKETS: readonly RegExp[] = [
  /^\d{1,2}:\d{2}-[A-Za-z]{1,5}-\d{1,6}(?:-[A-Za-z-]+)?(?: \([A-Za-z]{2,4}\))*$/u,
  new RegExp(String.raw`^(?:19|20)?\d{2}[- ]?${KIND}\.?[- ]?\d{1,6}(?:-[A-Z]{2,4})*(?: \([A-Z]{2,4}\))*$`, "iu"),
  /^\d{2}-(?:[A-Za-z]{1,4}-)?\d{1,6}$/u,
  /^\d{2}-\d{3,6}-[a-z]{2}$/u,
  // The Supreme Court's original jurisdiction: `9 Orig.`
  /^\d{1,3},? orig(?:inal|\.)?$/iu,
];

/** A docket number behind `No.` or the like, or in a form that nothing else has. */
export const readDocketNumber: QueryReader = (text, { bare }) => {
  const found = bare === undefined ? undefined : docketNumberIn(bare);
  return found === undefined ? undefined : recordReading(text, found);
};

export function docketNumberIn(bare: string): NamedReference | undefined {
  const number = bare.replace(LEAD_BEFORE_NUMBER, "");
  const docket = NUMBERED.exec(bare)?.[1] ?? (DOCKETS.some((form) => form.test(number)) ? number : undefined);
  return docket === undefined ? undefined : { reference: { kind: "docket", docket } };
}
