/** Types flow from a definition to submissions, results and expectations. Checked by the compiler, never run. */
import { expectTypeOf } from "vitest";
import type { Engine } from "../engine.ts";
import { defineTask } from "../tasks/define-task.ts";
import type { TestEngine } from "./test-engine.ts";

declare const engine: Engine;
declare const testEngine: TestEngine;

const greet = defineTask({
  name: "demo.greet",
  run: (input: { name: string; at: Date; tags?: readonly string[] }) => ({ text: input.name, at: input.at }),
});
const input = { name: "ann", at: new Date() };

// What comes back is what JSON makes of the result.
expectTypeOf((await engine.submit(greet, input)).result()).resolves.toEqualTypeOf<{ text: string; at: string }>();
expectTypeOf((await testEngine.submit(greet, input)).result()).resolves.toEqualTypeOf<{ text: string; at: string }>();

// @ts-expect-error a field is missing
await engine.submit(greet, { name: "ann" });
// @ts-expect-error a field has another type
await testEngine.submit(greet, { ...input, name: 1 });
// @ts-expect-error no such option
await engine.submit(greet, input, { tennant: "ann" });

// Expectations name some of the fields, and no others.
await testEngine.expectSubmitted(greet, { name: "ann", tags: ["a"] });
await testEngine.expectSubmitted(greet, (stored) => {
  expectTypeOf(stored.at).toEqualTypeOf<string>();
  return stored.name === "ann";
});
// @ts-expect-error no such field
await testEngine.expectSubmitted(greet, { nam: "ann" });
// @ts-expect-error a field has another type
await testEngine.expectNotSubmitted(greet, { name: 1 });
