import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpRequestContext } from "@modelcontextprotocol/server";
import { toolServer } from "../tool-server.ts";
import type { ToolServerOptions } from "../tool-server.ts";
import type { Caller } from "../tool.ts";

/** A message of a client: the head of its request and its body, read and parsed already. */
export type Posted = { readonly request: Request; readonly body: unknown; readonly caller: Caller };

/** Answers messages over HTTP, each for itself: nothing of a caller is kept between two of them. */
export type StreamableTransport = {
  readonly answer: (posted: Posted) => Promise<Response>;
  /** Ends what is open, once what is being answered has been. */
  readonly drain: () => void;
};

/** Streams of clients that wait for changes of the list of tools, which never come. */
const SUBSCRIPTIONS_MAX = 64;

/**
 * The protocol of 2026-07-28 and, for clients that open with `initialize`, those before it, from one address. What a
 * request says of itself tells which; both are served by the same tools.
 */
export function streamableTransport(options: ToolServerOptions): StreamableTransport {
  const callers = new WeakMap<Request, Caller>();
  const inFlight = new Set<Promise<unknown>>();
  const serverFor = ({ requestInfo }: Pick<McpRequestContext, "requestInfo">): ReturnType<typeof toolServer> => {
    const caller = requestInfo === undefined ? undefined : callers.get(requestInfo);
    if (caller === undefined) throw new Error("a message without a caller");
    return toolServer(options, caller);
  };
  const modern = createMcpHandler(serverFor, {
    legacy: "reject",
    maxSubscriptions: SUBSCRIPTIONS_MAX,
    onerror: (error) => options.log.debug({ err: error }, "a message was refused"),
  });

  const answerOne = async ({ request, body, caller }: Posted): Promise<Response> => {
    if (Array.isArray(body)) return noBatches();
    const head = headOf(request);
    if (!(await isLegacyRequest(head, body))) {
      callers.set(head, caller);
      return modern.fetch(head, { parsedBody: body });
    }
    const server = toolServer(options, caller);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(head, { parsedBody: body });
    } finally {
      await server.close();
    }
  };

  return {
    answer: async (posted) => {
      const answering = answerOne(posted);
      inFlight.add(answering);
      try {
        return await answering;
      } finally {
        inFlight.delete(answering);
      }
    },
    drain: () => {
      void Promise.allSettled(inFlight).then(async () => modern.close());
    },
  };
}

/**
 * A body is one message since the revision of 2025-06-18. A list of them would be a hundred calls for the price of one,
 * and no host sends it.
 */
function noBatches(): Response {
  const message =
    "a body holds one message, not a list: the protocol has had no batches since 2025-06-18; send each message separately";
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: ProtocolErrorCode.InvalidRequest, message } },
    { status: 400 },
  );
}

const ACCEPTED = "application/json, text/event-stream";

/** The request without its body. The library refuses clients that do not name both types; what goes out is JSON to all. */
function headOf(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("Accept", ACCEPTED);
  return new Request(request.url, { method: "POST", headers, signal: request.signal });
}
