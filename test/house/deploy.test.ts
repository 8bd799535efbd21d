import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { expect, test } from "vitest";
import { createProbes } from "#http/probes.ts";
import { SETTINGS } from "../../bin/settings.ts";
import { faultsOfCompose, faultsOfManifests } from "./deploy-schemas.ts";
import { ROOT, sourceFiles } from "./source-files.ts";

/** What the files of deploy/ say of the program, held against the program: nothing here runs a container. */

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const files = sourceFiles(/^deploy\//u);
const textOf = (path: string): string => files.find((file) => file.path === `deploy/${path}`)?.text ?? "";
const all = (pattern: RegExp, texts = files): string[] =>
  texts.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]));
const { version } = JSON.parse(read("package.json")) as { readonly version: string };

/** Of the text, in milliseconds; fails where it is not there. */
function found(text: string, pattern: RegExp): number {
  const [, figure] = pattern.exec(text) ?? [];
  expect(figure, String(pattern)).toBeDefined();
  return Number(figure);
}

test("there was something to read", () => {
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["deploy/cluster/compose.yaml", "deploy/kubernetes/api.yaml", "deploy/Dockerfile"]),
  );
});

test("the compose file is one, and a word that Compose does not have is found in it", async () => {
  const text = textOf("cluster/compose.yaml");
  const wrong = [
    ["depends_on: [api-1, api-2]", "depend_on: [api-1, api-2]"],
    ["retries: 12", "retries: {}"],
    ['volumes: ["index:', 'volumes: [12, "index:'],
  ].map(([right = "", wanting = ""]) => text.replace(right, wanting));
  const [none, ...faults] = await faultsOfCompose([text, ...wrong]);
  expect(none).toEqual([]);
  expect(faults).toEqual(
    [
      "/services/proxy: .*depend_on",
      "/services/postgres/healthcheck/retries: ",
      "/services/opensearch/volumes/0: ",
    ].map((fault) => expect.arrayContaining([expect.stringMatching(fault)]) as string[]),
  );
});

test("manifests are what Kubernetes takes, and a word that it does not have is found in them", async () => {
  const texts = files
    .filter(({ path }) => path.startsWith("deploy/kubernetes/") && !path.endsWith("/kustomization.yaml"))
    .map(({ text }) => text);
  expect(texts).toHaveLength(5);
  expect(await faultsOfManifests(texts)).toEqual([]);
  const wrong = texts.map((text) =>
    text
      .replaceAll("livenessProbe:", "livenesProbe:")
      .replaceAll("runAsNonRoot: true", 'runAsNonRoot: "true"')
      .replace(/^data:/mu, "dates:")
      .replaceAll("whenUnsatisfiable: ScheduleAnyway", "topology: here"),
  );
  const faults = (await faultsOfManifests(wrong)).join("\n");
  for (const word of ["livenesProbe", "'string' is not assignable to type 'boolean", "dates", "topology"]) {
    expect(faults).toContain(word);
  }
});

test("every setting that is named there is one", () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
  const named = all(/\bONPOINT_[A-Z_]+\b/gu).filter((name) => name !== "ONPOINT_IMAGE");
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("every probe asks for what is answered", async () => {
  const probes = createProbes({ checks: [], refusal: () => ({ message: "", hint: "" }), baseUrl: "http://here" });
  const asked = all(/(?:path: |GET |\})(\/\w+z)\b/gu);
  expect(asked.length).toBeGreaterThan(7);
  expect(new Set(asked)).toEqual(new Set(["/healthz", "/readyz"]));
  for (const path of new Set(asked)) expect((await probes.fetch(new Request(`http://here${path}`))).status).toBe(200);
});

