/**
 * Milliseconds that a `Retry-After` header asks for (RFC 9110, 10.2.3): seconds, or a date in any of the three forms in
 * which dates are sent. Undefined where there is none that can be read; a date that has passed asks for nothing.
 */
export function retryAfter_ms(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,9})?$/u.test(text)) return Number(text) * 1000;
  const moment = DATES.some((form) => form.test(text)) ? Date.parse(text.replace(/(?: GMT)?$/u, " GMT")) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now.getTime());
}

const TIME = String.raw`\d{2}:\d{2}:\d{2}`;
const DATES = [
  new RegExp(String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} ${TIME} GMT$`, "u"),
  new RegExp(String.raw`^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} ${TIME} GMT$`, "u"),
  new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${TIME} \d{4}$`, "u"),
];
