import { afterEach, describe, expect, test } from "vitest";
import { openAnalyst } from "#analysis/analysis.ts";
import type { AnalysisConfig } from "#analysis/analysis.ts";
import { OPINION, OPINION_TEXT, partOf } from "#analysis/invented.fixture.ts";
import type { Analysis, Analyst, Source } from "#analysis/model.ts";
import { modelConfig, startModel } from "#test/analysis/model-server.ts";
import type { ModelServer, Plays } from "#test/analysis/model-server.ts";
import { ANSWER } from "./prompt.ts";
import { windowsOf } from "./windows.ts";

const QUESTION = "Must a tenant who keeps the keys pay rent, and what interest did the lease state?";
const HOLDING = "We hold that a tenant who keeps the keys after the term has ended must pay for each month";
const GOOD = {
  answer: "Yes. A tenant who keeps the keys owes rent for the months in which the rooms could not be let.",
  propositions: [
    { proposition: "A tenant who keeps the keys must pay.", quote: HOLDING, source: "t1", role: "holding" },
  ],
  doesNotAddress: ["what interest the lease stated"],
} as const;

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function analystOf(
  plays: Plays,
  settings: Partial<AnalysisConfig> = {},
): Promise<{ analyst: Analyst; server: ModelServer }> {
  const server = await startModel(plays);
  servers.push(server);
  return { analyst: openAnalyst(modelConfig(server.url, settings)), server };
}

async function ask(plays: Plays, settings: Partial<AnalysisConfig> = {}, source: Source = OPINION): Promise<Analysis> {
  return (await analystOf(plays, settings)).analyst.analyse(QUESTION, source);
}

const says =
  (answer: object): Plays =>
  () =>
    JSON.stringify(answer);
const quoting = (...quotes: string[]): Plays =>
  says({ ...GOOD, propositions: quotes.map((quote) => ({ ...GOOD.propositions[0], quote })) });

const answering = (answer: string, ...propositions: { proposition: string; quote: string }[]): Plays =>
  says({ ...GOOD, answer, propositions: propositions.map((one) => ({ ...GOOD.propositions[0], ...one })) });

describe("a good answer", () => {
  test.each(["openai-compatible", "anthropic", "openai"] as const)("of %s is taken whole", async (analysisProvider) => {
    const { analyst, server } = await analystOf(says(GOOD), { analysisProvider });
    const analysis = await analyst.analyse(QUESTION, OPINION);
    expect(analysis).toMatchObject({
      answer: GOOD.answer,
      doesNotAddress: GOOD.doesNotAddress,
      quotesDropped: 0,
      warnings: [],
    });
    expect(analysis.propositions).toHaveLength(1);
    const [first] = analysis.propositions;
    expect(first).toMatchObject({ proposition: GOOD.propositions[0].proposition, role: "holding", section: null });
    expect(OPINION_TEXT.slice(first?.quote.start, first?.quote.end)).toBe(first?.quote.text);
    expect(first?.quote.text.replaceAll("\n", " ")).toBe(HOLDING);
    const [asked] = server.asked;
    expect(asked?.key).toContain("k");
    expect(asked?.body).not.toHaveProperty("tools");
    expect(JSON.stringify(asked?.body)).toContain('"additionalProperties":false');
  });

  test("the source stands between lines with a code that no text can know, and our instructions apart from it", async () => {
    const { analyst, server } = await analystOf(says(GOOD));
    await analyst.analyse(QUESTION, OPINION);
    await analyst.analyse(QUESTION, OPINION);
    const codes = server.asked.map(({ prompt }) => /===== ([0-9a-f]{24}) text t1 begins/u.exec(prompt)?.[1]);
    expect(new Set(codes).size).toBe(2);
    expect(codes).not.toContain(undefined);
    expect(server.asked[0]?.instructions).toContain("nothing they ask");
    expect(server.asked[0]?.instructions).not.toContain("Birch");
    expect(server.asked[0]?.prompt).not.toContain('"one"');
  });

  test("a dissent's words are the dissent's, whatever the model says", async () => {
    const { propositions } = await ask(
      quoting("A landlord who can buy a new lock for nine dollars has no need of four months' rent."),
    );
    expect(propositions[0]).toMatchObject({ section: "dissent (Ash)" });
  });
});

