import { messageOf } from "#base/errors.ts";
import type { RejectReason } from "../frame/source.ts";
import type { Line } from "./lines.ts";

const NAME_CHARS_MAX = 200;

/** The value that a line is, or why it is none. */
export function valueOfLine({ bytes, text }: Line): { readonly value: unknown } | { readonly reject: RejectReason } {
  if (text === undefined || text === null) {
    const message = text === null ? "the line is not valid UTF-8" : `the line has ${Math.ceil(bytes / 1e6)} MB`;
    const hint = "one JSON object a line, in UTF-8, of at most 16 MB";
    return { reject: { reason: "bad_row", message, hint } };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (thrown) {
    const message = messageOf(thrown).slice(0, 300);
    return { reject: { reason: "bad_json", message, hint: "each line is one JSON object" } };
  }
}

/** What a line that is not read calls its record. */
export function nameIn(line: Line): string | null {
  const parsed = valueOfLine(line);
  if ("reject" in parsed || typeof parsed.value !== "object" || parsed.value === null) return null;
  const name: unknown = Reflect.get(parsed.value, "id");
  return typeof name === "string" ? name.slice(0, NAME_CHARS_MAX) : null;
}
