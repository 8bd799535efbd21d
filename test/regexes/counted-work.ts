import { countingExec, StepsExceeded } from "./counting-matcher.ts";

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;

const native: Exec = Reflect.get(RegExp.prototype, "exec");

/**
 * The steps that all regular expressions take while `work` runs, whoever uses them: in `replace`, `split` and the like
 * too, since these ask `exec`. Work of other kinds is not counted.
 */
export function countedSteps(work: () => unknown, steps_max = Infinity): number {
  const counting = beginCounting(steps_max);
  try {
    work();
  } finally {
    counting.end();
  }
  return counting.steps();
}

/** The same of work that waits; nothing else may run meanwhile. Work that is given up took all steps allowed. */
export async function countedStepsOf(work: () => unknown, steps_max = Infinity): Promise<number> {
  const counting = beginCounting(steps_max);
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof StepsExceeded)) throw thrown;
  } finally {
    counting.end();
  }
  return counting.steps();
}

function beginCounting(steps_max: number): { readonly steps: () => number; readonly end: () => void } {
  let steps = 0;
  const counting: Exec = function (text) {
    const keepsPlace = this.global || this.sticky;
    const from = keepsPlace ? this.lastIndex : 0;
    if (from > text.length) {
      this.lastIndex = 0;
      return null;
    }
    setExec(native);
    try {
      const counted = countingExec(this, text, from, steps_max - steps);
      steps += counted.steps;
      if (keepsPlace) this.lastIndex = counted.match === null ? 0 : counted.match.index + counted.match[0].length;
      return counted.match;
    } catch (thrown) {
      // Whoever catches this goes on with no steps left.
      if (thrown instanceof StepsExceeded) steps = steps_max;
      throw thrown;
    } finally {
      setExec(counting);
    }
  };
  setExec(counting);
  return { steps: () => steps, end: () => setExec(native) };
}

function setExec(exec: Exec): void {
  Reflect.defineProperty(RegExp.prototype, "exec", { value: exec, configurable: true, writable: true });
}
