import { randomUUID } from "node:crypto";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from "@modelcontextprotocol/server";
import { toolServer } from "../tool-server.ts";
import type { ToolServerOptions } from "../tool-server.ts";
import type { Caller } from "../tool.ts";

/** The transport of 2024: a stream for what the service says, and an address where messages are posted. */
export type SseTransport = {
  /** Opens a stream for a caller, whose first event names where messages go. */
  readonly open: (caller: Caller) => Response;
  /** Takes a message for a stream; what it is answered comes over the stream. */
  readonly post: (sessionId: string, body: unknown, caller: Caller) => Response;
  readonly drain: () => void;
};

export type SseLimits = {
  readonly sessions_max: number;
  readonly sessionsOfCaller_max: number;
  /** A stream over which no message came for so long is ended. */
  readonly idle_ms: number;
  readonly keepAlive_ms: number;
};

const LIMITS: SseLimits = { sessions_max: 1000, sessionsOfCaller_max: 50, idle_ms: 600_000, keepAlive_ms: 15_000 };

/** The protocol of 2026-07-28 declared it deprecated on its day (RFC 9745). */
const DEPRECATED = `@${Date.UTC(2026, 6, 28) / 1000}`;

type Session = {
  readonly callerId: string;
  readonly take: (message: JSONRPCMessage) => void;
  readonly close: () => void;
};

/** Streams are held by the process that opened them: behind a balancer their messages have to come to the same one. */
export function sseTransport(
  options: ToolServerOptions & { readonly messageAddress: string },
  limits: SseLimits = LIMITS,
): SseTransport {
  const sessions = new Map<string, Session>();

  return {
    open: (caller) => {
      const callerId = caller.principal.id;
      const own = [...sessions.values()].filter((session) => session.callerId === callerId);
      if (sessions.size >= limits.sessions_max || own.length >= limits.sessionsOfCaller_max) {
        return refusal(429, "too many streams are open; end one, or use the address without /sse, which needs none");
      }
      const id = randomUUID();
      const stream = openStream(limits, () => sessions.delete(id));
      stream.event("endpoint", `${options.messageAddress}?sessionId=${id}`);
      const transport: Transport = {
        start: async () => undefined,
        send: async (message) => stream.event("message", JSON.stringify(message)),
        close: async () => stream.close(),
      };
      const server = toolServer(options, { ...caller, signal: stream.signal });
      void server.connect(transport);
      sessions.set(id, {
        callerId,
        take: (message) => {
          stream.noteUse();
          transport.onmessage?.(message);
        },
        close: stream.close,
      });
      return new Response(stream.body, {
        headers: {
          "Content-Type": "text/event-stream",
          "X-Accel-Buffering": "no",
          Deprecation: DEPRECATED,
        },
      });
    },
    post: (sessionId, body, caller) => {
      const session = sessions.get(sessionId);
      if (session === undefined || session.callerId !== caller.principal.id) {
        return refusal(
          404,
          "this stream is not open here; open one again, at the same process where there are several",
        );
      }
      if (!isJSONRPCRequest(body) && !isJSONRPCNotification(body) && !isJSONRPCResponse(body))
        return refusal(400, "the body is no message of JSON-RPC 2.0");
      session.take(body);
      return new Response("Accepted", { status: 202, headers: { Deprecation: DEPRECATED } });
    },
    drain: () => {
      for (const session of sessions.values()) session.close();
    },
  };
}

type Stream = {
  readonly body: ReadableStream<Uint8Array>;
  readonly event: (name: string, data: string) => void;
  readonly noteUse: () => void;
  readonly close: () => void;
  /** Aborts when the stream ends, whoever ends it. */
  readonly signal: AbortSignal;
};

function openStream({ idle_ms, keepAlive_ms }: SseLimits, onEnd: () => void): Stream {
  const ended = new AbortController();
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const end = (): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    clearInterval(keepAlive);
    clearTimeout(idle);
    onEnd();
  };
  const close = (): void => {
    if (ended.signal.aborted) return;
    end();
    controller?.close();
  };
  const write = (text: string): void => {
    if (!ended.signal.aborted) controller?.enqueue(encoder.encode(text));
  };
  const keepAlive = setInterval(() => write(": still here\n\n"), keepAlive_ms);
  const idle = setTimeout(close, idle_ms);
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: end,
  });
  return {
    body,
    event: (name, data) => write(`event: ${name}\ndata: ${data}\n\n`),
    noteUse: () => idle.refresh(),
    close,
    signal: ended.signal,
  };
}

function refusal(status: number, message: string): Response {
  const headers = { Deprecation: DEPRECATED };
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers });
}
