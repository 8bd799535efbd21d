import { html } from "hono/html";
import { button, form, hidden } from "./markup.ts";
import type { Done, Markup, Visit } from "./page.ts";

/** The field that says that somebody was asked and means it. */
const SURE = "sure";

type Question = {
  readonly title: string;
  /** What happens, and that nothing brings it back, where nothing does. */
  readonly told: Markup;
  readonly yes: string;
  /** Where those go who do not mean it. */
  readonly back: string;
};

/**
 * Asks before what is hard to mend: a form that was sent for the first time is shown again, with what was in it, and a
 * button that says what it does. Undefined for one that was asked about.
 */
export function askFirst(visit: Visit, { title, told, yes, back }: Question): Done | undefined {
  if (visit.form.get(SURE) === "yes") return undefined;
  const kept = [...visit.form].filter(([name]) => !NOT_KEPT.has(name));
  return {
    shown: {
      title,
      body: html`<h1>${title}</h1>
        <p>${told}</p>
        ${form(visit, visit.form.get("do") ?? "", [
          ...kept.map(([name, value]) => hidden(name, value)),
          hidden(SURE, "yes"),
          button(yes, { kind: "alarm" }),
        ])}
        <p><a href="${back}">Go back</a></p>`,
    },
  };
}

const NOT_KEPT: ReadonlySet<string> = new Set(["do", "guard", SURE]);
