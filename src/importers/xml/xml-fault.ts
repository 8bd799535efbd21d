import { LIMITS } from "#base/limits.ts";
import type { RejectReason } from "../frame/source.ts";

export type XmlFaultReason =
  | "bad_xml"
  | "takes_too_long"
  | "entity_declared"
  | "too_deep"
  | "too_large"
  | "unknown_encoding"
  | "wrong_document";

const HINTS: Readonly<Record<XmlFaultReason, string>> = {
  bad_xml: "the file is truncated or damaged; fetch it again",
  entity_declared: "a law does not declare entities; write the characters out",
  takes_too_long: "it may be damaged; if it is not, please report it",
  too_deep: "no code is nested so deep; look at what made the file",
  too_large: `one provision may have ${Math.floor(LIMITS.import_field_bytes_max / 1e6)} MB`,
  unknown_encoding: "convert the file to UTF-8",
  wrong_document: "see docs/operating/import-laws.md for what each source reads",
};

/** Why a document of XML is left out as a whole. */
export class XmlFault extends Error {
  readonly reason: XmlFaultReason;

  constructor(reason: XmlFaultReason, message: string) {
    super(message);
    this.name = "XmlFault";
    this.reason = reason;
  }

  toReject(): RejectReason {
    return { reason: this.reason, message: this.message.slice(0, 300), hint: HINTS[this.reason] };
  }
}
