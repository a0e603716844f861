/** Forms of webhook requests beside the standard one, for receivers of another system, and which endpoint gets which. */
import { RotaError } from "../errors.ts";
import type { EndpointSettings } from "./endpoint.ts";
import type { DeliveryRequest, SigningKeys } from "./sign-body.ts";

/** Form of webhook requests that an endpoint may choose by its name. */
export type WebhookFormat = {
  /** Name, the value of an endpoint's `format`. */
  readonly name: string;
  /**
   * Event types, or patterns as those of endpoints. An endpoint for one of them gets this format unless it chooses another.
   * Default: none.
   */
  readonly eventTypes?: readonly string[];
  /** Type of the test event. Default `rota.ping`. */
  readonly pingType?: string;
  /** Settings of endpoints that choose this format and not these settings. Default: those of every endpoint. */
  readonly settings?: Partial<Pick<EndpointSettings, "timeoutMs" | "schedule" | "retry4xx" | "signatureKey">>;
  /** Returns headers that are sent beside those of Standard Webhooks. */
  headers(request: DeliveryRequest, keys: SigningKeys): Readonly<Record<string, string>>;
  /** Returns the body, as JSON: the same text for an event each time. Default: the standard body. */
  body?(event: FormattedEvent): string;
};

/** Event of which a format makes the body. */
export type FormattedEvent = {
  readonly eventId: string;
  readonly eventType: string;
  readonly tenant: string;
  /** ISO 8601 in UTC, with six digits after the second. */
  readonly occurredAt: string;
  /** Thing that it is about; undefined for an event that names none. */
  readonly aggregate: { readonly type: string; readonly id: string } | undefined;
  /** Payload as JSON, as it was appended. */
  readonly dataText: string;
};

/** Format with the headers of Standard Webhooks and `X-Rota-…` alone. */
export const STANDARD_FORMAT = "standard";
/**
 * Format of endpoints from before there were formats: the standard body with the headers of all loaded formats that have no
 * body of their own.
 */
export const ALL_FORMATS = "all";

/** Formats that the loaded workloads have. */
export type WebhookFormats = {
  /** Returns the format of an endpoint for these event types that chooses none. */
  defaultFor(eventTypes: readonly string[]): string;
  /** Throws WEBHOOK_INVALID when there is no such format. */
  check(name: string): void;
  /** Returns the settings of a format for endpoints that choose it. */
  settingsOf(name: string): Required<WebhookFormat>["settings"];
  /** Returns the formats whose headers an endpoint gets. Throws WEBHOOK_FORMAT_MISSING when its format is not loaded. */
  of(name: string): readonly WebhookFormat[];
  /** Returns the body of an event for an endpoint of the format; the standard one where the format has none. */
  bodyFor(name: string, message: StoredMessage): Uint8Array;
};

/** Event with its standard body, as it is stored once for all endpoints. */
export type StoredMessage = Omit<FormattedEvent, "occurredAt" | "dataText"> & { readonly body: Uint8Array };

const NAME = /^[a-z][a-z0-9-]{0,49}$/;

/** Puts the formats of all workloads together. Throws WORKLOAD_CLASH when two have one name. */
export function createFormats(formats: readonly WebhookFormat[]): WebhookFormats {
  const byName = new Map<string, WebhookFormat>();
  for (const format of formats) {
    if (!NAME.test(format.name))
      throw new RotaError("WORKLOAD_INVALID", `webhook format ${JSON.stringify(format.name)} is not in lower case`);
    if (byName.has(format.name) || format.name === STANDARD_FORMAT || format.name === ALL_FORMATS)
      throw new RotaError("WORKLOAD_CLASH", `there are two webhook formats ${format.name}: leave one workload out`);
    byName.set(format.name, format);
  }
  const known = [STANDARD_FORMAT, ALL_FORMATS, ...byName.keys()];
  return {
    defaultFor(eventTypes) {
      const wanting = formats.find((format) => (format.eventTypes ?? []).some((type) => meets(type, eventTypes)));
      return wanting?.name ?? STANDARD_FORMAT;
    },
    check(name) {
      if (known.includes(name)) return;
      const message = `format must be one of ${known.join(", ")}; another one needs the workload that defines it`;
      throw new RotaError("WEBHOOK_INVALID", message, { field: "format" });
    },
    settingsOf: (name) => byName.get(name)?.settings ?? {},
    bodyFor(name, message) {
      const format = byName.get(name);
      if (format?.body === undefined || message.body.byteLength === 0) return message.body; // empty: it was erased
      return Buffer.from(format.body(readMessage(message)));
    },
    of(name) {
      if (name === STANDARD_FORMAT) return [];
      if (name === ALL_FORMATS) return formats.filter((format) => format.body === undefined);
      const format = byName.get(name);
      if (format !== undefined) return [format];
      throw new RotaError(
        "WEBHOOK_FORMAT_MISSING",
        `the endpoint has the format ${name}, which no workload of this process defines: load that workload, or change the format`,
        { format: name },
      );
    },
  };
}

const DATA = ',"data":';

/** Reads a standard body. Its payload is cut out, not parsed: numbers in it may have more digits than JavaScript's. */
function readMessage({ body, ...event }: StoredMessage): FormattedEvent {
  const text = Buffer.from(body).toString();
  const [, occurredAt = ""] = /"occurred_at":"([^"]+)"/.exec(text) ?? [];
  const dataAt = text.indexOf(DATA); // quotes in the values before it are escaped
  return { ...event, occurredAt, dataText: text.slice(dataAt + DATA.length, -1) };
}

/** Returns whether one event type may fit both the pattern and one of the others. */
function meets(pattern: string, others: readonly string[]): boolean {
  const prefixOf = (given: string) => (given === "*" ? "" : given.endsWith(".*") ? given.slice(0, -1) : undefined);
  const prefix = prefixOf(pattern);
  return others.some((pair) => {
    const [other = ""] = pair.split(":"); // behind it is a type of tasks
    const otherPrefix = prefixOf(other);
    if (prefix !== undefined && (otherPrefix ?? other).startsWith(prefix)) return true;
    return otherPrefix === undefined ? other === pattern : (prefix ?? pattern).startsWith(otherPrefix);
  });
}
