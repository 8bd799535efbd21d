import { RegExpParser } from "@eslint-community/regexpp";
import type { AST } from "@eslint-community/regexpp";

const PARSER = new RegExpParser({ ecmaVersion: 2025 });
/** Samples of what a set may hold, the first that fits. */
const SAMPLES = Array.from("aA1 .,-_()[]*'\"/:;&§\u2014\u2019\n\u00e9⟦⟧@#<=>?|v");
const FORMS = 24;

/**
 * Texts that grow, made from an expression: what it repeats is repeated, alone and all of it, and the end is one that it
 * does not want. The choices among alternatives are drawn, the same each time.
 */
export function probesOf(source: string): ((size: number) => string)[] {
  const pattern = PARSER.parsePattern(source, 0, source.length, { unicode: true });
  const repeated = quantifiersIn(pattern);
  const probes: ((size: number) => string)[] = [];
  for (let form = 0; form < FORMS; form += 1) {
    const only = repeated.length === 0 ? undefined : repeated[form % repeated.length];
    for (const isAll of [false, true]) {
      probes.push((size) => {
        const draw = drawing(form);
        const pumps = isAll ? Math.max(1, repeated.length) : 1;
        const times = Math.max(1, Math.round(size / pumps / 2));
        const isPumped = (node: AST.Quantifier): boolean => (isAll ? repeated.includes(node) : node === only);
        return `${textOf(pattern, { draw, times, isPumped })}\u0001`.slice(0, 4 * size);
      });
    }
  }
  return probes;
}

type Making = {
  readonly draw: (below: number) => number;
  readonly times: number;
  readonly isPumped: (node: AST.Quantifier) => boolean;
};

function textOf(node: AST.Pattern | AST.Element | AST.Alternative, making: Making): string {
  switch (node.type) {
    case "Pattern":
    case "Group":
    case "CapturingGroup": {
      const chosen = node.alternatives[making.draw(node.alternatives.length)];
      return chosen === undefined ? "" : textOf(chosen, making);
    }
    case "Alternative":
      return node.elements.map((element) => textOf(element, making)).join("");
    case "Quantifier": {
      const most = Math.min(node.max, Math.max(making.times, node.min));
      const times = making.isPumped(node) ? most : Math.max(node.min, Math.min(node.max, making.draw(2)));
      const one = textOf(node.element, making);
      return one.repeat(Math.min(times, Math.ceil((4 * making.times) / Math.max(1, one.length)) + node.min));
    }
    case "Character":
      return String.fromCodePoint(node.value);
    case "CharacterSet":
    case "CharacterClass": {
      const regex = new RegExp(`^${node.raw}$`, "u");
      const fitting = SAMPLES.filter((sample) => regex.test(sample));
      return fitting[making.draw(Math.min(3, fitting.length))] ?? "";
    }
    case "Assertion":
    case "Backreference":
    case "ExpressionCharacterClass":
      return "";
  }
}

const REPEATED_MIN = 30;

function quantifiersIn(node: AST.Pattern | AST.Element | AST.Alternative): AST.Quantifier[] {
  if (node.type === "Quantifier") {
    const inner = quantifiersIn(node.element);
    return node.max >= REPEATED_MIN ? [node, ...inner] : inner;
  }
  if (node.type === "Alternative") return node.elements.flatMap((element) => quantifiersIn(element));
  if ("alternatives" in node) return node.alternatives.flatMap((one) => quantifiersIn(one));
  return [];
}

/** Numbers below a bound, the same for the same seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed * 7919 + 17;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return below < 1 ? 0 : (state >> 8) % below;
  };
}
