import { RegExpParser } from "@eslint-community/regexpp";
import type { AST } from "@eslint-community/regexpp";

export type Op =
  | { readonly op: "one"; readonly has: (code: number) => boolean; readonly isBackward: boolean }
  | { readonly op: "jump"; readonly to: number }
  /** The next instruction first, the other one after it. */
  | { readonly op: "split"; readonly to: number }
  | { readonly op: "save"; readonly register: number }
  /** A loop has two registers: its rounds, and where the last one began. */
  | { readonly op: "loopStart"; readonly register: number }
  | { op: "loop"; register: number; min: number; max: number; isGreedy: boolean; exit: number }
  | { readonly op: "loopRound"; readonly register: number; readonly groups: Groups }
  | { readonly op: "loopEnd"; readonly register: number; readonly min: number; readonly to: number }
  | { readonly op: "edge"; readonly isStart: boolean; readonly isMultiline: boolean }
  | { readonly op: "boundary"; readonly isNegated: boolean; readonly isWord: (code: number) => boolean }
  | { readonly op: "look"; readonly isNegated: boolean; readonly code: readonly Op[] }
  | { readonly op: "done" };

/** Groups by number, the last left out. */
type Groups = { readonly from: number; readonly to: number };

/** The first two registers of a group are its ends; `groups` are the names, the first the whole match's. */
export type Program = {
  readonly code: readonly Op[];
  readonly registers: number;
  readonly groups: readonly (string | null)[];
  /** It can match nowhere but at the beginning of the text, and engines try it nowhere else. */
  readonly isAnchored: boolean;
};

const PARSER = new RegExpParser({ ecmaVersion: 2025 });
const PROGRAMS = new Map<string, Program>();

export function compiled(source: string, flags: string): Program {
  const key = `${flags} ${source}`;
  const known = PROGRAMS.get(key);
  if (known !== undefined) return known;
  const program = new Compiler(source, flags).program;
  PROGRAMS.set(key, program);
  return program;
}

class Compiler {
  readonly program: Program;
  readonly #flags: string;
  readonly #groupOf = new Map<AST.CapturingGroup, number>();
  #registers: number;
  #code: Op[] = [];

  constructor(source: string, flags: string) {
    if (flags.includes("v")) throw new Error(`/${source}/${flags}: sets of strings are not known here`);
    this.#flags = flags.replaceAll(/[dgy]/gu, "");
    const pattern = PARSER.parsePattern(source, 0, source.length, { unicode: flags.includes("u") });
    const groups = capturesOf(pattern);
    for (const [at, group] of groups.entries()) this.#groupOf.set(group, at + 1);
    this.#registers = 2 * (groups.length + 1);
    this.#any(pattern.alternatives, false);
    this.#code.push({ op: "done" });
    const isAnchored = !flags.includes("m") && pattern.alternatives.every(beginsAtStart);
    const names = [null, ...groups.map(({ name }) => name)];
    this.program = { code: this.#code, registers: this.#registers, groups: names, isAnchored };
  }

  #any(alternatives: readonly AST.Alternative[], isBackward: boolean): void {
    const jumps: number[] = [];
    for (const [at, { elements }] of alternatives.entries()) {
      const split = at < alternatives.length - 1 ? this.#code.push({ op: "split", to: -1 }) - 1 : -1;
      for (const element of isBackward ? elements.toReversed() : elements) this.#element(element, isBackward);
      if (split < 0) continue;
      jumps.push(this.#code.push({ op: "jump", to: -1 }) - 1);
      this.#code[split] = { op: "split", to: this.#code.length };
    }
    for (const jump of jumps) this.#code[jump] = { op: "jump", to: this.#code.length };
  }

  #element(element: AST.Element, isBackward: boolean): void {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        this.#code.push({ op: "one", has: oneOf(element.raw, this.#flags), isBackward });
        return;
      case "Group":
        if (element.modifiers !== null) throw new Error(`${element.raw}: modifiers are not known here`);
        return this.#any(element.alternatives, isBackward);
      case "CapturingGroup": {
        const register = 2 * (this.#groupOf.get(element) ?? 0);
        this.#code.push({ op: "save", register: isBackward ? register + 1 : register });
        this.#any(element.alternatives, isBackward);
        this.#code.push({ op: "save", register: isBackward ? register : register + 1 });
        return;
      }
      case "Quantifier":
        return this.#loop(element, isBackward);
      case "Assertion":
        return this.#assertion(element);
      case "Backreference":
      case "ExpressionCharacterClass":
        throw new Error(`${element.raw} is not known here`);
    }
  }

