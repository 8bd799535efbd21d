import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Heard = { readonly url: string; readonly heard: readonly IncomingMessage[] };

/** A host of a test's own that answers the requests one after another, the last answer for ever. */
export async function host(...answers: Answer[]): Promise<Heard> {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    (answers[heard.length - 1] ?? answers.at(-1))?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

export function says(status: number, body: unknown = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
}

export const hangsUp: Answer = (request) => void request.socket.destroy();
