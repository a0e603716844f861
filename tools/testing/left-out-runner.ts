/**
 * Runs tests as Vitest does, and lists a test as skipped, with the reason, when it needs a service or program that this
 * run does without.
 */
import type { RunnerTask as Task, RunnerTestSuite as Suite } from "vitest";
import { TestRunner } from "vitest";
import type { ServiceErrorCode } from "../services/service-error.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Reason why the test did not run. */
    leftOut?: string;
  }
}

/** In the gate a missing program is a failure; `npm test` runs without the programs that it cannot install. */
const FORGIVEN: readonly (ServiceErrorCode | undefined)[] =
  process.env["ROTA_TEST_TIER"] === "test" ? ["SERVICE_LEFT_OUT", "SERVICES_MISSING"] : ["SERVICE_LEFT_OUT"];

export default class LeftOutRunner extends TestRunner {
  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test);
    leaveOut(test);
  }

  /** A file that requests a service while it is loaded fails before its first test. */
  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    leaveOut(suite);
    await super.onBeforeRunSuite(suite);
  }

  /** Ignores teardown errors after a failed set-up: the first error explains all others. */
  override async onAfterRunSuite(suite: Suite): Promise<void> {
    leaveOut(suite);
    await super.onAfterRunSuite(suite);
  }
}

function leaveOut(task: Task): void {
  const reason = task.result?.errors?.find((error) => FORGIVEN.some((code) => code === error["code"]));
  if (reason === undefined) return;
  task.mode = "skip";
  task.meta.leftOut = reason.message.split("\n")[0] ?? "";
  task.result = { state: "skip" };
}
