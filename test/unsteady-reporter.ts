import type { Reporter, TestModule } from "vitest/node";

/** Names at the end of a run the tests that passed at a second try only: each is a fault, of the program or of the test. */
export class UnsteadyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const unsteady = modules.flatMap((module) =>
      [...module.children.allTests("passed")].filter((test) => test.diagnostic()?.flaky === true),
    );
    if (unsteady.length === 0) return;
    const names = unsteady.map(({ module, fullName }) => `  ${module.relativeModuleId} > ${fullName}`);
    process.stdout.write(`\n${unsteady.length} passed at the second try only; each is a fault:\n${names.join("\n")}\n`);
  }
}
