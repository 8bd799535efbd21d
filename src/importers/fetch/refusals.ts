import { OnpointError } from "#base/errors.ts";

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is asked for is not offered. */
export function refused(message: string, hint: string): OnpointError {
  return new OnpointError("invalid_input", message, { hint });
}

/** A listing is not what the publisher describes. */
export function unlisted(message: string): OnpointError {
  return new OnpointError("unavailable", message, {
    hint: "the publisher may have changed its site; download by hand and give the directory to `onpoint import`",
  });
}
