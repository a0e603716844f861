/** Describes an endpoint and checks its settings: URL, event type patterns, retry schedule and limits. Pure. */
import type { Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type DeliverySchedule, SCHEDULE_WAIT_MS_MAX, WAITS_MAX } from "./decide-delivery.ts";
import type { SignatureKey } from "./sign-body.ts";

export type EndpointState = "ACTIVE" | "DISABLED";

/** Settings of a webhook endpoint that may change later. */
export type EndpointSettings = {
  readonly url: string;
  /**
   * Event types, `prefix.*` for all types with that prefix, or `*` for all. A colon and a type of tasks behind it select
   * events about tasks of that type: `task.completed:demo.count-words`, `task.*:demo.*`.
   */
  readonly eventTypes: readonly string[];
  /** Time limit of an attempt. Default 30 s. */
  readonly timeoutMs: number;
  /** Waits before a failed attempt is retried. Default `default`: eight attempts over about 31 hours. */
  readonly schedule: DeliverySchedule;
  /** Whether a status of 400 to 499 is retried, at most twice. Default true. */
  readonly retry4xx: boolean;
  /** Maximum number of requests under way at once. Default 2. */
  readonly maxInFlight: number;
  /** Maximum number of requests that begin in a second. Default 10. */
  readonly ratePerSecond: number;
  /** Form of the secret that keys the signature of a format. Default `shown`. */
  readonly signatureKey: SignatureKey;
  /**
   * Form of the requests: `standard`, the name of a `WebhookFormat` of a workload, or `all` for the headers of all of them.
   * Default: the format whose event types it asks for, else `standard`.
   */
  readonly format: string;
};

/** Webhook endpoint to create. */
export type NewEndpoint = Pick<EndpointSettings, "url" | "eventTypes"> &
  Partial<EndpointSettings> &
  ActionContext &
  InTransaction & {
    readonly tenant: string;
    /** `whsec_` and the base64 of 24 to 64 bytes. Default: 32 random bytes. */
    readonly secret?: string;
    /** Whether requests are also signed with an Ed25519 key. Default false. */
    readonly ed25519?: boolean;
  };

/** Webhook endpoint of a tenant. */
export type Endpoint = EndpointSettings & {
  readonly endpointId: string;
  readonly tenant: string;
  readonly state: EndpointState;
  /** `GONE`: it answered 410. `FAILING`: it only failed for days. Otherwise the reason given by the person who disabled it. */
  readonly disabledReason: string | undefined;
  readonly disabledAt: Date | undefined;
  /** Time until which requests are also signed with the previous secret. */
  readonly previousSecretUntil: Date | undefined;
  /** Public key `whpk_…`, when requests are signed with Ed25519. */
  readonly verificationKey: string | undefined;
  /** Number of failures since the latest success. */
  readonly failures: number;
  readonly failingSince: Date | undefined;
  /** Time before which nothing is sent, because it failed too often in a row. */
  readonly heldUntil: Date | undefined;
  readonly createdAt: Date;
};

/** Names the caller of an action on webhooks. */
export type ActionContext = {
  /** Actor for the audit log. Default: the program itself. */
  readonly actor?: string | undefined;
};

/** Transaction of a caller: the change is there when it commits. Default: one of its own. */
export type InTransaction = { readonly in?: Transaction };

/** Names one endpoint of a tenant. */
export type EndpointName = { readonly tenant: string; readonly endpointId: string };

export const ENDPOINT_TIMEOUT_MS_MAX = 60_000;
export const ENDPOINT_IN_FLIGHT_MAX = 100;
export const RATE_MAX = 10_000;

export const ENDPOINT_DEFAULTS = {
  timeoutMs: 30_000,
  schedule: "default",
  retry4xx: true,
  maxInFlight: 2,
  ratePerSecond: 10,
  signatureKey: "shown",
} as const satisfies Partial<EndpointSettings>;

/** Refuses settings outside their limits. The URL guard checks the URL. */
export function checkSettings(settings: Partial<EndpointSettings>): void {
  if (settings.eventTypes !== undefined) checkPatterns(settings.eventTypes);
  checkWhole("timeoutMs", settings.timeoutMs, [100, ENDPOINT_TIMEOUT_MS_MAX]);
  checkWhole("maxInFlight", settings.maxInFlight, [1, ENDPOINT_IN_FLIGHT_MAX]);
  checkWhole("ratePerSecond", settings.ratePerSecond, [1, RATE_MAX]);
  if (settings.schedule !== undefined) checkSchedule(settings.schedule);
  if (!["shown", "decoded", undefined].includes(settings.signatureKey))
    throw invalidWebhook("signatureKey", "must be shown or decoded");
}

