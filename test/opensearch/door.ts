import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** What stands before a node: an address that stays while nodes come and go, and that can be closed. */
export class Door {
  /** Whither requests go. */
  target: string;
  /** Connections are cut without an answer. */
  isCut = false;
  /** Called with each request before it is passed on. */
  onRequest: (request: IncomingMessage) => void = () => undefined;
  /** The only authorization that is let through. */
  authorization: string | undefined;
  readonly url: string;
  readonly #server: Server;

  private constructor(target: string, url: string, server: Server) {
    this.target = target;
    this.url = url;
    this.#server = server;
    server.on("request", (asked: IncomingMessage, response: ServerResponse) => this.#pass(asked, response));
  }

  static async open(target: string, tls?: Certificate): Promise<Door> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return new Door(target, tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`, server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #pass(asked: IncomingMessage, response: ServerResponse): void {
    this.onRequest(asked);
    if (this.isCut) {
      asked.socket.destroy();
      return;
    }
    if (this.authorization !== undefined && asked.headers.authorization !== this.authorization) {
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"reason":"Unauthorized"}}');
      return;
    }
    const { host: _, connection: __, ...headers } = asked.headers;
    const passed = request(new URL(asked.url ?? "/", this.target), { method: asked.method ?? "GET", headers });
    passed.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once("error", () => asked.socket.destroy());
    asked.pipe(passed);
  }
}

export type Certificate = { readonly key: string; readonly cert: string };

/** One for localhost, signed by itself. */
export async function makeCertificate(): Promise<Certificate> {
  const dir = await mkdtemp(join(tmpdir(), "onpoint-certificate-"));
  const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
  const wanted = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost".split(
    " ",
  );
  try {
    const names = ["-addext", "subjectAltName=DNS:localhost"];
    await promisify(execFile)("openssl", [...wanted, ...names, "-keyout", key, "-out", cert]);
    return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
  } finally {
    await rm(dir, { recursive: true });
  }
}
