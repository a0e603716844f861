/** Tests that a wrong version of the rule is noticed: one of the order of turns, one of weights, one of limits. */
import { test } from "vitest";
import { expectNoticed } from "./fairness-mutant-support.ts";
import { REPRESENTATIVE_MUTATIONS } from "./fairness-mutations.sql.ts";

test.each(REPRESENTATIVE_MUTATIONS)("model and consumers notice when $name", expectNoticed);
