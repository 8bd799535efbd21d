import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A model that says of each token what a table says: enough to see that the right tokens are asked, and how. */
export type OnnxModelOptions = {
  /** By token; `[CLS]`, `[SEP]` and `[UNK]` among them. Rows of one length. */
  readonly rows: Readonly<Record<string, readonly number[]>>;
  readonly pooling?: Readonly<Record<string, boolean>>;
  readonly tokensMax?: number;
  /** As `config.json` says it; what the rows have by default. */
  readonly hiddenSize?: number;
  readonly inputs?: readonly string[];
  /** Out comes the sum of all that the table says, as one score. */
  readonly isSummed?: boolean;
};

/** Writes a directory as the tools of sentence-transformers would. */
export async function writeOnnxModel(dir: string, options: OnnxModelOptions): Promise<void> {
  const { rows, pooling, tokensMax = 512, inputs = ["input_ids", "attention_mask"], isSummed = false } = options;
  const tokens = Object.keys(rows);
  const width = rows[tokens[0] ?? ""]?.length ?? 0;
  await mkdir(join(dir, "1_Pooling"), { recursive: true });
  const model = tableModel(Object.values(rows).flat(), tokens.length, width, inputs, isSummed);
  await writeFile(join(dir, "model.onnx"), model);
  const write = async (name: string, what: unknown): Promise<void> => writeFile(join(dir, name), JSON.stringify(what));
  await write("config.json", { hidden_size: options.hiddenSize ?? width });
  await write("tokenizer_config.json", { tokenizer_class: "BertTokenizer", model_max_length: tokensMax });
  await write("tokenizer.json", tokenizer(tokens));
  if (pooling !== undefined) await write(join("1_Pooling", "config.json"), pooling);
}

function tokenizer(tokens: readonly string[]): object {
  const idOf = (token: string): number => tokens.indexOf(token);
  const special = (token: string): object => ({ id: idOf(token), content: token, special: true });
  const marks = ["[CLS]", "[SEP]", "[UNK]"];
  return {
    version: "1.0",
    added_tokens: marks.map((token) => ({
      ...special(token),
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
      ],
      pair: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
        { Sequence: { id: "B", type_id: 1 } },
        { SpecialToken: { id: "[SEP]", type_id: 1 } },
      ],
      special_tokens: Object.fromEntries(
        marks.slice(0, 2).map((token) => [token, { id: token, ids: [idOf(token)], tokens: [token] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}

const FLOAT = 1;
const INT64 = 7;

/** The published shape of an ONNX file (a protocol buffer): one `Gather` from a table, `last_hidden_state` out. */
function tableModel(
  values: readonly number[],
  height: number,
  width: number,
  inputs: readonly string[],
  isSummed: boolean,
): Uint8Array {
  const table = message(
    [1, height],
    [1, width],
    [2, FLOAT],
    [8, "table"],
    [9, new Uint8Array(Float32Array.from(values).buffer)],
  );
  const node = message(
    [1, "table"],
    [1, inputs[0] ?? "input_ids"],
    [2, "last_hidden_state"],
    [3, "look up"],
    [4, "Gather"],
  );
  const sum = message([1, "last_hidden_state"], [2, "logits"], [3, "sum"], [4, "ReduceSum"]);
  const graph = message(
    [1, node],
    ...(isSummed ? [[1, sum] as const] : []),
    [2, "table of tokens"],
    [5, table],
    ...inputs.map((name): Field => [11, valueOf(name, INT64, ["texts", "tokens"])]),
    [
      12,
      isSummed ? valueOf("logits", FLOAT, [1, 1, 1]) : valueOf("last_hidden_state", FLOAT, ["texts", "tokens", width]),
    ],
  );
  return message([1, 8], [2, "a test"], [8, message([1, ""], [2, 13])], [7, graph]);
}

function valueOf(name: string, type: number, sizes: readonly (number | string)[]): Uint8Array {
  const shape = message(...sizes.map((size): Field => [1, message(typeof size === "number" ? [1, size] : [2, size])]));
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

type Field = readonly [number: number, value: number | string | Uint8Array];

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
    }),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
}
