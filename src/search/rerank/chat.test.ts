import { afterEach, describe, expect, test } from "vitest";
import { startModel } from "#test/analysis/model-server.ts";
import type { ModelServer, Plays } from "#test/analysis/model-server.ts";
import { chatReranker } from "./chat.ts";
import type { ChatService } from "./chat.ts";
import { remembering } from "./remembering.ts";
import type { Tokens } from "./rerank.ts";

let server: ModelServer | undefined;
afterEach(async () => server?.close());

async function serviceOf(plays: Plays, changes: Partial<ChatService> = {}): Promise<ChatService> {
  server = await startModel(plays);
  const url = `${server.url}/chat/completions`;
  return { url, model: "a-model", key: "a-key", timeout_ms: 5000, tokens_max: 100_000, ...changes };
}

/** Grades passages by how often the word stands in them. */
const counting: Plays = ({ prompt }) => {
  const passages = [...prompt.matchAll(/passage (\d+) =====\n([^]*?)\n=====/gu)];
  const grades = passages.map(([, number, text = ""]) => ({
    passage: Number(number),
    grade: Math.min(10, text.split("tug").length - 1),
  }));
  return JSON.stringify({ grades: grades.toReversed() });
};

const TEXTS = ["a pier burned", "a tug sank a tug", "a tug was sold"];

test("passages are graded in batches, each at its place, and what was taken is told", async () => {
  const service = await serviceOf(counting);
  const texts = Array.from({ length: 25 }, (_, at) => `${"tug ".repeat(at % 4)}number ${at}`);
  const spent: Tokens[] = [];
  const scores = await chatReranker(service).judge("who pays for the tug", texts, undefined, (one) => spent.push(one));
  expect(scores).toEqual(texts.map((_, at) => at % 4));
  expect(server?.asked.length).toBe(3);
  expect(spent.map(({ received }) => received)).toEqual([100, 100, 100]);
  const [first] = server?.asked ?? [];
  expect(first).toMatchObject({ key: "Bearer a-key", path: "/v1/chat/completions" });
  expect(first?.body).toMatchObject({ model: "a-model", temperature: 0 });
  expect(first?.prompt).toContain("who pays for the tug");
});

test("no passage can end itself: the code in the lines between them is another in each request", async () => {
  const service = await serviceOf(counting);
  for (const _ of [1, 2]) await chatReranker(service).judge("tug", TEXTS);
  const codes = (server?.asked ?? []).map(({ prompt }) => /===== (\w{24}) passage 1/u.exec(prompt)?.[1]);
  expect(new Set(codes).size).toBe(2);
});

test("what would take more than a search may is not read", async () => {
  const service = await serviceOf(counting, { tokens_max: 1_000 });
  const texts = Array.from({ length: 30 }, () => "tug ".repeat(100));
  const scores = await chatReranker(service).judge("tug", texts);
  const read = scores.filter((score) => score !== undefined).length;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(10);
  expect(scores.findIndex((score) => score === undefined)).toBe(read);
});

describe("what a model says around its grades", () => {
  const grades = '{"grades": [{"passage": 1, "grade": 1}, {"passage": 2, "grade": 9.5}, {"passage": 3, "grade": 0}]}';
  test.each([
    ["nothing", grades],
    ["thoughts", `<think>Passage {2} is near.</think>\n${grades}`],
    ["marks of code", `\`\`\`json\n${grades}\n\`\`\``],
  ])("%s", async (_what, said) => {
    expect(await chatReranker(await serviceOf(() => said)).judge("tug", TEXTS)).toEqual([1, 9.5, 0]);
  });

  test.each([
    ["a passage without a grade", '{"grades": [{"passage": 1, "grade": 1}]}'],
    ["a grade above all", grades.replace("9.5", "95")],
    ["words", "The second is best."],
    ["half an answer", grades.slice(0, 40)],
  ])("fails with %s", async (_what, said) => {
    const judged = chatReranker(await serviceOf(() => said)).judge("tug", TEXTS);
    await expect(judged).rejects.toMatchObject({ code: "unavailable" });
  });

  test("fails when the service does, or does not answer in time", async () => {
    const failing = await serviceOf((_asked, response) => {
      response.writeHead(500).end("{}");
      return undefined;
    });
    await expect(chatReranker(failing).judge("tug", TEXTS)).rejects.toThrow("it answered with status 500");
    await server?.close();
    const silent = await serviceOf(() => undefined, { timeout_ms: 100 });
    await expect(chatReranker(silent).judge("tug", TEXTS)).rejects.toThrow("it did not answer in time");
  });
});

test("a text is judged once for the same query, and again for another", async () => {
  const reranker = remembering(chatReranker(await serviceOf(counting)));
  const spent: Tokens[] = [];
  const judge = async (query: string, texts: readonly string[]): Promise<unknown> =>
    reranker.judge(query, texts, undefined, (one) => spent.push(one));
  expect(await judge("tug", TEXTS.slice(0, 2))).toEqual([0, 2]);
  expect(await judge("tug", TEXTS)).toEqual([0, 2, 1]);
  expect(server?.asked.at(-1)?.prompt).not.toContain("a pier burned");
  expect(await judge("tug", TEXTS.toReversed())).toEqual([1, 2, 0]);
  expect(spent.length).toBe(2);
  await judge("pier", TEXTS);
  expect(spent.length).toBe(3);
});