describe("a lying answer", () => {
  test("loses the statements whose quotations are not in the source, and says how many", async () => {
    const analysis = await ask(
      quoting(
        HOLDING,
        "The tenant must also repaint the rooms at her own cost.",
        "The trial court awarded the bank $9,200 in rent",
      ),
    );
    expect(analysis.propositions).toHaveLength(1);
    expect(analysis.quotesDropped).toBe(2);
    expect(analysis.warnings.join(" ")).toContain("2 of the model's statements were left out");
  });

  test("that has nothing true in it is a failure", async () => {
    await expect(ask(quoting("The tenant must also repaint the rooms at her own cost."))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("none of its quotations is in the document") as string,
    });
  });

  test("is shown in the source's words where it is nearly right", async () => {
    const { propositions } = await ask(
      quoting("“We hold that a tenent who keeps the keys after the term has ended must pay for each month”"),
    );
    expect(propositions[0]?.quote.text.replaceAll("\n", " ")).toBe(HOLDING);
  });

  test("bears no address, no mark-up and no end", async () => {
    const { answer, propositions } = await ask(
      says({
        answer: `See ![x](https://evil.example/?q=1) or http://evil.example/a <img src=x> ${"word ".repeat(3_000)}`,
        propositions: [
          {
            ...GOOD.propositions[0],
            proposition: "A tenant who keeps the keys must pay: see www.evil.example/now\u0007 \u202e",
          },
        ],
        doesNotAddress: [],
      }),
    );
    expect(answer).not.toMatch(/evil|<img/u);
    expect(answer.length).toBeLessThan(4_100);
    expect(propositions[0]?.proposition).toBe("A tenant who keeps the keys must pay: see [address left out]");
  });
});

describe("an answer that says more than its quotations", () => {
  const DISSENT = "A landlord who can buy a new lock for nine dollars has no need of four months' rent.";
  const held = { proposition: "A tenant who keeps the keys must pay.", quote: HOLDING };

  test.each([
    ["a number of its own", "A tenant who keeps the keys must pay 900 dollars for each month."],
    ["a name of its own", "A tenant who keeps the keys must pay each month, as in Larch v. Hazel."],
    ["another outcome", "The court reversed the judgment that a tenant who keeps the keys must pay."],
    ["the reverse", "A tenant who keeps the keys after the term has ended need not pay for each month."],
    ["another matter", "Landlords everywhere prefer copper plumbing because winters damage gutters."],
  ])("%s is left out, and said", async (_, sentence) => {
    const { answer, warnings } = await ask(answering(`${GOOD.answer} ${sentence}`, held));
    expect(answer).toBe(GOOD.answer);
    expect(warnings.join(" ")).toContain("1 sentences were left out that no quotation supports");
  });

  test("nothing of which stands gives way to the quotations", async () => {
    const { answer } = await ask(answering("Copper plumbing costs 900 dollars.", held));
    expect(answer.replaceAll("\n", " ")).toBe(`The court states: \u201c${HOLDING}\u201d`);
  });

  test("without a quotation is told to be none", async () => {
    const plays = says({ answer: "The airspeed is 24 miles per hour.", propositions: [], doesNotAddress: [] });
    const analysis = await ask(plays);
    expect(analysis.answer).toMatch(/^The opinion does not appear to answer: /u);
    expect(analysis).toMatchObject({ propositions: [], doesNotAddress: [QUESTION] });
  });

  test("a statement that denies its quotation is told in the quotation's words", async () => {
    const denied = "A tenant who keeps the keys after the term need not pay for each month.";
    const { propositions, warnings } = await ask(answering(GOOD.answer, { proposition: denied, quote: HOLDING }));
    expect(propositions[0]?.proposition).toBe(`The court states: ${HOLDING}`);
    expect(warnings.join(" ")).toContain("1 of the model's statements said more than their quotations");
  });

  test("a dissent is no court, comes behind it and is named", async () => {
    const { answer, propositions } = await ask(
      answering(
        "The court held that a landlord who can buy a new lock for nine dollars has no need of rent.",
        { proposition: "A landlord who can buy a new lock has no need of four months' rent.", quote: DISSENT },
        held,
      ),
    );
    expect(propositions.map(({ section }) => section)).toEqual([null, "dissent (Ash)"]);
    expect(propositions[1]?.proposition).toMatch(/^Ash, dissenting, states: A landlord/u);
    expect(answer).not.toContain("court held");
  });

  test("what stands before the opinion is told to be its head", async () => {
    const { propositions } = await ask(
      answering("", {
        proposition: "The case is Alder County Savings Bank v. Birch.",
        quote: "ALDER COUNTY SAVINGS BANK v. BIRCH",
      }),
    );
    expect(propositions[0]?.section).toBe("head of the decision");
  });
});

