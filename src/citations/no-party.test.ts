import { expect, test } from "vitest";
import { isNoParty } from "./no-party.ts";

test.each([
  "Court of Appeals for the Ninth Circuit",
  "United States Court of Appeals for the Tenth Circuit",
  "Eleventh Circuit",
  "Supreme Court of the State of Washington",
  "Fifth Amendment",
  "Syllabus",
])("%s is no party", (words) => expect(isNoParty(words)).toBe(true));

test.each(["Circuit City Stores", "Alder", "Supreme Beef Processors", "Court Street Garage", "Syllabus Press"])(
  "%s may be a party",
  (words) => expect(isNoParty(words)).toBe(false),
);
