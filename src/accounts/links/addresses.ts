import type { LinkPurpose } from "./one-time-links.ts";

/** The path under which the page for a one-time link answers. */
export function linkPath(purpose: LinkPurpose): string {
  return `/account/${purpose}`;
}

/** A one-time link as it is mailed or printed. */
export function linkAddress(authUrl: string, purpose: LinkPurpose, token: string): string {
  return `${authUrl}${linkPath(purpose)}?token=${token}`;
}

/** An invitation to an organization as it is mailed. */
export function invitationAddress(authUrl: string, token: string): string {
  return `${authUrl}/account/invitation?token=${token}`;
}
