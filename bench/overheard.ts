/** Stands between a process and its search cluster, passes everything on, and counts what was asked. */
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Heard = {
  readonly requests: number;
  readonly sent_bytes: number;
  readonly received_bytes: number;
  /** As OpenSearch tells it: without its reading and writing of JSON. */
  readonly took_ms: number;
};
const NOTHING: Heard = { requests: 0, sent_bytes: 0, received_bytes: 0, took_ms: 0 };

export class Overheard {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  #heard: Heard = NOTHING;

  private constructor(target: string) {
    this.#server = createServer((asked, answer) => {
      this.#pass(target, asked, answer).catch(() => answer.destroy());
    });
  }

  static async before(target: string): Promise<Overheard> {
    const overheard = new Overheard(target);
    overheard.#server.listen(0, "127.0.0.1");
    await once(overheard.#server, "listening");
    return overheard;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What was asked since the last time. */
  take(): Heard {
    const heard = this.#heard;
    this.#heard = NOTHING;
    return heard;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#agent.destroy();
  }

  async #pass(target: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const sent = await bodyOf(asked);
    const { method, url = "/" } = asked;
    const headers = { ...asked.headers, host: new URL(target).host };
    const passed = request(new URL(url, target), { method, agent: this.#agent, headers });
    passed.end(sent);
    const [reply] = (await once(passed, "response")) as [IncomingMessage];
    const body = await bodyOf(reply);
    const { requests, sent_bytes, received_bytes, took_ms } = this.#heard;
    this.#heard = {
      requests: requests + 1,
      sent_bytes: sent_bytes + sent.length,
      received_bytes: received_bytes + body.length,
      took_ms: took_ms + Number(/^\{"took":(?<ms>\d+)/u.exec(body.toString("utf8", 0, 30))?.groups?.["ms"] ?? 0),
    };
    const type = reply.headers["content-type"] ?? "";
    answer.writeHead(reply.statusCode ?? 502, { "content-type": type, "content-length": body.length }).end(body);
  }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