function checkSchedule(schedule: DeliverySchedule): void {
  if (schedule === "default" || schedule === "seed") return;
  if (!Array.isArray(schedule) || schedule.length > WAITS_MAX)
    throw invalidWebhook(
      "schedule",
      `must be default, seed, or a list of at most ${String(WAITS_MAX)} waits in milliseconds`,
    );
  schedule.forEach((waitMs: number, index) =>
    checkWhole(`schedule[${String(index)}]`, waitMs, [0, SCHEDULE_WAIT_MS_MAX]),
  );
}

function checkWhole(field: string, value: number | undefined, [min, max]: readonly [number, number]): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw invalidWebhook(field, `(${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`);
}

export function invalidWebhook(field: string, reason: string): RotaError {
  return new RotaError("WEBHOOK_INVALID", `${field} ${reason}`, { field });
}

/** Returns the name of an endpoint, without other fields. */
export function endpointNameOf({ tenant, endpointId }: EndpointName): EndpointName {
  return { tenant, endpointId };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(id: unknown): id is string {
  return typeof id === "string" && UUID.test(id);
}

/** Refuses an id that is no UUID: it would be an error of the database. */
export function checkEndpointName(name: EndpointName): void {
  if (!isUuid(name.endpointId)) throw endpointMissing(name);
}

export function endpointMissing({ tenant, endpointId }: EndpointName): RotaError {
  return new RotaError(
    "WEBHOOK_ENDPOINT_NOT_FOUND",
    `tenant "${tenant}" has no endpoint ${String(endpointId).slice(0, 40)}: list its endpoints to see which there are`,
    { tenant, endpointId: String(endpointId).slice(0, 40) },
  );
}

export function endpointDisabled({ tenant, endpointId }: EndpointName): RotaError {
  return new RotaError(
    "WEBHOOK_ENDPOINT_DISABLED",
    `endpoint ${endpointId} is disabled, so nothing can be sent to it: enable it first`,
    { tenant, endpointId },
  );
}

/** Returns the error for callers who search among all tenants. */
export function endpointUnknown(endpointId: string): RotaError {
  const shown = String(endpointId).slice(0, 40);
  return new RotaError(
    "WEBHOOK_ENDPOINT_NOT_FOUND",
    `there is no endpoint ${shown}: list them to see which there are`,
    {
      endpointId: shown,
    },
  );
}

export const TYPES_MAX = 100;
export const TYPE_LENGTH_MAX = 200;
const TYPE = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/** Returns whether a pattern matches an event type. The database uses `rota.webhook_wants`; a test keeps both equal. */
export function wantsEvent(patterns: readonly string[], type: string): boolean {
  const [event = "", task = ""] = type.split(":");
  return patterns.some((pattern) => {
    const [forEvent = "", forTask = ""] = pattern.split(":");
    return (forEvent === "*" || fits(forEvent, event)) && (forTask === "" || fits(forTask, task));
  });
}

function fits(pattern: string, type: string): boolean {
  return pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
}

export function isEventType(type: unknown): type is string {
  return typeof type === "string" && type.length <= TYPE_LENGTH_MAX && TYPE.test(type);
}

export function checkPatterns(patterns: readonly string[]): void {
  if (!Array.isArray(patterns) || patterns.length < 1 || patterns.length > TYPES_MAX)
    throw new RotaError("WEBHOOK_INVALID", `eventTypes must be a list of 1 to ${String(TYPES_MAX)} event types`, {
      field: "eventTypes",
    });
  const wrong: unknown = patterns.find((pattern) => !isPattern(pattern));
  if (wrong === undefined) return;
  const shown = typeof wrong === "string" ? JSON.stringify(wrong.slice(0, TYPE_LENGTH_MAX)) : `a ${typeof wrong}`;
  throw new RotaError(
    "WEBHOOK_INVALID",
    `eventTypes holds ${shown}: give event types such as order.invoice.sent, order.* for all that begin so, * for all, or task.completed:demo.count for tasks of one type`,
    { field: "eventTypes" },
  );
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== "string") return false;
  const [event, task, ...more] = pattern.split(":");
  const isType = (text = "") => isEventType(text.endsWith(".*") ? text.slice(0, -2) : text);
  return (event === "*" || isType(event)) && (task === undefined || isType(task)) && more.length === 0;
}
