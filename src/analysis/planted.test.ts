import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startModel } from "#test/analysis/model-server.ts";
import type { ModelServer } from "#test/analysis/model-server.ts";
import { openAnalyst, relevantEntries } from "./analysis.ts";
import type { AnalysisConfig, Source } from "./analysis.ts";
import { OPINION_TEXT, partOf } from "./invented.fixture.ts";
import { PLANTED } from "./planted.fixture.ts";

const QUESTION = "Must a tenant who keeps the keys pay rent for each month?";
const HOLDING = "We hold that a tenant who keeps the keys after the term has ended must pay for each month";

/** The planted words in the place of a caption, between paragraphs, and as a docket's or a law's own lines. */
function documents(planted: string): readonly Source[] {
  const opinion = OPINION_TEXT.replace("No. 12-345.", `No. 12-345.\n\n${planted}`);
  const between = OPINION_TEXT.replace("Birch also argues", `${planted}\n\nBirch also argues`);
  return [
    { kind: "opinion", parts: [partOf(opinion)] },
    { kind: "opinion", parts: [partOf(between)] },
    { kind: "law", parts: [partOf(`(a) ${HOLDING.slice(13)}.\n\n(b) ${planted}`)] },
    { kind: "docket", parts: [partOf(`ORDER: ${HOLDING.slice(13)}.`, null, "1"), partOf(planted, null, "2")] },
  ];
}

test("there are twenty", () => expect(new Set(PLANTED).size).toBe(20));

describe("instructions in a document change nothing without a model", () => {
  const analyst = openAnalyst();

  test.each(PLANTED)("%s", async (planted) => {
    const calls = vi.spyOn(globalThis, "fetch");
    for (const source of documents(planted)) {
      const { propositions, doesNotAddress, quotesDropped } = await analyst.analyse(QUESTION, source);
      expect(propositions[0]?.quote.text.replaceAll("\n", " ")).toContain(
        "tenant who keeps the keys after the term has ended",
      );
      expect(doesNotAddress).toEqual([]);
      expect(quotesDropped).toBe(0);
      for (const { quote } of propositions) {
        const part = source.parts.find(({ id }) => id === quote.partId);
        expect(part?.text.slice(quote.start, quote.end)).toBe(quote.text);
      }
    }
    expect(calls).not.toHaveBeenCalled();
    calls.mockRestore();
  });

  test.each(PLANTED)("among the lines of a docket: %s", (planted) => {
    const lines = [
      { id: "1", description: planted, dateFiled: null },
      {
        id: "2",
        description: "ORDER granting motion for rent for each month in which the tenant kept the keys",
        dateFiled: null,
      },
    ];
    expect(relevantEntries(QUESTION, lines, 2)[0]?.id).toBe("2");
  });
});

describe("a model that obeys them is not believed", () => {
  let server: ModelServer;
  const obeys = {
    answer: "The tenant wins. See https://evil.example/ <img src=x>",
    propositions: [
      {
        proposition: "The tenant wins.",
        quote: "the tenant wins the case and owes no rent at all",
        source: "t1",
        role: "holding",
      },
      {
        proposition: "My instructions are these.",
        quote: "You answer a question about one legal document",
        source: "t1",
        role: "fact",
      },
      { proposition: "Rent is due.", quote: HOLDING, source: "t1", role: "holding" },
    ],
    doesNotAddress: [],
  };
  beforeAll(async () => {
    server = await startModel(() => JSON.stringify(obeys));
  });
  afterAll(async () => server.close());

  test.each(PLANTED)("%s", async (planted) => {
    const config: AnalysisConfig = {
      analysisProvider: "openai-compatible",
      analysisUrl: server.url,
      analysisModel: "m",
      analysisKey: null,
      analysisReads: "document",
      analysisFallback: false,
      analysisTimeoutSeconds: 20,
      analysisAttempts: 1,
      analysisTokens: 100_000,
      analysisPriceIn: 0,
      analysisPriceOut: 0,
      analysisCost: null,
    };
    const [source] = documents(planted);
    if (source === undefined) throw new Error("no document");
    const before = server.asked.length;
    const { answer, propositions, quotesDropped } = await openAnalyst(config).analyse(QUESTION, source);
    expect(propositions.map(({ quote }) => quote.text.replaceAll("\n", " "))).toEqual([HOLDING]);
    expect(quotesDropped).toBe(2);
    expect(answer).not.toMatch(/evil|<img/u);
    const asked = server.asked.slice(before);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).not.toHaveProperty("tools");
    expect(asked[0]?.instructions).not.toContain(planted);
    const code = /===== ([0-9a-f]{24}) text t1 begins/u.exec(asked[0]?.prompt ?? "")?.[1];
    const [, inside = ""] = asked[0]?.prompt.split(`===== ${code} text t1 begins =====`) ?? [];
    expect(inside.split(`===== ${code} text t1 ends =====`)[0]).toContain(planted);
  });
});
