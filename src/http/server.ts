import { Hono } from "hono";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { InTurn } from "#base/in-turn.ts";
import { once } from "#base/once.ts";
import type { Logger } from "#base/log.ts";
import { openApiDocument } from "#contracts/http-v1/openapi.ts";
import { createMcp } from "#mcp/mcp.ts";
import { addressesOf, addressesUnder, lawAddressesUnder } from "#research/address.ts";
import { homeOf } from "./config.ts";
import type { HttpConfig } from "./config.ts";
import { enterRoute, tellTimings } from "./context.ts";
import type { AppEnv, AppMiddleware } from "./context.ts";
import { localLimiter } from "./limiter.ts";
import type { Limiter } from "./limiter.ts";
import { createMetrics } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";
import { mountFirms } from "./mount-firms.ts";
import { mountMcp } from "./mount-mcp.ts";
import { mountOAuth } from "./mount-oauth.ts";
import { mountResourceMetadata, toolsChallenge } from "./resource-metadata.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { knownHost } from "./middleware/known-host.ts";
import { noteCalls } from "./middleware/note-calls.ts";
import { observe } from "./middleware/observe.ts";
import { plainPath } from "./middleware/plain-path.ts";
import { pageReader } from "./middleware/page-reader.ts";
import { wantsPage } from "./page-wanted.ts";
import { problemPage } from "./pages/problem-page.ts";
import { pageRateLimit, rateLimit } from "./middleware/rate-limit.ts";
import { crossOrigin, securityHeaders } from "./middleware/security.ts";
import { HttpProblem, internalProblem, nothingAnswers, PROBLEM_KINDS, problemBody, problemOf } from "./problem.ts";
import { assetRoutes } from "./routes/assets.ts";
import { browseRoutes } from "./routes/browse.ts";
import { checkRoutes } from "./routes/check.ts";
import { citationsCheckRoute } from "./routes/citations-check.ts";
import { helpRoute } from "./routes/help.ts";
import { COMPARE_ADDRESS, lawCompareRoute } from "./routes/law-compare.ts";
import { surveyRoute } from "./routes/survey.ts";
import { closedRoutes } from "./routes/closed.ts";
import { courtGetRoute } from "./routes/court-get.ts";
import { courtListRoute } from "./routes/court-list.ts";
import { DOCKET_ADDRESS, docketPageRoute } from "./routes/docket-page.ts";
import { docsRoute } from "./routes/docs.ts";
import { documentRoutes } from "./routes/documents.ts";
import { downloadsRoute } from "./routes/downloads.ts";
import { healthRoute, readyRoute } from "./routes/health.ts";
import { FILING_ADDRESS, filingPageRoute } from "./routes/filing-page.ts";
import { LAW_ADDRESS, lawPageRoute } from "./routes/law-page.ts";
import { lawsCitingRoute } from "./routes/laws-citing.ts";
import { recordsQuoteRoute } from "./routes/records-quote.ts";
import { docketsEntriesRoute } from "./routes/dockets-entries.ts";
import { docketsGetRoute } from "./routes/dockets-get.ts";
import { lawsCompareRoute } from "./routes/laws-compare.ts";
import { lawsCollectionsRoute } from "./routes/laws-collections.ts";
import { lawsGetRoute } from "./routes/laws-get.ts";
import { lawsSearchRoute } from "./routes/laws-search.ts";
import { meRoute } from "./routes/me.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { openApiRoute } from "./routes/openapi.ts";
import { opinionsCitingRoute } from "./routes/opinions-citing.ts";
import { opinionsGetRoute } from "./routes/opinions-get.ts";
import { DECISION_ADDRESS, readerRoute } from "./routes/reader.ts";
import { rootRoute } from "./routes/root.ts";
import { robotsRoute } from "./routes/robots.ts";
import type { Route } from "./routes/route.ts";
import { searchRoute } from "./routes/search.ts";
import type { Services } from "./services.ts";
import { mountPortal } from "./mount-portal.ts";
import { triedOperations } from "./tried-operations.ts";

/** Answers with texts, of up to ten megabytes each: what is made at once is held at once. */
const LARGE_ANSWERS = { atOnce_max: 4, waitingPerOwner_max: 200 };

/** Pages of research that ask as whoever is signed in. */
const PAGES_OF_READERS = ["/", "/check", "/survey", "/help", "/courts", "/courts/*", "/codes", "/codes/*", "/docs/*"];

