import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { OnpointError } from "#base/errors.ts";
import { VERSION } from "../version.ts";
import type { KeptSignIn } from "./kept-sign-ins.ts";
import { TOOLS } from "./sign-in.ts";

/** Works with the tools of a service as whoever is signed in there. Throws `unauthorized` or `unavailable`. */
export async function withTools<Value>(
  { service, accessToken }: KeptSignIn,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ name: "onpoint", version: VERSION });
  const requestInit = { headers: { Authorization: `Bearer ${accessToken}` }, redirect: "error" as const };
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service}${TOOLS}`), { requestInit }));
    return await work(client);
  } catch (thrown) {
    if (thrown instanceof OnpointError) throw thrown;
    if (isRefusal(thrown))
      throw new OnpointError("unauthorized", `${service} does not take this sign-in any more`, {
        hint: `\`onpoint login ${service}\` begins anew.`,
        cause: thrown,
      });
    throw new OnpointError("unavailable", `the tools of ${service} could not be asked`, {
      hint: "Look whether the service runs and can be reached from here.",
      cause: thrown,
    });
  } finally {
    await client.close();
  }
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof Error && /\b401\b|unauthori[sz]ed/iu.test(`${thrown.name} ${thrown.message}`);
}
