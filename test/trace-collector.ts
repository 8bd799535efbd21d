import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean };

/** A span as OTLP has it in JSON. */
export type CollectedSpan = {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
};

type Exported = {
  readonly resourceSpans: readonly {
    readonly resource: Pick<CollectedSpan, "attributes">;
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
};

export type Collector = {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Every body as it came. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  readonly close: () => Promise<void>;
};

/** A collector of OpenTelemetry on a free port of loopback, which takes traces in JSON. */
export async function startCollector(): Promise<Collector> {
  const [spans, bodies, headers]: [CollectedSpan[], string[], IncomingHttpHeaders[]] = [[], [], []];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.setHeader("Content-Type", "application/json");
      if (request.url !== "/v1/traces") return response.writeHead(404).end("{}");
      bodies.push(body);
      headers.push(request.headers);
      const { resourceSpans } = JSON.parse(body) as Exported;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      return response.end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** What a span notes, by name. */
export function notedOf({ attributes }: Pick<CollectedSpan, "attributes">): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
