import type { PortalPage } from "../page.ts";
import { adminApplicationsPage } from "./applications.ts";
import { adminAuditPage } from "./audit.ts";
import { adminOrganizationsPage } from "./organizations.ts";
import { adminPeoplePage } from "./people.ts";
import { adminPlansPage } from "./plans.ts";
import { adminStatusPage } from "./status.ts";

/** What administrators of the service do without its command line. */
export const ADMIN_PAGES: readonly PortalPage[] = [
  adminStatusPage,
  adminPeoplePage,
  adminOrganizationsPage,
  adminPlansPage,
  adminApplicationsPage,
  adminAuditPage,
];
