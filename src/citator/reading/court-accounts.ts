import type { Actor } from "./actors.ts";
import type { VerbGroup } from "./verb-group.ts";
import type { Form } from "./verbs.ts";

const COURTS = / (?:its|today|today's|court's|majority's|court|majority) (?:s )?(?:\S+ )?$/u;
const JOINING = / (?:concur|join|agree|acquiesce|dissent)\S* (?:\S+ ){0,4}$/u;
const COURTS_CHOICE =
  / (?:court|majority|court's|majority's|today's|its) (?:\S+ ){0,2}(?:decision|choice|haste|determination|willingness|election|step|action) $/u;

/** Does a separate opinion tell with a verb in the active what its own court does: `by overruling ⟦⟧ the Court …`? */
export function isCourtsDoing(form: Form, group: VerbGroup, after: string, actor: Actor): boolean {
  if (group.isDenied || / (?:apparent|seeming|supposed|possible|arguable|threatened) $/u.test(group.before))
    return false;
  if (form === "ing")
    return (
      COURTS.test(group.before) ||
      JOINING.test(group.before.slice(-50)) ||
      (/ (?:by|in) (?:now |thus )?$/u.test(group.before) && / , (?:today )?the (?:court|majority) /u.test(after))
    );
  if (group.isInfinitive) return COURTS_CHOICE.test(group.before);
  return form === "past" && actor === "the court" && group.isPerfect && group.isNow;
}
