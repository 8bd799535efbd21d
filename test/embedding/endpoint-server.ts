import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server was asked. */
export type AskedOnce = { readonly model: string; readonly input: readonly string[]; readonly authorization: string };

/** How a server behaves to one request; `proper` answers as it should. */
export type Behaviour = (asked: AskedOnce, response: ServerResponse, proper: () => void) => void;

export type EndpointServer = {
  readonly url: string;
  readonly asked: readonly AskedOnce[];
  /** The next requests are met so, one after another; those behind them properly. */
  readonly behave: (...behaviours: Behaviour[]) => void;
  readonly close: () => Promise<void>;
};

/** A vector of a text that a test can work out: its length, its first letter, and ones. Not of unit length. */
export function vectorOf(text: string, dimensions: number): number[] {
  return Array.from({ length: dimensions }, (_, at) =>
    at === 0 ? text.length : at === 1 ? text.charCodeAt(0) || 0 : 1,
  );
}

type VectorsOf = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** A real server that speaks `POST /v1/embeddings`, its vectors in another order than the texts, and misbehaves as told. */
export async function startEndpoint(
  dimensions: number,
  vectorsOf: VectorsOf = async (texts) => texts.map((text) => vectorOf(text, dimensions)),
): Promise<EndpointServer> {
  const asked: AskedOnce[] = [];
  const waiting: Behaviour[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method !== "POST" || request.url !== "/v1/embeddings") {
      response.writeHead(404).end("no such page");
      return;
    }
    const { model, input } = JSON.parse(Buffer.concat(parts).toString()) as { model: string; input: string[] };
    const one = { model, input, authorization: request.headers.authorization ?? "" };
    asked.push(one);
    const vectors = await vectorsOf(input);
    const proper = (): void => {
      const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
      const usage = { prompt_tokens: input.length, total_tokens: input.length };
      sendJson(response, { object: "list", data: data.toReversed(), model, usage });
    };
    const behaviour = waiting.shift();
    if (behaviour === undefined) proper();
    else behaviour(one, response, proper);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave: (...behaviours) => void waiting.push(...behaviours),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}
