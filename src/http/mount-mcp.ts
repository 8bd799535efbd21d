import type { Hono } from "hono";
import type { Mcp } from "#mcp/mcp.ts";
import type { Caller } from "#mcp/tool.ts";
import { readJson } from "./body.ts";
import type { HttpConfig } from "./config.ts";
import { enterRoute } from "./context.ts";
import type { AppContext, AppEnv, AppHandler, AppMiddleware } from "./context.ts";
import { knownHost } from "./middleware/known-host.ts";
import { crossOriginTools } from "./middleware/security.ts";
import type { Metrics } from "./metrics.ts";
import { HttpProblem } from "./problem.ts";
import { whileLetIn } from "./while-let-in.ts";

type ToolMeasures = Pick<Metrics, "toolCalls" | "toolDuration_s">;

/**
 * The addresses of the tools, each with and without a slash at its end. Who calls is found out by `recognise`, as for
 * the API; a browser's question whether it may ask is answered before.
 */
export function mountMcp(
  app: Hono<AppEnv>,
  mcp: Mcp,
  { config, metrics }: { readonly config: HttpConfig; readonly metrics: ToolMeasures },
  recognise: (address: string) => readonly AppMiddleware[],
): void {
  const before = (address: string, allow: string): readonly string[] => {
    const paths = [address, `${address}/`];
    for (const path of paths) {
      app.use(path, routed(address), knownHost(config));
      if (config.corsOrigins.length > 0) app.use(path, crossOriginTools(config));
      app.options(path, (c) => c.body(null, 204, { Allow: allow }));
      for (const middleware of recognise(address)) app.use(path, middleware);
    }
    return paths;
  };
  for (const address of mcp.addresses) {
    for (const path of before(address, "POST, OPTIONS")) {
      app.post(path, answering(mcp, address, metrics));
      app.all(path, refuseMethod("POST, OPTIONS", STATELESS));
    }
  }
  const { sse } = mcp;
  for (const path of before(sse.streamAddress, "GET, OPTIONS")) {
    app.get(path, (c) => finished(c, sse.open(callerOf(c, metrics))));
    app.all(path, refuseMethod("GET, OPTIONS", `messages are posted to ${sse.messageAddress}`));
  }
  for (const path of before(sse.messageAddress, "POST, OPTIONS")) {
    app.post(path, async (c) => {
      const body = await readJson(c).catch(withoutMessage);
      if (body instanceof Response) return body;
      return finished(c, sse.post(c.req.query("sessionId") ?? "", body, callerOf(c, metrics)));
    });
    app.all(path, refuseMethod("POST, OPTIONS", `a stream is opened with GET at ${sse.streamAddress}`));
  }
}

const STATELESS = "use POST; nothing is kept between two messages, so there is no stream to open and no session to end";

/** The log line of the request names the tools it called; over the older transport they may be answered after it. */
function callerOf(c: AppContext, { toolCalls, toolDuration_s }: ToolMeasures): Caller {
  const route = c.get("route");
  return {
    principal: c.get("principal"),
    signal: c.req.raw.signal,
    onCall: (tool) => c.get("describe")(`${route} ${tool}`),
    onAnswer: ({ contract, tool, isError, duration_ms }) => {
      c.get("tools").push({ tool, is_error: isError });
      toolCalls.inc({ contract, tool, outcome: isError ? "error" : "ok" });
      toolDuration_s.observe({ tool }, duration_ms / 1000);
    },
  };
}

function routed(route: string): AppMiddleware {
  return async (c, next) => {
    enterRoute(c, route);
    await next();
  };
}

function answering(mcp: Mcp, address: string, metrics: ToolMeasures): AppHandler {
  return async (c) => {
    const body = await readJson(c).catch(withoutMessage);
    if (body instanceof Response) return body;
    const { raw: request } = c.req;
    return finished(c, await mcp.answer(address, { request, body, caller: callerOf(c, metrics) }));
  };
}

/** What no message can be read from is told as the protocol tells it. */
function withoutMessage(thrown: unknown): Response {
  if (!(thrown instanceof HttpProblem) || thrown.code !== "malformed_json") throw thrown;
  const error = { code: PARSE_ERROR, message: `Parse error: ${thrown.message}` };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 400 });
}

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;

/** Answers to a key are not for caches. */
function finished(c: AppContext, made: Response): Response {
  const answer = whileLetIn(made, c.get("isLetIn"));
  c.header("Cache-Control", "no-store");
  for (const [name, value] of answer.headers) c.header(name, value);
  return c.newResponse(answer.body, answer.status as 200);
}

function refuseMethod(allow: string, hint: string): AppHandler {
  return (c) => {
    throw new HttpProblem("method_not_allowed", `${c.req.method.slice(0, 20)} is not answered here`, {
      hint,
      headers: { Allow: allow },
    });
  };
}
