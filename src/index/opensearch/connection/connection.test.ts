import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { Door, makeCertificate } from "#test/opensearch/door.ts";
import { AnswerFault } from "./answer-fault.ts";
import { Breaker } from "./breaker.ts";
import { Connection } from "./connection.ts";
import { hangsUp, host, says } from "./host.fixture.ts";

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

function connect(...urls: string[]): Connection {
  const connection = new Connection({ urls, timeout_ms: 1000 });
  opened.push(() => connection.close());
  return connection;
}

const ASKED = { method: "POST", path: "/x/_search", body: { size: 0 } } as const;

test("a host that is busy or hangs up is asked again", async () => {
  const { url, heard } = await host(says(503), hangsUp, says(200, { found: 1 }));
  expect((await connect(url).send(ASKED)).body).toEqual({ found: 1 });
  expect(heard.length).toBe(3);
});

test("a cluster that goes on saying that it cannot now is unavailable, with what it said", async () => {
  const { url, heard } = await host(says(503, { error: { type: "x", reason: "all shards failed" }, status: 503 }));
  await expect(connect(url).send(ASKED)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(
      /^the search cluster does not answer: \S+ answered 503: all shards failed$/u,
    ) as string,
    hint: expect.stringContaining("Try again") as string,
  });
  expect(heard.length).toBe(4);
});

test("a shard that starts is asked again, whatever the status", async () => {
  const starting = { error: { type: "exception", caused_by: { type: "illegal_index_shard_state_exception" } } };
  const { url } = await host(says(500, starting), says(200, { found: 4 }));
  expect((await connect(url).send(ASKED)).body).toEqual({ found: 4 });
});

test("where one host does not answer the next one does", async () => {
  const good = await host(says(200, { found: 2 }));
  const bad = await host(hangsUp);
  const connection = connect(bad.url, good.url);
  for (let turn = 0; turn < 4; turn++) expect((await connection.send(ASKED)).body).toEqual({ found: 2 });
});

test("user and password go along, under the path of the address, and stand in no message", async () => {
  const { url, heard } = await host(says(200), says(401, { error: { reason: "no permissions" } }));
  const connection = connect(`${url.replace("//", "//reader:s%3Acret@")}/search/`);
  await connection.send(ASKED);
  expect(heard[0]?.url).toBe("/search/x/_search");
  expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from("reader:s:cret").toString("base64")}`);
  const refused = await connection.send(ASKED).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: "unavailable", hint: expect.stringContaining("ONPOINT_SEARCH_URL") as string });
  expect(JSON.stringify(refused) + String(refused)).not.toContain("cret");
});

test("a refusal says what the cluster said, and is not asked for again", async () => {
  const { url, heard } = await host(says(400, { error: { root_cause: [{ reason: "no such thing" }] } }));
  const refused = await connect(url)
    .send(ASKED)
    .catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(AnswerFault);
  expect((refused as AnswerFault).reasons).toEqual(["no such thing"]);
  expect(heard.length).toBe(1);
});

test("a cluster that is gone is unavailable at once after some failures", async () => {
  const { url, heard } = await host(hangsUp);
  const connection = connect(url);
  for (let turn = 0; turn < 2; turn++)
    await expect(connection.send(ASKED)).rejects.toMatchObject({ code: "unavailable" });
  const before = heard.length;
  await expect(connection.send(ASKED)).rejects.toThrow(OnpointError);
  expect(heard.length).toBe(before);
}, 20_000);

test("a certificate of one's own is trusted besides those that are trusted anyway", async () => {
  const [own, known, strange] = await Promise.all([makeCertificate(), makeCertificate(), makeCertificate()]);
  const before = getCACertificates("default");
  setDefaultCACertificates([known.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  const { url } = await host(says(200, { found: 3 }));
  const ask = async (certificate: typeof own): Promise<unknown> => {
    const door = await Door.open(url, certificate);
    const connection = new Connection({ urls: [door.url], ca: own.cert, timeout_ms: 1000 });
    opened.push(
      () => connection.close(),
      () => door.close(),
    );
    return (await connection.send(ASKED)).body;
  };
  expect(await ask(own)).toEqual({ found: 3 });
  expect(await ask(known)).toEqual({ found: 3 });
  await expect(ask(strange)).rejects.toMatchObject({
    message: expect.stringMatching(
      /: localhost:\d+: its certificate is not trusted: self-signed certificate$/u,
    ) as string,
    hint: expect.stringContaining("ONPOINT_SEARCH_CA_FILE") as string,
  });
}, 20_000);

test("a host that speaks no TLS is told from one that does", async () => {
  const { url } = await host(says(200));
  await expect(connect(url.replace("http:", "https:")).send(ASKED)).rejects.toMatchObject({
    message: expect.stringMatching(/: it does not speak TLS$/u) as string,
    hint: expect.stringContaining("begins with http://") as string,
  });
  const door = await Door.open(url, await makeCertificate());
  opened.push(() => door.close());
  await expect(connect(door.url.replace("https:", "http:")).send(ASKED)).rejects.toMatchObject({
    hint: expect.stringContaining("https:// where it speaks TLS") as string,
  });
}, 20_000);

test("what answers with pages of the web is not taken for a cluster", async () => {
  const { url } = await host((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"));
  const refused = { code: "unavailable", message: "the search cluster answered 200: <html>" };
  await expect(connect(url).send({ ...ASKED, accepts: [404] })).rejects.toMatchObject(refused);
});

test("an asker who gives up is not kept waiting", async () => {
  const { url } = await host(() => undefined);
  const asked = connect(url).send({ ...ASKED, signal: AbortSignal.timeout(50) });
  await expect(asked).rejects.toMatchObject({ code: "unavailable", message: "the search was given up" });
});

test("a host left alone is tried again after a pause", () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  for (let failure = 0; failure < 5; failure++) {
    expect(breaker.admits()).toBe(true);
    breaker.failed();
  }
  expect(breaker.admits()).toBe(false);
  now = 5_000;
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
  breaker.failed();
  expect(breaker.admits()).toBe(false);
  now = 10_000;
  expect(breaker.admits()).toBe(true);
  breaker.succeeded();
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  breaker.trip();
  expect(breaker.admits()).toBe(false);
});
