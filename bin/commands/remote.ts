import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { withTools } from "../remote/call-tool.ts";
import { forgetSignIn, keptSignIn } from "../remote/kept-sign-ins.ts";
import { serviceAddress } from "../remote/service-address.ts";
import { currentSignIn, endSignIn, personOf, signInAt } from "../remote/sign-in.ts";
import { interruptSignal } from "../context.ts";
import { note, print, printJson, table } from "../terminal.ts";

type Json = { readonly json?: boolean };

/** What works with a service elsewhere as a person who signs in there. */
export function addRemoteCommands(program: Command): void {
  addLogin(program);
  addLogout(program);
  program
    .command("whoami")
    .summary("show who is signed in to a service")
    .argument("<url>", "the address of the service")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint whoami https://law.example")
    .action(async (url: string, { json }: Json) => {
      const person = await personOf(await currentSignIn(url));
      if (json === true) printJson(person);
      else print(plain(person.name === "" ? person.email : `${person.name} <${person.email}>`));
    });
  addTools(program);
}

function addLogin(program: Command): void {
  program
    .command("login")
    .summary("sign in to a service from a terminal, by a code that you confirm in a browser anywhere")
    .description(
      "Shows a code and an address to open in any browser, and waits until you allow it there. The sign-in is kept in a file that is yours alone, and is used by `onpoint whoami` and `onpoint tools`.",
    )
    .argument("<url>", "the address of the service")
    .option(
      "--client-id <id>",
      "of an application that the service knows, where programs may not register by themselves",
    )
    .addHelpText("after", "\nExample:\n  $ onpoint login https://law.example")
    .action(async (url: string, { clientId }: { readonly clientId?: string }) => {
      const signal = interruptSignal();
      const { kept, path } = await signInAt(url, {
        ...(clientId !== undefined && { clientId }),
        signal,
        show: ({ address, code }) => note(`Open ${address}\nand see that it shows this code: ${code}\nWaiting …`),
      });
      const { email } = await personOf(kept);
      print(`Signed in to ${kept.service} as ${plain(email)}.`);
      note(`The sign-in is kept in ${path}; \`onpoint logout ${kept.service}\` ends it.`);
    });
}

function addLogout(program: Command): void {
  program
    .command("logout")
    .summary("end a sign-in that `onpoint login` began")
    .argument("<url>", "the address of the service")
    .addHelpText("after", "\nExample:\n  $ onpoint logout https://law.example")
    .action(async (url: string) => {
      const kept = await keptSignIn(serviceAddress(url));
      try {
        await endSignIn(kept);
      } finally {
        await forgetSignIn(kept.service);
      }
      print(`Signed out of ${kept.service}.`);
    });
}

function addTools(program: Command): void {
  const tools = program.command("tools").summary("use the tools of a service as whoever is signed in there");
  tools
    .command("list")
    .summary("show the tools there are")
    .argument("<url>", "the address of the service")
    .option("--json", "print them with what they take, as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint tools list https://law.example")
    .action(async (url: string, { json }: Json) => {
      const list = await withTools(await currentSignIn(url), async (client) => (await client.listTools()).tools);
      if (json === true) printJson(list);
      else
        print(
          table(
            ["tool", "what it does"],
            list.map(({ name, title }) => [plain(name), plain(title ?? "")]),
          ),
        );
    });
  tools
    .command("call")
    .summary("call a tool and print its answer as JSON")
    .argument("<url>", "the address of the service")
    .argument("<tool>", "one that `onpoint tools list` shows")
    .argument("[arguments]", "what it is given, as JSON", "{}")
    .addHelpText("after", '\nExample:\n  $ onpoint tools call https://law.example search \'{"query": "fraud"}\'')
    .action(async (url: string, name: string, given: string) => {
      const args = argumentsIn(given);
      const answer = await withTools(await currentSignIn(url), async (client) =>
        client.callTool({ name, arguments: args }),
      );
      const { structuredContent, content, isError } = answer;
      printJson(structuredContent ?? content);
      if (isError === true)
        throw new OnpointError("invalid_input", `the tool ${name} did not do it`, { hint: "Its answer says why." });
    });
}

function argumentsIn(given: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new OnpointError("invalid_input", "the arguments of the tool are not a JSON object", {
    hint: 'For example \'{"query": "fraud"}\'.',
  });
}

/** What a service says, without what would move a terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}
