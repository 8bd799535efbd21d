const MICROUSD = 1_000_000;
const WRITTEN = /^(\d{1,9})(?:\.(\d{1,6}))?$/u;

/** Millionths of a dollar as people write them: `12.50`, with more than two places only where there are more. */
export function dollars(amount_microusd: number): string {
  const sign = amount_microusd < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(amount_microusd) / MICROUSD);
  const rest = String(Math.abs(amount_microusd) % MICROUSD).padStart(6, "0");
  return `${sign}${whole}.${rest.slice(0, 2)}${rest.slice(2).replace(/(?<!0)0+$/u, "")}`;
}

/** Dollars as people write them, in millionths; undefined for what is no sum up to a billion. */
export function readDollars(text: string): number | undefined {
  const [, whole, rest = ""] = WRITTEN.exec(text.trim().replace(/^\$/u, "")) ?? [];
  return whole === undefined ? undefined : Number(whole) * MICROUSD + Number(rest.padEnd(6, "0"));
}