test("ports are the same wherever one is named", () => {
  const port = found(textOf("Dockerfile"), /ONPOINT_PORT=(\d+)/u);
  expect(found(textOf("Dockerfile"), /EXPOSE (\d+)/u)).toBe(port);
  const inContainers = all(/containerPort: (\d+)/gu).concat(all(/server api-\d api-\d:(\d+)/gu));
  expect(inContainers.length).toBeGreaterThan(5);
  expect(new Set(inContainers)).toEqual(new Set([String(port)]));
  const published = found(textOf("cluster/compose.yaml"), /127\.0\.0\.1:\d+:(\d+)/u);
  expect(found(textOf("cluster/haproxy.cfg"), /bind :(\d+)/u)).toBe(published);
});

test("the proxy knows the processes that the compose file starts, and every one of them", () => {
  const started = all(/^ {2}(api-\d):$/gmu).filter((name, at, names) => names.indexOf(name) === at);
  expect(started.length).toBeGreaterThan(1);
  for (const backend of textOf("cluster/haproxy.cfg")
    .split(/^backend /mu)
    .slice(1)) {
    expect([...backend.matchAll(/server (api-\d) /gu)].map(([, name]) => name)).toEqual(started);
  }
});

test("images are of the versions that are tested and documented", () => {
  const own = all(/image: onpoint:(\S+)/gu);
  expect(own.length).toBeGreaterThan(2);
  expect(new Set(own)).toEqual(new Set([version]));
  const [, tested] = /<opensearch\.version>(.+)<\/opensearch\.version>/u.exec(read("test/opensearch/pom.xml")) ?? [];
  const started = all(/image: \$\{OPENSEARCH_IMAGE:-opensearchproject\/opensearch:([^}\s]+)\}/gu);
  expect(started).toEqual([tested]);
  expect(read("docs/decisions/opensearch.md")).toContain(`OpenSearch ${started[0]?.split(".", 2).join(".")},`);
});

test("whoever stops a process waits longer than the process does", () => {
  const [shutdown_ms] = [SETTINGS.shutdownTimeout_ms.fallback];
  const compose = textOf("cluster/compose.yaml");
  expect(found(compose, /stop_grace_period: (\d+)s/u) * 1000).toBeGreaterThan(
    found(compose, /ONPOINT_STOP_NOTICE_MS: "(\d+)"/u) + shutdown_ms,
  );
  const notice_ms = found(textOf("kubernetes/settings.yaml"), /ONPOINT_STOP_NOTICE_MS: "(\d+)"/u);
  for (const path of ["kubernetes/api.yaml", "kubernetes/follower.yaml"]) {
    expect(found(textOf(path), /terminationGracePeriodSeconds: (\d+)/u) * 1000).toBeGreaterThan(
      notice_ms + shutdown_ms,
    );
  }
  const api = textOf("kubernetes/api.yaml").split("readinessProbe:")[1] ?? "";
  const unseen_s = found(api, /periodSeconds: (\d+)/u) * found(api, /failureThreshold: (\d+)/u);
  expect(notice_ms).toBeGreaterThan(unseen_s * 1000);
});

test("what a service or a budget selects is what a deployment labels", () => {
  for (const { path, text } of files.filter((file) => /kubernetes\/(?:api|follower)\.yaml$/u.test(file.path))) {
    const labels = new Set([...text.matchAll(/(?:labels|matchLabels|selector): \{ (.+) \}/gu)].map(([, one]) => one));
    expect(labels.size, path).toBe(1);
    expect(text.match(/kind: PodDisruptionBudget/gu)).toHaveLength(1);
  }
});

test("what runs as a service is ended by itself before systemd, and bounded in memory", () => {
  const unit = textOf("onpoint.service");
  expect(found(unit, /^WatchdogSec=(\d+)$/mu) * 1000).toBeGreaterThan(SETTINGS.hangLimit_ms.fallback);
  // The program of systemd that tells is not the main process of the unit.
  expect(unit).toMatch(/^NotifyAccess=all$/mu);
  expect(found(unit, /^MemoryHigh=(\d+)G$/mu)).toBeLessThan(found(unit, /^MemoryMax=(\d+)G$/mu));
});

