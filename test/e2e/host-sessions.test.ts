import { fileURLToPath } from "node:url";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { Browser } from "#test/oauth/browser.ts";
import { startService } from "#test/oauth/service.ts";
import type { Service } from "#test/oauth/service.ts";
import { Host } from "./hosts/host.ts";
import { Recorder } from "./hosts/recorder.ts";

type Call = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** A session of research: each call takes what the one before answered. */
type Research = (call: Call) => Promise<void>;

type Kind = {
  readonly name: string;
  /** What is known of how such a host connects. */
  readonly says: string;
  readonly address: string;
  readonly client: "current" | "opens with initialize" | "former";
  /** Where it is called back; null for one that is given a key. */
  readonly redirect: string | null;
  readonly research: Research;
};

const of = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;
const firstOf = (value: unknown): Record<string, unknown> => of((value as unknown[])[0]);

/** Cases, then what one of them says, then its standing among others. */
const cases: Research = async (call) => {
  const found = await call("search", {
    queries: [{ query: "12 Samp. 340" }, { query: "duty to inspect a cold store" }],
  });
  const { document } = firstOf(found["results"]) as { document: { documentId: string } };
  const read = await call("analyzeCaseDocument", {
    documentId: document.documentId,
    question: "What did the court hold?",
  });
  expect(read["status"]).toBe("ok");
};

/** A docket by its number, then a paper in it. */
const dockets: Research = async (call) => {
  const docket = { court: "nysd", docketNumber: "20-cv-4567", caseName: "Wren Orchards" };
  const told = await call("analyzeCaseDocket", { docket, question: "Was the motion to dismiss granted?" });
  expect(told["status"]).toBe("ok");
  const reference = (told["relevantEntries"] as Record<string, unknown>[])
    .map((entry) => of(entry["documentReference"]))
    .find((one) => one["documentId"] !== undefined);
  expect(reference).toBeDefined();
  const read = await call("analyzeCaseDocument", { ...reference, question: "What does the paper ask for or decide?" });
  expect(read["status"]).toBe("ok");
};

/** A law by words, then what it says. */
const laws: Research = async (call) => {
  const found = await call("searchLaws", { query: "berthing fees" });
  const law = firstOf(found["results"]);
  const read = await call("analyzeLaw", { citation: law["citation"], question: "Who must pay the fee?" });
  expect(read).not.toHaveProperty("error");
};

/** With the words of version 3. */
const opinions: Research = async (call) => {
  const found = await call("search", { queries: [{ query: "Heron Bay Packing" }] });
  const { opinionId } = firstOf(firstOf(found["searches"])["results"]) as { opinionId: string };
  await call("findInOpinion", { opinionId, query: "duty" });
  await call("analyzeOpinion", { opinionId, question: "What did the court hold?" });
};

const KINDS: readonly Kind[] = [
  {
    name: "Claude",
    says: "Opens with `initialize`, registers itself, takes no pasted key.",
    address: "/mcp",
    client: "opens with initialize",
    redirect: "https://claude.ai/api/mcp/auth_callback",
    research: cases,
  },
  {
    name: "ChatGPT",
    says: "Registers itself and sends the `resource` that the metadata names. Which revision of the protocol it speaks is not published; the current one is shown.",
    address: "/mcp/v4",
    client: "current",
    redirect: "https://chatgpt.com/connector_platform_oauth_redirect",
    research: dockets,
  },
  {
    name: "VS Code",
    says: "Speaks the revision of 2025-11-25, demands metadata whose `resource` is the very address, and is called back on this machine.",
    address: "/mcp/v4",
    client: "former",
    redirect: "http://127.0.0.1:33418/",
    research: laws,
  },
  {
    name: "Cursor",
    says: "Is called back by a scheme of its own. Shown with the tools of version 3, which it may have been set up for.",
    address: "/mcp/v3",
    client: "former",
    redirect: "cursor://anysphere.cursor-mcp/oauth/callback",
    research: opinions,
  },
  {
    name: "A host with a key",
    says: "Copilot's cloud agent and programs of one's own: no person is there to sign in, so a key stands in a header.",
    address: "/mcp/v4",
    client: "opens with initialize",
    redirect: null,
    research: cases,
  },
];

