/** Story: the connection breaks between the commit of a claim and its answer, and no work waits for the lease to end. */
import { test } from "vitest";
import { expectGivenBack } from "./unacknowledged-support.ts";

test("a claim from the database whose answer is lost gives its chunks back, and they run once", () =>
  expectGivenBack({ to: "take_turns", config: {} }));
