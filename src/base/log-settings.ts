import { oneOf } from "./config/readers.ts";
import { setting } from "./config/setting.ts";

export const LOG_SETTINGS = {
  logLevel: setting({
    name: "ONPOINT_LOG_LEVEL",
    reads: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    fallback: "info",
    meaning: "The least severe line that is logged.",
    example: "debug",
  }),
  logFormat: setting({
    name: "ONPOINT_LOG_FORMAT",
    reads: oneOf("json", "pretty"),
    fallback: null,
    meaning: "Form of the log lines. Default: pretty on a terminal, json otherwise.",
    example: "json",
  }),
};
