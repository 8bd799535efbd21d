import axe from "axe-core";
import type { Page } from "playwright-core";

type Finding = {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
};

/** What axe finds against WCAG 2.2 AA and good practice, and how many of its rules had something to look at. */
export async function axeFindings(
  page: Page,
): Promise<{ readonly passed: number; readonly findings: readonly string[] }> {
  // Given to the browser directly: the page's own policy lets no script of ours in.
  await page.evaluate(axe.source);
  const { violations, passed } = await page.evaluate<{ violations: readonly Finding[]; passed: number }>(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
      .then(({ violations, passes }) => ({ violations, passed: passes.length }))`,
  );
  const findings = violations.map(
    ({ id, impact, nodes }) => `${impact ?? "?"} ${id}: ${nodes[0]?.html.slice(0, 200) ?? ""}`,
  );
  return { passed, findings };
}
