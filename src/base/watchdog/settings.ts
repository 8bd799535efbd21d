import { wholeNumber } from "../config/readers.ts";
import { setting } from "../config/setting.ts";

export const WATCHDOG_SETTINGS = {
  stallLimit_ms: setting({
    name: "ONPOINT_STALL_LIMIT_MS",
    reads: wholeNumber(0, 60_000),
    fallback: 1_000,
    meaning:
      "How long the event loop may stand still before the log names the running requests; 0 turns the watch off and saves 19 MB.",
    example: "500",
  }),
  hangLimit_ms: setting({
    name: "ONPOINT_HANG_LIMIT_MS",
    reads: wholeNumber(0, 3_600_000),
    fallback: 30_000,
    meaning:
      "How long the event loop may stand still before the server ends itself, to be restarted; 0 turns this off.",
    example: "60000",
  }),
};
