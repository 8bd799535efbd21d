import type { ConfiguredModel } from "./configured.ts";

/** Characters that make a token, at the least: what is not known of a text is guessed high. */
const CHARS_PER_TOKEN = 3;

/** What one question has taken of a model, held against what it may take. */
export class Spending {
  readonly #configured: ConfiguredModel;
  #input = 0;
  #output = 0;

  constructor(configured: ConfiguredModel) {
    this.#configured = configured;
  }

  /** Whether a request of so many characters, and an answer as long as may be, still fits. */
  has(chars: number, outputTokens: number): boolean {
    const { tokens_max, cents_max } = this.#configured;
    const input = this.#input + Math.ceil(chars / CHARS_PER_TOKEN);
    const output = this.#output + outputTokens;
    return input + output <= tokens_max && (cents_max === null || this.#cents(input, output) <= cents_max);
  }

  /** Tokens as the service counts them, or as they are guessed where it does not. */
  add(
    chars: number,
    usage: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined },
    outputTokens: number,
  ): void {
    this.#input += usage.inputTokens ?? Math.ceil(chars / CHARS_PER_TOKEN);
    this.#output += usage.outputTokens ?? outputTokens;
  }

  #cents(input: number, output: number): number {
    const { centsPerMillion } = this.#configured;
    return (input * centsPerMillion.input + output * centsPerMillion.output) / 1_000_000;
  }
}
