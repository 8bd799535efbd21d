import { AsyncLocalStorage } from "node:async_hooks";

/** Facts of a span: never what was asked, nor who is named in it. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;
/** SpanHeaders of a request by their names in lower case. */
export type SpanHeaders = Readonly<Record<string, string>>;

/** A piece of work while it goes on. */
export type Span = {
  rename(name: string): void;
  note(attributes: Attributes): void;
  fail(): void;
};

export type OpenSpan = Span & {
  /** With these a request to another service belongs to it. */
  readonly headers: SpanHeaders;
  end(): void;
};

export type SpanStart = {
  readonly kind: "server" | "client" | "internal";
  readonly attributes: Attributes;
  /** What it is a part of: a span of this process, or of the one whose request came with these headers. */
  readonly parent: OpenSpan | SpanHeaders;
};

/** What keeps spans. */
export type Tracer = { begin(name: string, start: SpanStart): OpenSpan };

const NOTED_NOWHERE: Span = { rename: () => undefined, note: () => undefined, fail: () => undefined };

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<OpenSpan>();

/** From now on requests are traced; answers how to end that. */
export function traceWith(given: Tracer): () => void {
  tracer = given;
  return () => {
    if (tracer === given) tracer = undefined;
  };
}

/** Answers a request in a span of its own, which goes on with the trace that `headers` name, if they do. */
export async function inRequestSpan<Value>(
  name: string,
  headers: SpanHeaders,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  if (tracer === undefined) return work(NOTED_NOWHERE);
  return inOpen(tracer.begin(name, { kind: "server", attributes: {}, parent: headers }), work);
}

/** Does a part of whatever is traced here; what is no request's, nobody traces. */
export async function inSpan<Value>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  const parent = current.getStore();
  if (tracer === undefined || parent === undefined) return work(NOTED_NOWHERE);
  return inOpen(tracer.begin(name, { kind: "internal", attributes, parent }), work);
}

/** Asks another service, one that is configured, with the headers by which it can go on with the trace. */
export async function askingService<Value>(
  name: string,
  url: string | URL,
  work: (headers: SpanHeaders) => Promise<Value>,
): Promise<Value> {
  const parent = current.getStore();
  if (tracer === undefined || parent === undefined) return work({});
  const attributes = { "server.address": new URL(url).hostname };
  const span = tracer.begin(name, { kind: "client", attributes, parent });
  return inOpen(span, async () => work(span.headers));
}

async function inOpen<Value>(span: OpenSpan, work: (span: Span) => Promise<Value>): Promise<Value> {
  try {
    return await current.run(span, async () => work(span));
  } catch (thrown) {
    span.fail();
    throw thrown;
  } finally {
    span.end();
  }
}
