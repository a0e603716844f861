/** What users test their own tasks with: "@rota/engine/testing". */
export { createTestEngine } from "./test-engine.ts";
export type { TestEngine, TestEngineOptions } from "./test-engine.ts";
export type { InputMatcher, Submitted, Submissions } from "./submissions.ts";
export type { Subset } from "./match-input.ts";