/** Surveys that one address may make: each reads some sections of every code on file. */
const SURVEY_RATE = { perMinute: 20, burst: 5 };

/** Briefs that one address may have checked: each is up to a second of work, and a file to read. */
const CHECK_RATE = { perMinute: 20, burst: 10 };

export type App = {
  readonly fetch: Hono<AppEnv>["fetch"];
  readonly metrics: Metrics;
  /** From now on `/readyz` says no and connections close after their answer. */
  readonly drain: () => void;
};

/** The whole HTTP face of the service, from what it answers from and how it is set up. */
export function createServer(services: Services, config: HttpConfig, logger: Logger): App {
  let isDraining = false;
  const largeAnswers = new InTurn({ ...LARGE_ANSWERS, name: "large answer" });
  const { running, measures } = services;
  const metrics = createMetrics({ running, measures, largeAnswers });
  const limiter = services.limiter ?? localLimiter(monotonicMs);
  const app = new Hono<AppEnv>();

  app.use(
    observe({
      logger,
      metrics,
      trustProxy: config.trustProxy,
      slowRequest_ms: config.slowRequest_ms,
      running: services.running,
      isDraining: () => isDraining,
    }),
  );
  app.use(securityHeaders(config));
  app.use(plainPath(config.baseUrl));
  app.onError(answerError(config));
  app.notFound((c) => {
    throw nothingAnswers(c.req.path, config.baseUrl);
  });

  const base = new URL(config.apiUrl).pathname.replace(/\/$/u, "");
  const api = `${base}/*`;
  if (config.corsOrigins.length > 0) app.use(api, crossOrigin(config));
  const { keys, entrance } = services;
  const recognition = { keys, config, metrics, limiter };
  const tokens = entrance?.server.tokens;
  /** Where the tokens of people open too, and a refusal says who gives them. */
  const withTokens = (path: string): AppMiddleware =>
    authenticate({ ...recognition, ...(tokens !== undefined && { tokens, challenge: toolsChallenge(config, path) }) });
  app.use(api, authenticating({ keysAlone: authenticate(recognition), me: withTokens(""), mePath: `${base}/me` }));
  if (config.rateLimit !== null) app.use(api, rateLimit(config.rateLimit, limiter));
  if (services.calls !== undefined) app.use(api, noteCalls(services.calls));

  if (config.readerPages === "open") {
    for (const pages of ["/opinions/*", "/laws/*", "/dockets/*", "/filings/*"]) {
      app.use(pages, pageRateLimit(config.pageLimit, limiter, config.trustProxy));
    }
  }

  if (config.pages !== "off") {
    const reader = pageReader({ people: services.people, config, limiter });
    for (const page of PAGES_OF_READERS) app.use(page, reader);
    app.use("/survey", surveyLimit(limiter, config));
    app.post("/check", pageRateLimit(CHECK_RATE, limiter, config.trustProxy, "checks"));
  }
  app.use("/downloads/*", pageRateLimit(config.pageLimit, limiter, config.trustProxy));

  const addresses = addressesOf(config.baseUrl);
  const addressOf = addressesUnder(config.baseUrl);
  const lawAddressOf = lawAddressesUnder(config.baseUrl);
  addRoutes(app, base, [
    searchRoute(services, addressOf),
    opinionsGetRoute(services, addressOf, largeAnswers),
    opinionsCitingRoute(services, addressOf),
    citationsCheckRoute(services, addressOf),
    courtGetRoute(services),
    courtListRoute(services),
    lawsSearchRoute(services, lawAddressOf),
    lawsGetRoute(services, lawAddressOf),
    lawsCollectionsRoute(services),
    lawsCitingRoute(services, { decision: addressOf, law: lawAddressOf }),
    lawsCompareRoute(services, lawAddressOf),
    docketsGetRoute(services, addresses),
    docketsEntriesRoute(services, addresses),
    recordsQuoteRoute(services),
    meRoute,
  ]);
  const mcp = createMcp({
    services: { research: services.research, addresses },
    version: config.version,
    log: logger,
    onCall: (principal, tool, outcome) => services.calls?.record(principal, tool, outcome),
  });
  const limited = config.rateLimit === null ? [] : [rateLimit(config.rateLimit, limiter)];
  mountMcp(app, mcp, { config, metrics }, (address) => [withTokens(address), ...limited]);
  if (entrance !== undefined) {
    mountResourceMetadata(app, config, entrance.server.rules.authUrl);
    mountOAuth(app, { entrance, config, limiter, knownHost: knownHost(config) });
  }
  const document = once(() => openApiDocument({ apiUrl: config.apiUrl, version: config.version }));
  addRoutes(app, "", [
    rootRoute(services, config),
    ...checkRoutes(services, config),
    robotsRoute(config),
    openApiRoute(document),
    docsRoute(document, config),
    ...documentRoutes(config),
    ...assetRoutes(config),
    surveyRoute(services, config),
    helpRoute(config),
    ...browseRoutes(services, config),
    ...(config.readerPages === "open"
      ? [
          readerRoute(services, config),
          lawPageRoute(services, config),
          lawCompareRoute(services, config),
          filingPageRoute(services, addresses),
          docketPageRoute(services, { ...config, addresses }),
        ]
      : closedRoutes(config, [DECISION_ADDRESS, LAW_ADDRESS, COMPARE_ADDRESS, FILING_ADDRESS, DOCKET_ADDRESS])),
    downloadsRoute(services),
    healthRoute,
    readyRoute(services.checks, () => isDraining),
    metricsRoute(metrics, config, services.metricsOfAllProcesses),
  ]);
  const portal = services.portal?.(once(() => triedOperations(document(), config.apiUrl)));
  if (portal !== undefined) mountPortal(app, { portal, config, limiter });
  if (services.firms !== undefined) mountFirms(app, { firms: services.firms, config, limiter });
  return {
    fetch: app.fetch,
    metrics,
    drain: () => {
      isDraining = true;
      mcp.drain();
    },
  };
}

