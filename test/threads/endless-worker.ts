import { serveThread } from "#base/threads/serve-thread.ts";
import { ENDLESS } from "./endless.ts";

/** Stands for any thread that reads texts: tells what it was asked, and goes on for ever where a text is endless. */
function readOrSpin(input: unknown): string {
  const asked = JSON.stringify(input);
  while (asked.includes(ENDLESS));
  return asked;
}

serveThread({ read: readOrSpin, weigh: readOrSpin, check: readOrSpin });
