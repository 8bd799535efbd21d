import { interactionPolicy } from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";

/**
 * Whether an application goes on while the person is away. One that registered for refreshing (`refresh_token` among its
 * grants, RFC 7591, section 2) says so once and for all: hosts ask for what a refusal at the tools names, and that is no
 * place for `offline_access`. Any other says so with each question, by that scope. Either way the person is told and
 * agrees, and that agreement stands in the grant as the scope.
 */
export const STAYING_SCOPE = "offline_access";

/** Of a client that did not register for refreshing, though it may. */
export const ASKS_TO_STAY = "refresh_token_by_scope";

/** That nobody but us wants the page shown: who asks for `offline_access` without it is asked by it the first time. */
export const CONSENT_IMPLIED = "consent_implied";

type Client = NonNullable<KoaContextWithOIDC["oidc"]["client"]>;
type Grant = { readonly getOIDCScopeFiltered: (scopes: Set<string>) => string };

/** Whether the client registered for refreshing. */
export function registeredToStay(client: Client): boolean {
  return client.grantTypeAllowed("refresh_token") && client[ASKS_TO_STAY] !== true;
}

/** Whether a refresh token goes with the access token: the person agreed to it, and the client wanted it. */
export function staysWith(
  ctx: KoaContextWithOIDC,
  client: Client,
  { scopes }: { readonly scopes: Set<string> },
): boolean {
  if (!client.grantTypeAllowed("refresh_token") || !agreedToStay(ctx.oidc.entities.Grant)) return false;
  return scopes.has(STAYING_SCOPE) || registeredToStay(client);
}

function agreedToStay(grant: Grant | undefined): boolean {
  return grant?.getOIDCScopeFiltered(new Set([STAYING_SCOPE])) === STAYING_SCOPE;
}

/**
 * When a person is asked whether an application may act for them: the first time, when it wants more than it was let
 * in to, and when it wants to be asked for. A program on the person's machine is remembered as one on the web is if
 * its id is its own secret, made for that one installation when it registered. Where the id is known to everybody (a
 * document, or made known by the operator), any program on the machine could ask in its name and be called back: the
 * person is asked each time (RFC 8252, section 8.6).
 */
export function askWhenWanted(policy: interactionPolicy.DefaultPolicy): void {
  const { Check } = interactionPolicy;
  const checks = policy.get("consent")?.checks;
  if (checks === undefined) throw new Error("the library asks for no consent");
  checks.remove("consent_prompt");
  checks.remove("native_client_prompt");
  checks.add(
    new Check("consent_prompt", "consent prompt was not resolved", "consent_required", ({ oidc }) => {
      if (!oidc.prompts.has("consent") || !oidc.promptPending("consent")) return Check.NO_NEED_TO_PROMPT;
      const isImplied = oidc.params?.[CONSENT_IMPLIED] === "yes";
      return isImplied && agreedToStay(oidc.entities.Grant) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
    0,
  );
  checks.add(
    new Check(
      "known_native_client",
      "native clients require End-User interaction",
      "interaction_required",
      ({ oidc }) =>
        oidc.client?.applicationType === "native" && oidc.client[OWN_ID] !== true && oidc.result?.consent === undefined
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
    ),
    1,
  );
  checks.add(
    new Check(
      "staying",
      "the client goes on while the person is away",
      "consent_required",
      ({ oidc }) => {
        // Who may not be asked was let in without it, and goes on so.
        if (oidc.client === undefined || oidc.prompts.has("none") || !registeredToStay(oidc.client))
          return Check.NO_NEED_TO_PROMPT;
        return agreedToStay(oidc.entities.Grant) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
      },
      () => ({ staying: true }),
    ),
  );
}

/** Of a client whose id was made for one installation of it, which registered by itself. */
export const OWN_ID = "own_id";
