/** The public API of the client. */
export { answerOf, createClient } from "./create-client.ts";
export type { ClientOptions, RotaClient } from "./create-client.ts";
export { isRotaProblem, RotaProblem } from "./problem.ts";
export type { ProblemDocument, RefusedValue } from "./problem.ts";
export { TaskError } from "./run-task.ts";
export type { TaskToRun, ResultOptions, Tasks } from "./run-task.ts";
export type { LiveEvent, Topic, WatchOptions } from "./watch-events.ts";
export type { components, operations, paths } from "./api-types.generated.ts";
