import { splitSentences } from "#text/sentences.ts";
import { tokenize } from "#text/tokenize.ts";
import type { Analyst, Proposition } from "#research/analyst.ts";

/** Answers with the sentences that share a longer word with the question: enough to see what is made of an answer. */
export const PLAIN_ANALYST: Analyst = {
  analyse: async (question, { parts }) => {
    const asked = new Set(tokenize(question).flatMap(({ text }) => (text.length > 3 ? [text] : [])));
    const propositions = parts
      .flatMap(({ id: partId, text, section }) =>
        splitSentences(text).flatMap(({ start, end }): Proposition[] => {
          const quote = { partId, start, end, text: text.slice(start, end), isTruncated: false };
          if (!tokenize(quote.text).some((token) => asked.has(token.text))) return [];
          const speaker =
            section === null || section.kind === "majority"
              ? null
              : `${section.kind}${section.author === null ? "" : ` (${section.author})`}`;
          return [{ proposition: quote.text, quote, section: speaker, role: "holding", score: 1 }];
        }),
      )
      .slice(0, 6);
    return {
      answer: propositions[0]?.proposition ?? "The document does not say.",
      propositions,
      doesNotAddress: propositions.length === 0 ? [question] : [],
      summary: propositions[0]?.proposition ?? "",
      disposition: null,
      warnings: ["The answer is made of sentences of the document; no model read it."],
      quotesDropped: 0,
    };
  },
};