  #loop({ element, min, max, greedy: isGreedy }: AST.Quantifier, isBackward: boolean): void {
    const register = this.#registers;
    this.#registers += 2;
    const within = capturesOf(element).map((group) => this.#groupOf.get(group) ?? 0);
    this.#code.push({ op: "loopStart", register });
    const loop = { op: "loop" as const, register, min, max, isGreedy, exit: -1 };
    const to = this.#code.push(loop) - 1;
    const groups = { from: within[0] ?? 0, to: (within.at(-1) ?? -1) + 1 };
    this.#code.push({ op: "loopRound", register, groups });
    this.#element(element, isBackward);
    this.#code.push({ op: "loopEnd", register, min, to });
    loop.exit = this.#code.length;
  }

  #assertion(assertion: AST.Assertion): void {
    switch (assertion.kind) {
      case "start":
      case "end": {
        const isMultiline = this.#flags.includes("m");
        this.#code.push({ op: "edge", isStart: assertion.kind === "start", isMultiline });
        return;
      }
      case "word":
        this.#code.push({ op: "boundary", isNegated: assertion.negate, isWord: oneOf(String.raw`\w`, this.#flags) });
        return;
      case "lookahead":
      case "lookbehind": {
        const outer = this.#code;
        this.#code = [];
        this.#any(assertion.alternatives, assertion.kind === "lookbehind");
        this.#code.push({ op: "done" });
        const code = this.#code;
        this.#code = outer;
        this.#code.push({ op: "look", isNegated: assertion.negate, code });
      }
    }
  }
}

function beginsAtStart({ elements: [first] }: AST.Alternative): boolean {
  if (first?.type === "Assertion") return first.kind === "start";
  return (first?.type === "Group" || first?.type === "CapturingGroup") && first.alternatives.every(beginsAtStart);
}

type Node = AST.Pattern | AST.Element | AST.Alternative;

/** The capturing groups of a part of a pattern, in the order in which they open. */
function capturesOf(node: Node): AST.CapturingGroup[] {
  const inner: readonly Node[] =
    "alternatives" in node ? node.alternatives : "elements" in node && node.type === "Alternative" ? node.elements : [];
  const found = (node.type === "Quantifier" ? [node.element] : inner).flatMap((one) => capturesOf(one));
  return node.type === "CapturingGroup" ? [node, ...found] : found;
}

const exec: (this: RegExp, text: string) => RegExpExecArray | null = Reflect.get(RegExp.prototype, "exec");
const SETS = new Map<string, (code: number) => boolean>();

/** Whether one character matches: the engine's own word, remembered. */
function oneOf(raw: string, flags: string): (code: number) => boolean {
  const key = `${flags} ${raw}`;
  const known = SETS.get(key);
  if (known !== undefined) return known;
  const regex = new RegExp(`^${raw}$`, flags.replaceAll("m", ""));
  const answers = new Map<number, boolean>();
  const has = (code: number): boolean => {
    const answer = answers.get(code);
    if (answer !== undefined) return answer;
    const isIn = Reflect.apply(exec, regex, [String.fromCodePoint(code)]) !== null;
    answers.set(code, isIn);
    return isIn;
  };
  SETS.set(key, has);
  return has;
}
