import { expect, test } from "vitest";
import { notedOf, startCollector } from "#test/trace-collector.ts";
import { afterServers, onpointJson, serve, temporaryDirectory } from "./program.ts";

const TELLING = `import { registerHooks } from "node:module";
registerHooks({
  resolve: (name, context, next) => {
    if (name.startsWith("@opentelemetry")) process.stderr.write("reads " + name + "\\n");
    return next(name, context);
  },
});`;

/** Given to a program, it says each time it reads something of OpenTelemetry's packages. */
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(TELLING)}`;
/** `api` alone is read in any case, by `prom-client`. */
const READS = /reads @opentelemetry\/(?!api\b)/u;
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a server reads nothing of the library until a collector is configured, and then sends what waits when it stops", async () => {
  const settings = { ONPOINT_DATA_DIR: await temporaryDirectory(), ONPOINT_LOG_FORMAT: "json", NODE_OPTIONS };
  const untraced = await serve(settings);
  const { key } = await onpointJson<{ readonly key: string }>(settings, ["keys", "create", "--name", "Docket desk"]);
  const ask = async (origin: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}`, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    const body = '{"query":"a secret cause","mode":"hybrid"}';
    const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
    return (await fetch(`${origin}/v1/search`, init)).status;
  };
  expect(await ask(untraced.origin)).toBe(200);
  await untraced.stop("SIGTERM");
  expect(untraced.said.stderr).not.toMatch(READS);

  const collector = await startCollector();
  afterServers(collector.close);
  const traced = await serve({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(traced.said.stderr).toMatch(READS);
  expect(await ask(traced.origin)).toBe(200);
  await traced.stop("SIGTERM");
  const request = collector.spans.find(({ name }) => name === "POST /v1/search");
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: "00f067aa0ba902b7" });
  expect(notedOf(request!)).toMatchObject({ "http.response.status_code": 200 });
  expect(collector.spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["read", "embed", "retrieve", "present"]),
  );
  expect(collector.bodies.join("")).not.toMatch(/secret/u);

  const alone = await serve({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect(await ask(alone.origin)).toBe(200);
  await alone.stop("SIGTERM");
  expect(alone.said.stderr.match(/the collector of traces takes none/gu)).toHaveLength(1);
}, 300_000);
