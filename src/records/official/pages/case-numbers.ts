import { SaxesParser } from "saxes";

/** A case by the court's own number of it, and as its dockets print the docket number. */
export type CaseRef = { readonly caseId: string; readonly docketNumber: string; readonly caption: string | null };

export type CaseNumbers =
  | { readonly kind: "cases"; readonly cases: readonly CaseRef[] }
  | { readonly kind: "sealed" }
  /** No answer of this look-up, or not all of it. */
  | { readonly kind: "unreadable" };

const CASES_MAX = 1_000;

/**
 * Reads what a court's look-up of docket numbers answers: `<request><case id= number= title=/>…</request>`, or a message
 * in place of cases. That there is no such case is what the court says in so many words, never what could not be read.
 */
export function readCaseNumbers(xml: string): CaseNumbers {
  const messages: string[] = [];
  const cases: CaseRef[] = [];
  let root: string | undefined;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    root ??= name;
    if (name === "message") messages.push(attributes["text"] ?? "");
    const { id = "", number = "", title = "" } = name === "case" ? attributes : {};
    if (/^\d{1,12}$/u.test(id) && cases.length < CASES_MAX)
      cases.push({ caseId: id, docketNumber: number, caption: title === "" ? null : title });
  });
  parser.on("error", (error) => {
    throw error;
  });
  try {
    parser.write(withEscapedAmpersands(xml)).close();
  } catch {
    return { kind: "unreadable" };
  }
  if (root !== "request") return { kind: "unreadable" };
  if (messages.some((text) => /under seal/iu.test(text))) return { kind: "sealed" };
  const isAbsent = messages.some((text) => /cannot find/iu.test(text));
  return cases.length > 0 || isAbsent ? { kind: "cases", cases } : { kind: "unreadable" };
}

/** Captions come as clerks typed them. */
function withEscapedAmpersands(xml: string): string {
  return xml.replaceAll(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);)/giu, "&amp;");
}
