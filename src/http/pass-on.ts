import type { AppContext } from "./context.ts";

/** Takes an answer over with what is told with it; what was to be told with every answer gives way to it. */
export function passOn(c: AppContext, answer: Response, also: Readonly<Record<string, string>> = {}): Response {
  for (const [name, value] of Object.entries(also)) c.header(name, value);
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") c.header(name, value);
  }
  for (const cookie of answer.headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
  return c.newResponse(answer.body, answer.status as 200);
}
