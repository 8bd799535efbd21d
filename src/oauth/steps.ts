import type { Interaction, Provider } from "oidc-provider";
import { errors } from "oidc-provider";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { askingClient } from "./asking-client.ts";
import type { AskingClient } from "./asking-client.ts";
import type { ServerRules } from "./configuration.ts";
import { exchangeOf } from "./node-exchange.ts";
import type { Exchange, Question } from "./node-exchange.ts";
import { STAYING_SCOPE } from "./staying.ts";

/** Where a person stands who was sent here by an application. */
export type Step = {
  readonly id: string;
  /** What is wanted of the person now. */
  readonly wanted: "sign-in" | "consent";
  /** Who signed in, once somebody has. */
  readonly personId: string | undefined;
  /** The application wants the person to sign in anew, although somebody is signed in. */
  readonly mustSignInAnew: boolean;
  /** To the second. */
  readonly begunAt: Date;
  /** The address the application expects to sign in with. */
  readonly loginHint: string | undefined;
  readonly client: AskingClient;
  /** Whether the person has let the application in before, and has not ended it. */
  readonly isLetIn: boolean;
  readonly scopes: readonly string[];
};

export type SignedIn = { readonly personId: string; readonly methods: readonly string[]; readonly at: Date };

export type Steps = {
  /** Undefined when it is over, was never begun, or was begun in another browser. */
  readonly read: (question: Question) => Promise<Step | undefined>;
  /** Goes on with this person; the answer leads the browser on. */
  readonly signIn: (question: Question, signedIn: SignedIn) => Promise<Response>;
  /** The person lets the application act for them. */
  readonly allow: (question: Question) => Promise<Response>;
  readonly deny: (question: Question) => Promise<Response>;
};

export function createSteps(parts: {
  readonly db: Db;
  readonly rules: ServerRules;
  readonly provider: () => Provider;
}): Steps {
  const { db, rules, provider } = parts;
  const exchange = (question: Question): Exchange => exchangeOf(question, rules.authUrl);
  const finish = async (
    question: Question,
    result: Parameters<Provider["interactionFinished"]>[2],
    merge = true,
  ): Promise<Response> => {
    const { req, res } = exchange(question);
    await provider().interactionFinished(req, res, result, { mergeWithLastSubmission: merge });
    return res.toResponse();
  };
  return {
    read: async (question) => {
      const interaction = await interactionOf(provider(), exchange(question));
      return interaction === undefined ? undefined : stepOf(provider(), db, interaction);
    },
    signIn: async (question, { personId, methods, at }) => {
      const { req, res } = exchange(question);
      const interaction = await provider().interactionDetails(req, res);
      if (interaction.session !== undefined && interaction.session.accountId !== personId) {
        await leaveSession(db, interaction);
      }
      const login = { accountId: personId, amr: [...methods], ts: Math.floor(at.getTime() / 1000) };
      return finish(question, { login }, false);
    },
    allow: async (question) => {
      const { req, res } = exchange(question);
      const interaction = await provider().interactionDetails(req, res);
      return finish(question, { consent: { grantId: await grantOf(provider(), interaction) } });
    },
    deny: async (question) =>
      finish(question, { error: "access_denied", error_description: "the person did not agree" }, false),
  };
}

async function interactionOf(provider: Provider, { req, res }: Exchange): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(req, res);
  } catch (thrown) {
    if (thrown instanceof errors.SessionNotFound) return undefined;
    throw thrown;
  }
}

async function stepOf(provider: Provider, db: Db, interaction: Interaction): Promise<Step | undefined> {
  const { params, prompt, session } = interaction;
  const id = textOf(params["client_id"]);
  const client = id === undefined ? undefined : await provider.Client.find(id);
  if (client === undefined) return undefined;
  return {
    id: interaction.jti,
    wanted: prompt.name === "login" ? "sign-in" : "consent",
    personId: session?.accountId,
    mustSignInAnew: prompt.name === "login" && prompt.reasons.some((reason) => ANEW.has(reason)),
    begunAt: new Date(interaction.iat * 1000),
    loginHint: textOf(params["login_hint"]),
    client: await askingClient(db, client, textOf(params["redirect_uri"]) ?? ""),
    isLetIn: await isLetIn(db, session?.accountId, client.clientId),
    scopes: scopesAsked(interaction),
  };
}

async function isLetIn(db: Db, personId: string | undefined, clientId: string): Promise<boolean> {
  if (personId === undefined) return false;
  const grant = await db
    .selectFrom("oauth_artifacts")
    .select("id")
    .where("account_id", "=", personId)
    .where("client_id", "=", clientId)
    .where("model", "=", "Grant")
    .limit(1)
    .executeTakeFirst();
  return grant !== undefined;
}

/** What is asked for, staying with it where the client registered for that. */
function scopesAsked({ params, prompt }: Interaction): string[] {
  const asked = textOf(params["scope"])?.split(" ") ?? [];
  return isStaying(prompt) ? [...new Set([...asked, STAYING_SCOPE])] : asked;
}

function isStaying({ details }: Interaction["prompt"]): boolean {
  return details["staying"] === true;
}

/** Reasons for which it is not enough to be signed in to the service. */
const ANEW = new Set(["login_prompt", "max_age", "id_token_hint", "claims_id_token_sub_value"]);

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Another person goes on than the one who was signed in here: that one's session ends. */
async function leaveSession(db: Db, interaction: Interaction): Promise<void> {
  const uid = interaction.session?.uid;
  delete interaction.session;
  await interaction.persist();
  if (uid === undefined) return;
  await transaction(db, async (trx) =>
    trx.deleteFrom("oauth_artifacts").where("model", "=", "Session").where("uid", "=", uid).execute(),
  );
}

/** What the person has agreed to, with what is asked now. */
async function grantOf(provider: Provider, interaction: Interaction): Promise<string> {
  const { grantId, session, params, prompt } = interaction;
  const held = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = held ?? new provider.Grant({ accountId: session?.accountId, clientId: textOf(params["client_id"]) });
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = prompt.details as MissingOfGrant;
  if (missingOIDCScope !== undefined) grant.addOIDCScope(missingOIDCScope.join(" "));
  if (isStaying(prompt)) grant.addOIDCScope(STAYING_SCOPE);
  if (missingOIDCClaims !== undefined) grant.addOIDCClaims(missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes.join(" "));
  }
  return grant.save();
}

type MissingOfGrant = {
  readonly missingOIDCScope?: string[];
  readonly missingOIDCClaims?: string[];
  readonly missingResourceScopes?: Readonly<Record<string, string[]>>;
};