/** Written anew by `npx vitest run --project slow test/e2e/host-sessions.test.ts -u`. */
const PAGE = fileURLToPath(new URL("host-sessions.md", import.meta.url));

const INTRODUCTION = `# Sessions of hosts

What passes between this service and hosts of several kinds, from the first refusal to the last answer. These are no recordings of the hosts: the official clients of the protocol play them against a server with invented records, with what is published of how each of them connects (its place to be called back, its revision of the protocol, its way to sign in). \`test/e2e/host-sessions.test.ts\` plays them again at every run and compares every line.

\`>\` is sent by the host, \`<\` answered by the service, \`#\` done by a person. Long texts and lists are cut, and tokens, codes and ids that differ from one time to the next are \`…\`.
`;

async function played(kind: Kind, service: Service): Promise<string> {
  const recorder = new Recorder(service.origin);
  const url = new URL(service.origin + kind.address);
  const host = kind.redirect === null ? undefined : new Host(kind.name, kind.redirect);
  const options = {
    fetch: recorder.fetch,
    ...(host === undefined
      ? { requestInit: { headers: { Authorization: `Bearer ${service.key}` } } }
      : { authProvider: host }),
  };
  const { client, connect, finish } = clientOf(kind, url, options);
  if (host !== undefined) {
    await expect(connect()).rejects.toThrow();
    const back = await new Browser().goThrough(host.sentTo?.href ?? "", service);
    const asked = [...(host.sentTo?.searchParams ?? [])].filter(([name]) => !RANDOM.has(name));
    const sentTo = `${host.sentTo?.pathname}?${asked.map(([name, value]) => `${name}=${value}`).join("&")}&…`;
    recorder.note(`a person is sent to ${sentTo.replaceAll(service.origin, "https://research.example")}`);
    const told = [...back.searchParams.keys()].toSorted().join(", ");
    recorder.note(`signs in, allows it, and is sent back to ${kind.redirect} with ${told}`);
    await finish(back.searchParams);
  }
  await connect();
  await client.listTools();
  await kind.research(async (name, args) => {
    const answer = await client.callTool({ name, arguments: args });
    const [{ text }] = answer.content as [{ text: string }];
    expect(answer.isError ?? false, text).toBe(false);
    return JSON.parse(text) as Record<string, unknown>;
  });
  await client.close();
  return `## ${kind.name}\n${kind.says}\n\n\`\`\`text\n${recorder.transcript}\n\`\`\`\n`;
}

const RANDOM = new Set(["client_id", "code_challenge", "state"]);

type Options = NonNullable<ConstructorParameters<typeof StreamableHTTPClientTransport>[1]>;

function clientOf({ name, client: generation }: Kind, url: URL, options: Options) {
  const info = { name, version: "1" };
  if (generation === "former") {
    const client = new FormerClient(info);
    const first = new FormerHttp(url, options as ConstructorParameters<typeof FormerHttp>[1]);
    return {
      client,
      connect: async () => client.connect(new FormerHttp(url, options as ConstructorParameters<typeof FormerHttp>[1])),
      finish: async (back: URLSearchParams) => first.finishAuth(back.get("code") ?? ""),
    };
  }
  const client = new Client(info, generation === "current" ? { versionNegotiation: { mode: "auto" } } : {});
  const first = new StreamableHTTPClientTransport(url, options);
  return {
    client,
    connect: async () => client.connect(new StreamableHTTPClientTransport(url, options)),
    finish: async (back: URLSearchParams) => first.finishAuth(back),
  };
}

test("hosts of every kind research as the documents show", { timeout: 180_000 }, async () => {
  const sessions: string[] = [];
  const service = await startService();
  try {
    for (const kind of KINDS) sessions.push(await played(kind, service));
  } finally {
    await service.stop();
  }
  await expect([INTRODUCTION, ...sessions].join("\n")).toMatchFileSnapshot(PAGE);
});
