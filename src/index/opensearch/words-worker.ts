import { workerData } from "node:worker_threads";
import { Moved } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import type { EngineRequest, Excerpt, IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { QueryNode } from "#index/tree.ts";
import { Layout } from "#index/embedded/layout.ts";
import { unitsOf } from "#index/units.ts";
import type { CountedNode } from "./compile/unit-scores.ts";
import { DocumentCheck } from "./check/document-check.ts";
import { excerptIn } from "./check/excerpt.ts";
import { occurrencesOf, weightedFrequency } from "./check/weigh.ts";
import { WordTests } from "./check/word-tests.ts";
import { unpacked } from "./words/kept-words.ts";
import { bulkBodies } from "./write/bulk-bodies.ts";
import type { BulkBody } from "./write/bulk-bodies.ts";

export type WordsData = { readonly schema: CollectionSchema };

export type WordsRequests = {
  bodies: {
    input: { readonly index: string; readonly version: number; readonly documents: readonly IndexDocument[] };
    answer: readonly BulkBody[];
  };
  /** Of each document, the places of the nodes that stand in it. */
  check: {
    input: {
      readonly nodes: readonly QueryNode[];
      readonly documents: readonly string[];
      readonly leaveOutSource: string | undefined;
    };
    answer: readonly (readonly number[])[];
  };
  /** Of each document, what each node counts in the fields whose average lengths are given. */
  weigh: {
    input: {
      readonly nodes: readonly CountedNode[];
      readonly documents: readonly string[];
      readonly leaveOutSource: string | undefined;
      readonly averages: Readonly<Record<string, number>>;
    };
    answer: readonly (readonly number[])[];
  };
  /** Of each document, how often each node stands in the fields that have it. */
  count: {
    input: {
      readonly nodes: readonly CountedNode[];
      readonly documents: readonly string[];
      readonly leaveOutSource: string | undefined;
    };
    answer: readonly (readonly Readonly<Record<string, number>>[])[];
  };
  /** Of each document, where the words and phrases of a tree stand in its main text. */
  excerpts: {
    input: {
      readonly tree: QueryNode;
      readonly documents: readonly string[];
      readonly wanted: NonNullable<EngineRequest["excerpts"]>;
    };
    answer: readonly Excerpt[];
  };
};

const { schema } = workerData as WordsData;
const layout = new Layout(schema);
const main = schema.fields.find(({ isMain }) => isMain === true)?.name ?? "";

serveThread<WordsRequests>({
  bodies: ({ documents, ...target }) => {
    const bodies = bulkBodies(schema, target, documents);
    return new Moved(
      bodies,
      bodies.map(({ lines }) => lines.buffer),
    );
  },
  check: ({ nodes, documents, leaveOutSource }) => {
    const tests = new WordTests();
    return documents.map((packed) => {
      const document = new DocumentCheck(schema, tests, unpacked(packed), leaveOutSource);
      return nodes.flatMap((node, place) => (document.has(node) ? [place] : []));
    });
  },
  weigh: ({ nodes, documents, leaveOutSource, averages }) => {
    const tests = new WordTests();
    return documents.map((packed) => {
      const document = new DocumentCheck(schema, tests, unpacked(packed), leaveOutSource);
      return nodes.map((node) => weightedFrequency(layout, document, node, averages));
    });
  },
  count: ({ nodes, documents, leaveOutSource }) => {
    const tests = new WordTests();
    return documents.map((packed) => {
      const document = new DocumentCheck(schema, tests, unpacked(packed), leaveOutSource);
      return nodes.map((node) => occurrencesOf(layout, document, node));
    });
  },
  excerpts: ({ tree, documents, wanted }) => {
    const tests = new WordTests();
    const units = unitsOf(tree, main);
    return documents.map((packed) => {
      const kept = unpacked(packed);
      const document = new DocumentCheck(schema, tests, kept, undefined);
      return excerptIn(document, { field: main, places: kept[main]?.[0]?.places ?? [] }, units, wanted);
    });
  },
});