test("a process that hangs is seen by its liveness probe, after it has ended itself", () => {
  for (const path of ["kubernetes/api.yaml", "kubernetes/follower.yaml"]) {
    const [probe = ""] = /livenessProbe:\n(?: {12}.*\n)+/u.exec(textOf(path)) ?? [];
    expect(probe).toContain("path: /healthz");
    const seen_s = found(probe, /periodSeconds: (\d+)/u) * found(probe, /failureThreshold: (\d+)/u);
    expect(seen_s * 1000).toBeGreaterThan(SETTINGS.hangLimit_ms.fallback);
  }
});

type Volume = { readonly name: string; readonly emptyDir?: { readonly sizeLimit?: string } };
type Pods = { readonly spec?: { readonly template?: { readonly spec?: { readonly volumes?: readonly Volume[] } } } };
type Policy = {
  readonly kind: string;
  readonly spec: { readonly podSelector: object; readonly policyTypes: readonly string[] };
};

const manifests = (): unknown[] =>
  files
    .filter(({ path }) => path.startsWith("deploy/kubernetes/"))
    .flatMap(({ text }) => parseAllDocuments(text).map((document) => document.toJS() as unknown));

test("what a pod keeps for itself is bounded", () => {
  const kept = (manifests() as Pods[]).flatMap(({ spec }) => spec?.template?.spec?.volumes ?? []);
  const dirs = kept.filter(({ emptyDir }) => emptyDir !== undefined);
  expect(dirs).toHaveLength(6);
  for (const { name, emptyDir } of dirs) expect(emptyDir?.sizeLimit, name).toMatch(/^\d+Gi$/u);
});

test("every component has a policy for what reaches it, and all of them one for what they reach", () => {
  const policies = (manifests() as Policy[]).filter(({ kind }) => kind === "NetworkPolicy");
  const of = (type: string): string =>
    JSON.stringify(policies.filter(({ spec }) => spec.policyTypes.includes(type)).map(({ spec }) => spec.podSelector));
  const components = new Set(all(/app\.kubernetes\.io\/component: (\w+)/gu));
  expect(components).toEqual(new Set(["api", "follower", "import"]));
  for (const component of components) expect(of("Ingress")).toContain(`"${component}"`);
  expect(of("Egress")).toBe('[{"matchLabels":{"app.kubernetes.io/name":"onpoint"}}]');
});

test("what stands together is applied together, under the image that one place names", () => {
  const { resources, images } = parse(textOf("kubernetes/kustomization.yaml")) as {
    readonly resources: readonly string[];
    readonly images: readonly { readonly name: string; readonly newTag: string }[];
  };
  // An import is made anew each time.
  const apart = new Set(["kustomization.yaml", "import.yaml"]);
  const there = files.flatMap(({ path }) => /kubernetes\/(.+)/u.exec(path)?.[1] ?? []);
  expect(resources.toSorted()).toEqual(there.filter((name) => !apart.has(name)).toSorted());
  expect(images).toEqual([{ name: "onpoint", newTag: version }]);
});

type Service = {
  readonly image: string;
  readonly networks: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop: readonly string[];
};

test("services of the compose file have no rights they can do without, and only those that read the records reach them", () => {
  const { services, networks } = parse(textOf("cluster/compose.yaml"), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  };
  expect(Object.keys(services)).toHaveLength(6);
  for (const [name, service] of Object.entries(services)) {
    expect(service.cap_drop, name).toEqual(["ALL"]);
    expect(service.read_only ?? false, name).toBe(name !== "opensearch");
    expect(service.image, name).toMatch(/^\$\{[A-Z]+_IMAGE:-.+\}$/u);
  }
  expect(networks["inner"]).toEqual({ internal: true });
  for (const name of ["postgres", "opensearch"]) expect(services[name]?.networks).toEqual(["inner"]);
  expect(services["proxy"]?.networks).toEqual(["edge"]);
});