/** Without a question the page only shows its form. */
function surveyLimit(limiter: Limiter, { trustProxy }: HttpConfig): AppMiddleware {
  const limited = pageRateLimit(SURVEY_RATE, limiter, trustProxy, "surveys");
  return async (c, next) => (c.req.query("q") === undefined ? next() : limited(c, next));
}

/** People may ask for themselves by a token (the contract, section 5.2); all else of the API takes keys. */
function authenticating({
  keysAlone,
  me,
  mePath,
}: {
  readonly keysAlone: AppMiddleware;
  readonly me: AppMiddleware;
  readonly mePath: string;
}): AppMiddleware {
  return async (c, next) => (c.req.path === mePath ? me(c, next) : keysAlone(c, next));
}

/** Each route, and behind those of one address a refusal of every other method that says which are allowed. */
function addRoutes(app: Hono<AppEnv>, base: string, routes: readonly Route[]): void {
  for (const [address, same] of Map.groupBy(routes, ({ path }) => path)) {
    const path = `${base}${address}`;
    for (const route of same) {
      app.on(route.method.toUpperCase(), path, async (c) => {
        enterRoute(c, path);
        return route.handle(c);
      });
    }
    const allow = same.map(({ method }) => (method === "get" ? "GET, HEAD" : "POST")).join(", ");
    app.all(path, (c) => {
      enterRoute(c, path);
      throw new HttpProblem("method_not_allowed", `${c.req.method.slice(0, 20)} is not answered here`, {
        hint: `use ${allow}`,
        headers: { Allow: allow },
      });
    });
  }
}

/** The one place where an error becomes an answer. */
function answerError(config: HttpConfig): Parameters<Hono<AppEnv>["onError"]>[0] {
  const docsUrl = `${config.baseUrl}/docs`;
  const apiPath = new URL(config.apiUrl).pathname;
  return (thrown, c) => {
    const problem =
      thrown instanceof HttpProblem
        ? thrown
        : thrown instanceof OnpointError
          ? problemOf(thrown)
          : internalProblem(thrown);
    for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
    c.header("Cache-Control", "no-store");
    tellTimings(c);
    const { status } = PROBLEM_KINDS[problem.code];
    if (!isOfPrograms(c.req.path, apiPath) && wantsPage(c)) {
      c.header("Vary", "Accept", { append: true });
      c.header("Content-Type", "text/html; charset=utf-8");
      return c.body(
        problemPage(problem, { requestId: c.get("requestId"), home: homeOf(config), hasDesk: config.pages !== "off" }),
        status,
      );
    }
    c.header("Content-Type", "application/problem+json");
    return c.body(problemBody(problem, docsUrl, c.get("requestId")), status);
  };
}

/** The API, the tools and what the standards of signing in name answer programs, whatever these accept. */
function isOfPrograms(path: string, apiPath: string): boolean {
  return [apiPath, "/mcp", "/oauth", "/scim", "/sso", "/.well-known", "/openapi.json"].some(
    (under) => path === under || path.startsWith(`${under}/`),
  );
}
