import { LIMITS } from "#base/limits.ts";

/** A server and the key that it is asked with. */
export type AskedServer = { readonly origin: string; readonly key: string };

/** What is answered by a few rare words, by many, by places, by beginnings and ends, and by names. */
const KEYWORD = [
  "negligence",
  "summary judgment standard",
  "fraud* OR deceit",
  '"due process"',
  "contract AND breach AND damages",
  "(fraud* OR deceit) W/5 (reliance OR misrepresent*)",
  "negligen! W/10 (damages OR plaintiff)",
  '"motion to dismiss" AND NOT settlement',
  "jurisdiction W/3 diversity",
  "habeas corpus petition",
  "*ability",
  "Miranda v. Arizona",
];
const MEANING = [
  "may a landlord keep the deposit of a tenant who left early",
  "when does a seller owe a duty to warn of dangers",
  "can police search a car after a stop for speeding",
  "must an employer pay for time spent changing clothes",
  "is a promise without consideration binding",
];
/** Each stands for more words than a search may expand. */
const WILD = ["*a* OR *e* OR *i*", "*a* W/5 *e*", "*er* OR *in* OR *on*"];
/** How a search is refused that takes too long. */
const TOO_LONG = ["too_costly", "unavailable"];
const AT_ONCE = 4;
const CHECKED_CHARS = 400_000;

/** Groups of questions of a busy day on a small machine, in the order in which they are asked. */
export const MIXED_LOAD: Readonly<Record<string, (server: AskedServer) => Promise<void>>> = {
  "60 searches by words": async (server) =>
    together(60, async (at) => search(server, { query: KEYWORD[at % KEYWORD.length], mode: "keyword" })),
  "30 searches by meaning, or both": async (server) =>
    together(30, async (at) =>
      search(server, { query: MEANING[at % MEANING.length], mode: at % 2 === 0 ? "semantic" : "hybrid" }),
    ),
  "a text of 400,000 characters checked": async (server) => {
    const text = "The rule is settled. See Doe v. Roe, 12 Samp. 34 (1990); accord 384 U.S. 436, 444 (1966). ";
    await ask(server, "/v1/citations/check", { text: text.repeat(CHECKED_CHARS / text.length) });
  },
  "9 searches with wild cards": async (server) =>
    together(9, async (at) => ask(server, "/v1/search", { query: WILD[at % WILD.length], mode: "keyword" }, TOO_LONG)),
  "8 answers with 100 opinions and their text": async (server) => {
    const ids = await search(server, { query: "court", mode: "keyword", page_size: LIMITS.page_size_max });
    await together(8, async () => ask(server, "/v1/opinions/get", { opinion_ids: ids, include_content: true }));
  },
};

async function together(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

async function search(server: AskedServer, asked: object): Promise<readonly string[]> {
  const answer = (await ask(server, "/v1/search", asked)) as unknown as {
    readonly results: readonly { opinion_id: string }[];
  };
  return answer.results.map(({ opinion_id }) => opinion_id);
}

/** Throws for a refusal, but for one of these codes. */
async function ask({ origin, key }: AskedServer, path: string, body: object, borne: readonly string[] = []) {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly code?: string };
  if (!response.ok && !borne.includes(answer.code ?? ""))
    throw new Error(`${path} ${JSON.stringify(body).slice(0, 200)}: ${JSON.stringify(answer)}`);
  return answer;
}
