import { modelConfig, startModel } from "../../test/analysis/model-server.ts";
import { Chance } from "../brief-check/chance.ts";
import type { Played } from "./good-model.ts";
import type { Labelled } from "./questions.ts";
import { answersTo } from "./telling.ts";

/**
 * `knows`: chooses all sentences that answer, as marked, and none otherwise: what a second look can reach at best. `first`:
 * always the first; `any`: one by chance; `lies`: numbers that stand for nothing.
 */
export const CHOOSERS = ["knows", "first", "any", "lies"] as const;
export type Chooser = (typeof CHOOSERS)[number];

export type PlayedChooser = Played & {
  /** Says which question comes next. */
  readonly expect: (labelled: Labelled) => void;
  /** The most characters that one request had. */
  readonly charsMost: () => number;
};

/** A model that chooses among numbered sentences. */
export async function playChooser(chooser: Chooser): Promise<PlayedChooser> {
  const chance = new Chance("a model that chooses by chance");
  let current: Labelled | undefined;
  let most = 0;
  const server = await startModel(({ prompt, instructions }) => {
    most = Math.max(most, prompt.length + instructions.length);
    const shown = /sentences begin =====\n(?<lines>[\s\S]*)\n===== /u.exec(prompt)?.groups?.["lines"] ?? "";
    const sentences = [...shown.matchAll(/^\d+\. \([^)]*\) (?<words>.*)$/gmu)].map(
      ({ groups }) => groups?.["words"] ?? "",
    );
    const parts = prompt.split("from the person who asks:\n").at(-1)?.split("\n") ?? [];
    const answers = current === undefined || current.spans.length === 0 ? () => false : answersTo(current);
    const choose = (): number[] => {
      if (chooser === "first") return [1];
      if (chooser === "any") return [1 + chance.below(Math.max(1, sentences.length))];
      if (chooser === "lies") return [sentences.length + 7, -1];
      return sentences.flatMap((words, at) => (answers(words) ? [at + 1] : []));
    };
    return JSON.stringify({ parts: parts.map((_, at) => ({ part: at + 1, sentences: choose() })) });
  });
  return {
    config: modelConfig(server.url, { analysisReads: "passages", analysisTimeoutSeconds: 600 }),
    close: server.close,
    expect: (labelled) => {
      current = labelled;
    },
    charsMost: () => most,
  };
}
