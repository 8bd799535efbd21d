import { createInterface } from "node:readline/promises";
import { OnpointError } from "#base/errors.ts";

/** One question with its answers; `other` reads an answer that is none of them, or says undefined. */
export type Question<Answer extends string> = {
  readonly asks: string;
  readonly answers: readonly { readonly value: Answer; readonly means: string }[];
  readonly other?: (text: string) => Answer | undefined;
  readonly otherMeans?: string;
};

const TRIES_MAX = 5;

/** Asks on the terminal, the first answer being what an empty line says. Throws `invalid_input` after some wrong answers. */
export async function ask<Answer extends string>(question: Question<Answer>): Promise<Answer> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write(`\n${inWords(question)}\n`);
    for (let left = TRIES_MAX; left > 0; left -= 1) {
      const answer = answerOf(question, await terminal.question("> [1] "));
      if (answer !== undefined) return answer;
      process.stderr.write(
        `Type a number from 1 to ${question.answers.length}${question.other === undefined ? "" : `, or ${question.otherMeans ?? ""}`}.\n`,
      );
    }
    throw new OnpointError("invalid_input", "no answer was one of those offered", {
      hint: "Run `onpoint init` again.",
    });
  } finally {
    terminal.close();
  }
}

function inWords<Answer extends string>({ asks, answers, otherMeans }: Question<Answer>): string {
  return [
    asks,
    ...answers.map(({ means }, at) => `  ${at + 1}  ${means}`),
    ...(otherMeans === undefined ? [] : [`  or type ${otherMeans}`]),
  ].join("\n");
}

/** The answer that a line gives: its number, its word, or one of one's own. */
export function answerOf<Answer extends string>(question: Question<Answer>, line: string): Answer | undefined {
  const text = line.trim();
  if (text === "") return question.answers[0]?.value;
  const numbered = /^\d+$/u.test(text) ? question.answers[Number(text) - 1]?.value : undefined;
  return numbered ?? question.answers.find(({ value }) => value === text)?.value ?? question.other?.(text);
}
