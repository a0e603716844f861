/** Exports the testing kit for users: "@rota/engine/testing". */

export { createTestEngine } from "./test-engine.ts";
export type { TestEngine, TestEngineOptions } from "./test-engine.ts";
export type { InputMatcher, Submitted, Submissions, Subset } from "./submissions.ts";
