import { inError, wordRefusal } from "#contracts/tools/codec/faults.ts";

/** Refusals in this version's words: a search has a place for them too, and its days have other names. */
export const WORD_REFUSAL = wordRefusal({
  answers: {
    search: (error) => ({ status: "error", results: [], error }),
    searchLaws: inError,
    analyzeLaw: inError,
  },
  placed: ({ path, message }) => {
    const place = path.replace(/\bdateFrom$/u, "startDate").replace(/\bdateTo$/u, "endDate");
    return place === "" || place === "cursor" ? message : `${place}: ${message}`;
  },
});
