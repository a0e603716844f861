/** Refuses an intake definition with the name of the option, its value and the way out. Pure. */
import { isRotaError, RotaError } from "../errors.ts";
import { checkPolicy } from "../retries/retry-policy.ts";
import { isSchema } from "../tasks/definition/input/schema.ts";
import { TIMEOUT_MS_MAX } from "../tasks/definition/task-options.ts";
import { checkName, checkRange } from "../tasks/submission/check-field.ts";
import type { IntakeBroker } from "./define-intake.ts";
import * as limits from "./limits.ts";

/** What is checked of any intake, with the types forgotten. */
type GivenIntake = {
  readonly name: unknown;
  readonly queue?: unknown;
  readonly broker?: IntakeBroker;
  readonly readEvent?: unknown;
  readonly schema?: unknown;
  readonly handle: unknown;
  readonly retry?: Parameters<typeof checkPolicy>[0];
  readonly batchEventsMax?: number;
  readonly eventBytesMax?: number;
  readonly mirrorPrefix?: unknown;
  readonly timeoutMs?: number;
};

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)*$/;
const NAME_LENGTH_MAX = 100;
const MIRROR_PREFIX = /^[\x21-\x7e]{1,100}$/;

export function checkIntake(options: GivenIntake): void {
  const { name, broker } = options;
  if (typeof name !== "string" || name.length > NAME_LENGTH_MAX || !NAME.test(name))
    throw invalid("name", "must be words in lower case joined by hyphens, parts joined by dots, such as ledger.events");
  for (const option of ["handle", "readEvent"] as const)
    if (typeof options[option] !== "function" && (option === "handle" || options[option] !== undefined))
      throw invalid(option, "must be a function");
  if (options.schema !== undefined && !isSchema(options.schema))
    throw invalid("schema", "must be a Standard Schema or a function that throws");
  if (broker !== undefined && options.readEvent === undefined)
    throw invalid("readEvent", "is missing: say what a message of the broker holds");
  const { mirrorPrefix = "any" } = options;
  if (typeof mirrorPrefix !== "string" || !MIRROR_PREFIX.test(mirrorPrefix))
    throw invalid("mirrorPrefix", "must be 1 to 100 visible ASCII characters");
  refuseAs(name, () => checkFields(options));
}

function checkFields({ queue, broker, retry, batchEventsMax, eventBytesMax, timeoutMs }: GivenIntake): void {
  if (queue !== undefined) checkName("queue", queue);
  checkRange("batchEventsMax", batchEventsMax, [1, limits.BATCH_EVENTS_MAX]);
  checkRange("eventBytesMax", eventBytesMax, [1, limits.EVENT_BYTES_MAX]);
  checkRange("timeoutMs", timeoutMs, [1, TIMEOUT_MS_MAX]);
  if (retry !== undefined) checkPolicy(retry);
  if (broker === undefined) return;
  checkName("broker.exchange", broker.exchange);
  if (broker.queue !== undefined) checkName("broker.queue", broker.queue);
  for (const binding of broker.bindings ?? []) checkName("broker.bindings", binding);
  checkRange("broker.deliveryLimit", broker.deliveryLimit, [1, 1_000]);
}

function refuseAs(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isRotaError(error)) throw error;
    const message = `intake "${name}": ${error.message.replace(/^refused: /, "")}`;
    throw new RotaError("INTAKE_INVALID", message, error.details, { cause: error });
  }
}

function invalid(option: string, reason: string): RotaError {
  return new RotaError("INTAKE_INVALID", `${option} of an intake ${reason}`, { option });
}
