import { html } from "hono/html";
import { enforceConnection, removeConnection, setConnection } from "#accounts/firms/connections.ts";
import { addDomain, removeDomain, verifyByDns } from "#accounts/firms/domains.ts";
import { removeGroupRule, setGroupRule } from "#accounts/firms/group-rules.ts";
import { endScimTokens, makeScimToken } from "#accounts/firms/scim-tokens.ts";
import type { By } from "#accounts/users/admins.ts";
import { askFirst } from "./confirmation.ts";
import { copyable } from "./markup.ts";
import type { Done, OwnVisit } from "./page.ts";

type Action = (visit: OwnVisit) => Promise<Done>;

export const FIRM_NOTICES = {
  "firm-domain": "The domain is added.",
  "firm-verified": "The domain is verified.",
  "firm-domain-gone": "The domain is removed.",
  "firm-set": "The identity provider is set. Sign in with it once before you require it.",
  "firm-gone": "The identity provider is removed. Members sign in with passwords; a forgotten one is set anew by mail.",
  "firm-enforced": "Members sign in with the firm from now on.",
  "firm-relaxed": "Members may sign in with passwords again.",
  "firm-group": "The group is set. It counts from each member's next sign-in.",
  "firm-group-gone": "The group is removed.",
  "firm-tokens-ended": "The SCIM tokens are ended.",
} as const;

/** What is done to how an organization signs in, from the page that stands at `back`. */
export function firmActions(back: (organizationId: string) => string): Readonly<Record<string, Action>> {
  const done = (visit: OwnVisit, what: keyof typeof FIRM_NOTICES): Done => {
    const address = back(organizationOf(visit));
    return { to: `${address}${address.includes("?") ? "&" : "?"}done=${what}` };
  };
  return {
    "add-domain": async (visit) => {
      const of = { organizationId: organizationOf(visit), domain: text(visit, "domain") };
      await addDomain(visit.accounts, of, byOf(visit));
      return done(visit, "firm-domain");
    },
    "verify-domain": async (visit) => {
      const of = { organizationId: organizationOf(visit), domain: text(visit, "domain") };
      await verifyByDns(visit.accounts, { ...of, lookUp: visit.firms.lookUpTxt }, byOf(visit));
      return done(visit, "firm-verified");
    },
    "remove-domain": async (visit) => {
      const domain = text(visit, "domain");
      const asked = askFirst(visit, {
        title: `Remove ${domain}?`,
        told: "Nobody new with an address of this domain can come in with the firm. Accounts that are there stay. You can add the domain again.",
        yes: `Remove ${domain}`,
        back: back(organizationOf(visit)),
      });
      if (asked !== undefined) return asked;
      await removeDomain(visit.accounts, { organizationId: organizationOf(visit), domain }, byOf(visit));
      return done(visit, "firm-domain-gone");
    },
    "set-connection": async (visit) => {
      const secret = text(visit, "clientSecret");
      await setConnection(
        visit.accounts,
        {
          organizationId: organizationOf(visit),
          issuer: text(visit, "issuer"),
          clientId: text(visit, "clientId"),
          groupsClaim: text(visit, "groupsClaim"),
          trustsMail: visit.form.get("trustsMail") === "yes",
          ...(secret !== "" && { clientSecret: secret }),
        },
        byOf(visit),
      );
      return done(visit, "firm-set");
    },
    "remove-connection": async (visit) => {
      const asked = askFirst(visit, {
        title: "Remove the identity provider?",
        told: "Nobody can sign in with the firm any more, and whose account was whose at the provider is forgotten. This cannot be undone; the provider can be set again.",
        yes: "Remove the identity provider",
        back: back(organizationOf(visit)),
      });
      if (asked !== undefined) return asked;
      await removeConnection(visit.accounts, organizationOf(visit), byOf(visit));
      return done(visit, "firm-gone");
    },
    enforce: async (visit) => {
      const asked = askFirst(visit, {
        title: "Require the firm's sign-in?",
        told: "Passwords of members stop working, and their sign-ins by password end now. You can let them use passwords again later.",
        yes: "Require the firm's sign-in",
        back: back(organizationOf(visit)),
      });
      if (asked !== undefined) return asked;
      const organizationId = organizationOf(visit);
      const wanted = { organizationId, isEnforced: true, breakGlassId: text(visit, "breakGlass") };
      await enforceConnection(visit.accounts, wanted, byOf(visit));
      return done(visit, "firm-enforced");
    },
    relax: async (visit) => {
      await enforceConnection(
        visit.accounts,
        { organizationId: organizationOf(visit), isEnforced: false },
        byOf(visit),
      );
      return done(visit, "firm-relaxed");
    },
    "set-group": async (visit) => {
      const role = text(visit, "role") === "admin" ? "admin" : "member";
      const teamId = text(visit, "team") || null;
      const rule = { organizationId: organizationOf(visit), group: text(visit, "group"), role, teamId } as const;
      await setGroupRule(visit.accounts, rule, byOf(visit));
      return done(visit, "firm-group");
    },
    "remove-group": async (visit) => {
      const of = { organizationId: organizationOf(visit), group: text(visit, "group") };
      await removeGroupRule(visit.accounts, of, byOf(visit));
      return done(visit, "firm-group-gone");
    },
    "make-scim-token": async (visit) => {
      const { token } = await makeScimToken(visit.accounts, organizationOf(visit), byOf(visit));
      return {
        shown: {
          title: "The SCIM token",
          body: html`<h1>The SCIM token</h1>
            <p>Copy it now: it is not shown again. One that was there before works for a day more.</p>
            ${copyable("SCIM token", token)}
            <p><a href="${back(organizationOf(visit))}">Done</a></p>`,
        },
      };
    },
    "end-scim-tokens": async (visit) => {
      const asked = askFirst(visit, {
        title: "End all SCIM tokens?",
        told: "The provider can say nothing any more until it is given a new token: leavers keep their access until then. This cannot be undone.",
        yes: "End all tokens",
        back: back(organizationOf(visit)),
      });
      if (asked !== undefined) return asked;
      await endScimTokens(visit.accounts, organizationOf(visit), byOf(visit));
      return done(visit, "firm-tokens-ended");
    },
  };
}

function organizationOf(visit: OwnVisit): string {
  return text(visit, "organization");
}

function text({ form }: OwnVisit, name: string): string {
  return form.get(name) ?? "";
}

function byOf({ signedIn, origin }: OwnVisit): By {
  return { actorId: signedIn.user.id, origin };
}
