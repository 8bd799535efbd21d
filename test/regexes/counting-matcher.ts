import { compiled } from "./compiled-regex.ts";
import type { Op, Program } from "./compiled-regex.ts";

/**
 * A backtracking matcher of ECMAScript's regular expressions that counts its steps. It goes the way the standard tells,
 * as every backtracking engine does but for shortcuts (of which it knows one: `^` is tried at the beginning alone), so its count grows with a text as an engine's time does, and is
 * the same on every machine.
 */
export type Counted = { readonly match: RegExpExecArray | null; readonly steps: number };

/** A match was given up because it took more steps than allowed. */
export class StepsExceeded extends Error {
  constructor(regex: RegExp, steps_max: number, text: string) {
    super(`/${regex.source}/${regex.flags} took more than ${steps_max} steps on ${JSON.stringify(text.slice(0, 80))}…`);
  }
}

/** What `regex.exec(text)` finds from `lastIndex` on (or at it, for a sticky one), and the steps it took. */
export function countingExec(regex: RegExp, text: string, lastIndex: number, steps_max = Infinity): Counted {
  const program = compiled(regex.source, regex.flags);
  const run = new Run(program, text, () => new StepsExceeded(regex, steps_max, text), steps_max);
  for (let at = lastIndex; at <= text.length; at += width(text.codePointAt(at) ?? 0)) {
    const registers = run.from(at);
    if (registers !== undefined) return { match: matchOf(program, text, at, registers), steps: run.steps };
    if (regex.sticky || program.isAnchored) break;
  }
  return { match: null, steps: run.steps };
}

function matchOf({ groups }: Program, text: string, index: number, registers: readonly number[]): RegExpExecArray {
  const match = groups.map((_name, at) => {
    const [start = -1, end = -1] = [registers[2 * at], registers[2 * at + 1]];
    return start < 0 || end < 0 ? undefined : text.slice(start, end);
  });
  const names = groups.some((name) => name !== null) ? (Object.create(null) as Record<string, unknown>) : undefined;
  for (const [at, name] of groups.entries()) {
    // A name given twice is that of the alternative which matched.
    if (names !== undefined && name !== null) names[name] = match[at] ?? names[name];
  }
  return Object.assign(match, { index, input: text, groups: names }) as unknown as RegExpExecArray;
}

class Run {
  steps = 0;
  readonly #program: Program;
  readonly #text: string;
  readonly #exceeded: () => Error;
  readonly #steps_max: number;
  readonly #registers: number[] = [];
  /** Registers written, each with what it held: undone where another way is tried. */
  readonly #trail: number[] = [];

  constructor(program: Program, text: string, exceeded: () => Error, steps_max: number) {
    this.#program = program;
    this.#text = text;
    this.#exceeded = exceeded;
    this.#steps_max = steps_max;
  }

  from(at: number): readonly number[] | undefined {
    for (let register = 0; register < this.#program.registers; register += 1) this.#registers[register] = -1;
    this.#trail.length = 0;
    const end = this.#run(this.#program.code, at);
    if (end < 0) return undefined;
    this.#registers[0] = at;
    this.#registers[1] = end;
    return this.#registers;
  }

  #set(register: number, value: number): void {
    this.#trail.push(register, this.#registers[register] as number);
    this.#registers[register] = value;
  }

  #undoTo(length: number): void {
    while (this.#trail.length > length) {
      const old = this.#trail.pop() as number;
      this.#registers[this.#trail.pop() as number] = old;
    }
  }

  /** Where the code ends when it matches at `at`; -1 when it does not. */
  #run(code: readonly Op[], start: number): number {
    /** Ways not yet tried: the instruction, the place in the text, the length of the trail. */
    const ways: number[] = [];
    const bottom = this.#trail.length;
    let pc = 0;
    let at = start;
    for (;;) {
      this.steps += 1;
      if (this.steps > this.#steps_max) throw this.#exceeded();
      const op = code[pc] as Op;
      let next = pc + 1;
      switch (op.op) {
        case "one": {
          const char = op.isBackward ? codeBefore(this.#text, at) : this.#text.codePointAt(at);
          if (char !== undefined && op.has(char)) at += op.isBackward ? -width(char) : width(char);
          else next = -1;
          break;
        }
        case "jump":
          next = op.to;
          break;
        case "split":
          ways.push(op.to, at, this.#trail.length);
          break;
        case "save":
          this.#set(op.register, at);
          break;
        case "loopStart":
          this.#set(op.register, 0);
          break;
        case "loop": {
          const count = this.#registers[op.register] as number;
          const [first, other] = op.isGreedy ? [pc + 1, op.exit] : [op.exit, pc + 1];
          if (count >= op.max) next = op.exit;
          else if (count >= op.min) {
            ways.push(other, at, this.#trail.length);
            next = first;
          }
          break;
        }
        case "loopRound": {
          this.#set(op.register, (this.#registers[op.register] as number) + 1);
          this.#set(op.register + 1, at);
          for (let group = op.groups.from; group < op.groups.to; group += 1) {
            this.#set(2 * group, -1);
            this.#set(2 * group + 1, -1);
          }
          break;
        }
        case "loopEnd": {
          const isEmpty = this.#registers[op.register + 1] === at;
          next = isEmpty && (this.#registers[op.register] as number) > op.min ? -1 : op.to;
          break;
        }
        case "edge": {
          const isEnd = op.isStart ? at === 0 : at === this.#text.length;
          if (!isEnd && !(op.isMultiline && isLineEnd(this.#text.charCodeAt(op.isStart ? at - 1 : at)))) next = -1;
          break;
        }
        case "boundary": {
          const isBefore = at > 0 && op.isWord(this.#text.charCodeAt(at - 1));
          const isBehind = at < this.#text.length && op.isWord(this.#text.charCodeAt(at));
          if ((isBefore !== isBehind) === op.isNegated) next = -1;
          break;
        }
        case "look": {
          const length = this.#trail.length;
          const isFound = this.#run(op.code, at) >= 0;
          if (isFound && op.isNegated) this.#undoTo(length);
          if (isFound === op.isNegated) next = -1;
          break;
        }
        case "done":
          return at;
      }
      if (next >= 0) {
        pc = next;
        continue;
      }
      const length = ways.pop();
      if (length === undefined) {
        this.#undoTo(bottom);
        return -1;
      }
      this.#undoTo(length);
      at = ways.pop() as number;
      pc = ways.pop() as number;
    }
  }
}

function width(code: number): number {
  return code > 0xff_ff ? 2 : 1;
}

function codeBefore(text: string, at: number): number | undefined {
  if (at <= 0) return undefined;
  const low = text.charCodeAt(at - 1);
  const high = at > 1 ? text.charCodeAt(at - 2) : 0;
  const isPair = low >= 0xdc_00 && low <= 0xdf_ff && high >= 0xd8_00 && high <= 0xdb_ff;
  return isPair ? text.codePointAt(at - 2) : low;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x20_28 || code === 0x20_29;
}