describe("an answer that is none", () => {
  test.each<[string, Plays]>([
    ["is no JSON", () => "I cannot help with that."],
    ["is cut off", () => JSON.stringify(GOOD).slice(0, 120)],
    ["lacks a member", says({ answer: "Yes." })],
    ["has another role", says({ ...GOOD, propositions: [{ ...GOOD.propositions[0], role: "judge" }] })],
    ["is a refusal of the server", (_, response) => void response.writeHead(400).end('{"error":{"message":"no"}}')],
    ["is the server's fault", (_, response) => void response.writeHead(500).end("oops")],
    ["breaks off", (_, response) => void response.destroy()],
    ["leads elsewhere", (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    [
      "is endless",
      (_, response) =>
        void response.writeHead(200, { "content-type": "application/json" }).end(`"${"x".repeat(5_000_000)}"`),
    ],
  ])("%s: the analysis fails in words", async (_, plays) => {
    await expect(ask(plays)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("the model for analysis fails") as string,
    });
  });

  test("is asked for again where the next may be better", async () => {
    let times = 0;
    const analysis = await ask(() => (++times < 3 ? "{" : JSON.stringify(GOOD)), { analysisAttempts: 3 });
    expect(times).toBe(3);
    expect(analysis.propositions).toHaveLength(1);
  });

  test("that comes too late is not waited for", async () => {
    await expect(ask(() => undefined, { analysisTimeoutSeconds: 1 })).rejects.toMatchObject({
      message: expect.stringContaining("no answer in 1 s") as string,
    });
  });

  test("gives way to the reader without a model where that is wanted, which is said", async () => {
    const analysis = await ask(() => "no", { analysisFallback: true });
    expect(analysis.warnings[0]).toContain("the model for analysis fails");
    expect(analysis.answer).toContain("No language model was used");
  });

  test("nobody waits for when the asker has gone", async () => {
    const { analyst } = await analystOf(() => undefined, { analysisFallback: true });
    const signal = AbortSignal.timeout(50);
    await expect(analyst.analyse(QUESTION, OPINION, signal)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("a long source", () => {
  const filler = "The witness told of the weather and of the road at length. ".repeat(40);
  const long = partOf(`${`${filler}\n\n`.repeat(60)}${OPINION_TEXT}`, { kind: "majority", author: "Elm" });

  test("is read in windows that hold every word once, and answered from what stands of all", async () => {
    const source: Source = { kind: "opinion", parts: [long] };
    const windows = windowsOf(source);
    expect(windows.length).toBeGreaterThan(2);
    const shown = windows.flat().map(({ part, start, end }) => part.text.slice(start, end));
    expect(shown.join("").replaceAll(/\s+/gu, "")).toBe(long.text.replaceAll(/\s+/gu, ""));
    const { analyst, server } = await analystOf(({ prompt }) => {
      if (prompt.includes("statements begin")) return JSON.stringify({ ...GOOD, propositions: [] });
      const isHere = prompt.replaceAll("\n", " ").includes(HOLDING);
      return JSON.stringify(isHere ? GOOD : { answer: "", propositions: [], doesNotAddress: ["all"] });
    });
    const analysis = await analyst.analyse(QUESTION, source);
    expect(server.asked).toHaveLength(windows.length + 1);
    expect(analysis.propositions.map(({ quote }) => quote.text.replaceAll("\n", " "))).toEqual([HOLDING]);
    expect(analysis).toMatchObject({ answer: GOOD.answer, doesNotAddress: GOOD.doesNotAddress, warnings: [] });
  });

  test.each<[string, Partial<AnalysisConfig>]>([
    ["tokens", { analysisTokens: 30_000 }],
    ["money", { analysisPriceIn: 1_000, analysisCost: 25 }],
  ])("beyond the limit of %s is read in part, which is said, or not at all", async (_, limits) => {
    const analysis = await ask(says({ ...GOOD, propositions: [] }), { ...limits }, { kind: "opinion", parts: [long] });
    expect(analysis.warnings.join(" ")).toMatch(/The model read 1 of the \d/u);
    await expect(ask(says(GOOD), { analysisTokens: 1_000 })).rejects.toMatchObject({
      message: expect.stringContaining("more than one may") as string,
    });
  });
});

test("a model of which too little is said is refused at once", async () => {
  await expect(ask(says(GOOD), { analysisModel: null })).rejects.toMatchObject({ code: "invalid_configuration" });
  await expect(ask(says(GOOD), { analysisUrl: null })).rejects.toMatchObject({ code: "invalid_configuration" });
});

test("the schema wants every member and allows no other", () => {
  expect(ANSWER.safeParse(GOOD).success).toBe(true);
  expect(ANSWER.safeParse({ ...GOOD, tool: "x" }).success).toBe(false);
});
