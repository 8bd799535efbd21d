import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnalysisConfig } from "#analysis/analysis.ts";

/** What a model was asked: the address, who asks, and the words it was shown. */
export type AskedModel = {
  readonly path: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  readonly instructions: string;
};

/** What a model answers as the text of its message; or how its server behaves instead. */
export type Plays = (asked: AskedModel, response: ServerResponse) => string | undefined | Promise<string | undefined>;

export type ModelServer = {
  readonly url: string;
  readonly asked: readonly AskedModel[];
  readonly close: () => Promise<void>;
};

/** A model at an address, asked once, with no limit that a test meets and no other reader in its place. */
export function modelConfig(url: string, settings: Partial<AnalysisConfig> = {}): AnalysisConfig {
  return {
    analysisProvider: "openai-compatible",
    analysisUrl: url,
    analysisModel: "m",
    analysisKey: "k",
    analysisReads: "document",
    analysisFallback: false,
    analysisTimeoutSeconds: 20,
    analysisAttempts: 1,
    analysisTokens: 400_000,
    analysisPriceIn: 0,
    analysisPriceOut: 0,
    analysisCost: null,
    ...settings,
  };
}

/** A real server that speaks the protocols of three makers, and answers what `plays` says. */
export async function startModel(plays: Plays): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    const one = readRequest(request, body);
    asked.push(one);
    const text = await plays(one, response);
    if (text === undefined) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(envelope(one, text)));
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readRequest(request: IncomingMessage, body: Record<string, unknown>): AskedModel {
  const messages = (body["messages"] ?? body["input"] ?? []) as readonly { role: string; content: unknown }[];
  const said = (roles: readonly string[]): string =>
    messages
      .filter(({ role }) => roles.includes(role))
      .map(({ content }) => wordsOf(content))
      .join("\n");
  return {
    path: request.url ?? "",
    key: request.headers.authorization ?? String(request.headers["x-api-key"] ?? ""),
    body,
    prompt: said(["user"]),
    instructions: `${said(["system", "developer"])}${wordsOf(body["system"] ?? "")}${wordsOf(body["instructions"] ?? "")}`,
  };
}

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}

function envelope({ path, prompt }: AskedModel, text: string): object {
  const input = Math.ceil(prompt.length / 4);
  if (path.endsWith("/messages")) {
    const content = [{ type: "text", text }];
    const usage = { input_tokens: input, output_tokens: 100 };
    return {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "m",
      content,
      stop_reason: "end_turn",
      stop_sequence: null,
      usage,
    };
  }
  if (path.endsWith("/responses")) {
    const content = [{ type: "output_text", text, annotations: [] }];
    const output = [{ type: "message", id: "o1", role: "assistant", status: "completed", content }];
    const usage = { input_tokens: input, output_tokens: 100, total_tokens: input + 100 };
    return { id: "r1", object: "response", created_at: 1, status: "completed", model: "m", output, usage };
  }
  const choices = [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }];
  const usage = { prompt_tokens: input, completion_tokens: 100, total_tokens: input + 100 };
  return { id: "c1", object: "chat.completion", created: 1, model: "m", choices, usage };
}
