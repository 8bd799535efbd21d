import { OnpointError } from "#base/errors.ts";
import { addressesOf } from "#research/address.ts";
import type { HttpConfig } from "../config.ts";
import { timed } from "../context.ts";
import { SURVEY_EXPORTS, surveyFile } from "../exports/survey-files.ts";
import { surveyPage } from "../pages/survey-page.ts";
import type { SurveyPage } from "../pages/survey-page.ts";
import { requirePage } from "../page-wanted.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import { surveyOf } from "../survey.ts";
import type { Survey } from "../survey.ts";
import type { Route } from "./route.ts";

/** What calls made on the page are noted under. */
const CALL = "law survey";
const ADDRESSES = addressesOf(".");
const ABOUT_QUESTION: ReadonlySet<string> = new Set(["invalid_input", "too_costly"]);

/** The page on which one question is put to the codes of all states, and its table as a file. */
export function surveyRoute({ research, calls }: Services, config: HttpConfig): Route {
  return {
    method: "get",
    path: "/survey",
    handle: async (c) => {
      requirePage(c, config);
      c.header("Cache-Control", "no-store");
      const question = c.req.query("q")?.trim() ?? "";
      const principal = c.get("principal");
      const answer = await timed(c, "survey", async () =>
        question === ""
          ? undefined
          : surveyOf({ research, principal, signal: c.req.raw.signal }, question).catch(refusal),
      );
      if (question !== "") calls?.record(principal, CALL);
      const kind = SURVEY_EXPORTS.find((one) => one === c.req.query("export"));
      if (kind !== undefined && isSurvey(answer)) {
        const day = new Date().toISOString().slice(0, 10);
        const { type, body } = surveyFile(kind, answer, { addressOf: addressesOf(config.baseUrl).law, day });
        c.header("Content-Disposition", `attachment; filename="survey.${kind}"`);
        return respond(c, type, body);
      }
      if (answer !== undefined && "faults" in answer) c.status(422);
      const isSignedIn = principal.kind === "user";
      return respond(
        c,
        "text/html; charset=utf-8",
        surveyPage({ question, answer, addressOf: ADDRESSES.law, isSignedIn }),
      );
    },
  };
}

function isSurvey(answer: SurveyPage["answer"]): answer is Survey {
  return answer !== undefined && "states" in answer;
}

function refusal(thrown: unknown): Exclude<SurveyPage["answer"], Survey | undefined> {
  if (!(thrown instanceof OnpointError) || !ABOUT_QUESTION.has(thrown.code)) throw thrown;
  const { faults, message, hint } = thrown;
  return { faults: faults.length === 0 ? [{ path: "query", message }] : faults, hint };
}
