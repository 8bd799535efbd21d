import { kindOfId } from "#base/ids.ts";
import type { DocumentAsked } from "../answers.ts";
import { analysed, analyseDocument, failure } from "../document.ts";
import type { ReadingSources } from "../document.ts";
import { refusal } from "../find-document.ts";
import { findFiling } from "./find.ts";
import type { PaperAnswer } from "./model.ts";

/**
 * Answers a question from one document of a case, a decision or a filing.
 * @throws OnpointError `invalid_input` for a question that cannot be read
 */
export async function analysePaper(
  sources: ReadingSources,
  asked: DocumentAsked,
  signal?: AbortSignal,
): Promise<PaperAnswer> {
  const filing = await findFiling(sources.db, asked.named);
  if (filing === undefined) {
    if (asked.named?.by === "id" && kindOfId(asked.named.id) === "filing")
      return refusal("not_found", "no filing is held under this id", "filing_not_held");
    return analyseDocument(sources, asked, signal);
  }
  if (filing.missing !== null) {
    const message = `no text of this filing is held: ${filing.missing}`;
    return { ...refusal("text_not_available", message, "no_text"), filing };
  }
  const source = { kind: "filing", parts: [filing.part] } as const;
  const analysis = await analysed(sources.analyst, asked.question, source, signal);
  return analysis === undefined ? { ...failure({}), filing } : { status: "ok", filing, analysis };
}
