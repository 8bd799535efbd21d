import { OnpointError } from "#base/errors.ts";

const NAME_CHARS_MAX = 100;
/** Control characters, halves of characters, and marks that turn the direction of what follows. */
const UNSEEN = /\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u;

/** A name that people give to something, trimmed. `of` says of what: "the name of the key". Throws `invalid_input`. */
export function readName(text: string, of: string, hint: string): string {
  const name = text.trim();
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw new OnpointError("invalid_input", `the name of ${of} ${fault}`, {
    hint,
    faults: [{ path: "name", message: fault }],
  });
}

function faultOf(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.length > NAME_CHARS_MAX) return `is longer than ${NAME_CHARS_MAX} characters`;
  return UNSEEN.test(name) ? "holds control characters" : undefined;
}
