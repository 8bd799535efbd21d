import fc from "fast-check";

/**
 * A gate that fails must fail again for the next person, so property tests draw from one seed. `FAST_CHECK_SEED=random`
 * draws anew, and a number takes that one: the message of a failed property names it.
 */
const DEFAULT_SEED = 20_261_121;

const asked = process.env["FAST_CHECK_SEED"];
if (asked !== "random")
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: asked === undefined ? DEFAULT_SEED : Number(asked) });

/** The mutation check wants to know that a property fails, and not by how little. */
if (process.env["FAST_CHECK_SHRINK"] === "no") fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
