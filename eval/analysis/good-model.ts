import type { AnalysisConfig } from "#analysis/analysis.ts";
import { startModel } from "../../test/analysis/model-server.ts";
import { bare } from "./judge.ts";
import type { Labelled } from "./questions.ts";

export type Played = { readonly config: AnalysisConfig; readonly close: () => Promise<void> };

/** A model that knows the marked answers: of each it gives the first quote that the words it is shown hold. */
export async function playGoodModel(labelled: readonly Labelled[]): Promise<Played> {
  const byQuestion = new Map(labelled.map((one) => [one.question.trim(), one]));
  const server = await startModel(({ prompt }) => {
    const question = prompt.split("The question, from the person who asks:\n").at(-1)?.trim() ?? "";
    const known = byQuestion.get(question);
    const shown = bare(prompt);
    const isComposing = prompt.includes("statements begin");
    const propositions = (known?.spans ?? []).flatMap((span) => {
      const quote = isComposing ? undefined : span.find((one) => shown.includes(bare(one)));
      return quote === undefined
        ? []
        : [{ proposition: `The document says: ${quote}`, quote, source: "t1", role: "fact" }];
    });
    return JSON.stringify({ answer: "As marked.", propositions, doesNotAddress: known?.unanswered ?? [] });
  });
  return {
    config: {
      analysisProvider: "openai-compatible",
      analysisUrl: server.url,
      analysisModel: "good",
      analysisKey: null,
      analysisReads: "document",
      analysisFallback: false,
      analysisTimeoutSeconds: 600,
      analysisAttempts: 1,
      analysisTokens: 5_000_000,
      analysisPriceIn: 0,
      analysisPriceOut: 0,
      analysisCost: null,
    },
    close: server.close,
  };
}
