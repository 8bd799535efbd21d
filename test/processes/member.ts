import { OnpointError } from "#base/errors.ts";
import { parentProcess } from "#base/processes/parent-process.ts";

/** What the tests ask a member of a group, and what it asks back. */
export type MemberAsks = {
  pid: { input: null; answer: number };
  double: { input: number; answer: number };
  die: { input: null; answer: null };
  /** Asks its starter to wait, and gives up so many milliseconds later; answers with the code it is refused with. */
  giveUpAfter: { input: number; answer: string };
};
export type MemberAnswers = {
  add: { input: number; answer: number };
  /** Answers when nobody waits for it any more. */
  wait: { input: null; answer: null };
};

const parent = parentProcess<MemberAnswers>();
if (process.argv[2] === "unable") {
  await parent.failed(new OnpointError("port_in_use", "port 1 is taken", { hint: "choose another" }));
  process.exit(3);
}
parent.port.serve<MemberAsks>({
  pid: () => process.pid,
  double: async (number) => parent.port.ask("add", number).then((sum) => sum * 2),
  die: () => process.kill(process.pid, "SIGKILL") && null,
  giveUpAfter: async (wait_ms) => {
    const asked = parent.port.ask("wait", null, { signal: AbortSignal.timeout(wait_ms) });
    return asked.then(
      () => "answered",
      (thrown: unknown) => (thrown instanceof OnpointError ? thrown.code : String(thrown)),
    );
  },
});
void parent.gone.then(() => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
await parent.ready();
