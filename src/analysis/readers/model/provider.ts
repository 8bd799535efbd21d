import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { askingService } from "#base/tracing/tracing.ts";
import type { ConfiguredModel } from "./configured.ts";

/** An answer that is larger is no answer to a question. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The model as an instance of its provider. A name alone would be sent to somebody else's gateway. Without a key none is
 * sent, whatever the environment holds.
 */
export function languageModel({ provider, url, model, key }: ConfiguredModel): Exclude<LanguageModel, string> {
  const baseURL = url === null ? {} : { baseURL: url };
  const apiKey = key ?? "none";
  switch (provider) {
    case "anthropic":
      return createAnthropic({ ...baseURL, apiKey, fetch: boundedFetch })(model);
    case "openai":
      return createOpenAI({ ...baseURL, apiKey, fetch: boundedFetch })(model);
    case "openai-compatible":
      return createOpenAICompatible({
        name: "analysis",
        baseURL: url ?? "",
        ...(key === null ? {} : { apiKey: key }),
        supportsStructuredOutputs: true,
        fetch: boundedFetch,
      })(model);
  }
}

/** Follows no redirect, and reads no more than an answer can have. */
const boundedFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input;
  const response = await askingService("read", url, async (trace) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(trace)) headers.set(name, value);
    return fetch(input, { ...init, headers, redirect: "error" });
  });
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) controller.error(new Error("the answer is larger than any should be"));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(bounded) ?? null, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};
