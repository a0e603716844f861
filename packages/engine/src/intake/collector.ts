/** Stores concurrent events in one transaction; while the database is unavailable it holds them and retries. */
import { sha256Hex } from "@rota/proofs";
import { sqlState } from "../database/database-error.ts";
import type { Database } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { backoffMs } from "../runtime/loop.ts";
import type { IntakeDefinition } from "./define-intake.ts";
import * as limits from "./intake-limits.ts";
import type { EventName } from "./outcome-watch.ts";
import { type Collected, storeEvents, type StoreOutcome } from "./store-events.ts";

/** Event to store, with its callbacks: exactly one of `stored`, `failed` and `giveBack` is called, once. */
export type CollectedEntry = Collected & {
  readonly bytes: number;
  readonly stored: (outcome: Exclude<StoreOutcome, "freed">) => void;
  /** Reports at once that the database is unavailable. An entry without this callback is kept and retried. */
  readonly failed?: (error: unknown) => void;
  /** Returns the message to the broker, because the database was unavailable for too long or the process stops. */
  readonly giveBack?: () => void;
};

export type CollectorOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Resolves when an event that was just stored has an outcome, or after `waitMs`. It never rejects. */
  readonly untilHandled: (event: EventName, waitMs: number) => Promise<void>;
  /** Maximum time for which entries are held while the database is unavailable. */
  readonly holdMs: number;
  /** Called when the database was unavailable for too long and all entries were given back: the caller stops consuming. */
  readonly onGivenBack: () => void;
  /** Called when the database is available again after that. */
  readonly onBack: () => void;
};

export class Collector {
  readonly #options: CollectorOptions;
  readonly #stopping = new AbortController();
  readonly #storing = new Set<Promise<void>>();
  readonly #openBatches = createOpenBatches();
  #waiting: CollectedEntry[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTimerShort = false;
  #isBusy = false;
  #failures = 0;
  #unavailableSinceMs: number | undefined;
  #pausing: Promise<void> | undefined;
  #hasGivenBack = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  add(entry: CollectedEntry): void {
    if (this.#stopping.signal.aborted) return giveUp(entry, stopped());
    if (this.#pausing !== undefined && entry.failed !== undefined)
      return entry.failed(
        new RotaError("DATABASE_UNAVAILABLE", "the database does not answer: send the event again later"),
      );
    this.#waiting.push(entry);
    this.#bytes += entry.bytes;
    this.#storeSoon();
  }

  /** Stores the waiting entries if the database is available, gives back the rest, and resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    if (this.#pausing === undefined) while (this.#waiting.length > 0) await this.#store();
    await this.#pausing;
    await Promise.all(this.#storing);
    this.#giveBackAll(stopped());
  }

  #storeSoon(): void {
    if (this.#pausing !== undefined || this.#storing.size >= limits.STORES_AT_ONCE || this.#waiting.length === 0)
      return;
    if (this.#isFull) return void this.#store();
    if (this.#timer === undefined) this.#startTimer(!this.#isBusy);
  }

  #startTimer(isShort: boolean): void {
    this.#isTimerShort = isShort;
    this.#timer = setTimeout(() => void this.#store(), isShort ? limits.COLLECT_MS : limits.BUSY_COLLECT_MS);
  }

  get #isFull(): boolean {
    return this.#waiting.length >= limits.COLLECTED_MAX || this.#bytes >= limits.COLLECTED_BYTES_MAX;
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#takeSome();
    if (entries.length === 0) return this.#storeSoon();
    const storing = this.#storeAll(entries).catch((error: unknown) => this.#onFailure(entries, error));
    this.#storing.add(storing);
    await storing;
    this.#storing.delete(storing);
    this.#storeSoon();
  }

  #takeSome(): CollectedEntry[] {
    this.#isBusy = this.#waiting.length >= limits.BUSY_EVENTS;
    const mayWait = this.#isBusy && !this.#isFull && !this.#stopping.signal.aborted;
    const taken = mayWait ? this.#takeUnopened() : this.#takeFirst();
    this.#bytes -= taken.reduce((sum, { bytes }) => sum + bytes, 0);
    return taken;
  }

  /** Takes the entries of tenants without an open batch. */
  #takeUnopened(): CollectedEntry[] {
    const taken: CollectedEntry[] = [];
    const held: CollectedEntry[] = [];
    for (const entry of this.#waiting) (this.#openBatches.has(entry) ? held : taken).push(entry);
    this.#waiting = held;
    return taken;
  }

  #takeFirst(): CollectedEntry[] {
    let bytes = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      if (count >= limits.COLLECTED_MAX || (count > 0 && bytes + entry.bytes > limits.COLLECTED_BYTES_MAX)) break;
      bytes += entry.bytes;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #storeAll(entries: readonly CollectedEntry[]): Promise<void> {
    const opened = this.#isBusy ? this.#openBatches.open(entries) : [];
    const outcomes = await this.#tryStore(entries).catch((error: unknown) => {
      for (const batch of opened) this.#openBatches.end(batch);
      throw error;
    });
    this.#onSuccess();
    for (const batch of opened) void this.#holdUntilHandled(batch);
    for (const [index, entry] of entries.entries()) {
      const outcome = outcomes[index] ?? "freed";
      if (outcome === "freed") this.add(entry);
      else entry.stored(outcome);
    }
  }

  async #holdUntilHandled(batch: OpenBatch): Promise<void> {
    await this.#options.untilHandled(batch.last, limits.OPEN_BATCH_MS);
    this.#openBatches.end(batch);
    if (this.#timer === undefined || this.#isTimerShort) return;
    clearTimeout(this.#timer);
    this.#startTimer(true);
  }

  /** Stores entries, in ever smaller halves if PostgreSQL refuses the content of one, which is then recorded as rejected. */
  async #tryStore(entries: readonly CollectedEntry[]): Promise<StoreOutcome[]> {
    try {
      return await storeEvents(this.#options.database, entries);
    } catch (error) {
      if (!isAboutContent(error)) throw error;
      const [only] = entries;
      if (only !== undefined && entries.length === 1) {
        if ("rejected" in only.reading) throw error;
        return this.#tryStore([unstorable(only, error)]);
      }
      const middle = Math.ceil(entries.length / 2);
      const first = await this.#tryStore(entries.slice(0, middle));
      return [...first, ...(await this.#tryStore(entries.slice(middle)))];
    }
  }

  #onSuccess(): void {
    if (this.#failures > 0) this.#options.logger.info({ failures: this.#failures }, "events can be stored again");
    this.#failures = 0;
    this.#unavailableSinceMs = undefined;
    if (!this.#hasGivenBack) return;
    this.#hasGivenBack = false;
    this.#options.onBack();
  }

  #onFailure(entries: readonly CollectedEntry[], error: unknown): void {
    const { logger, clock, holdMs } = this.#options;
    this.#failures++;
    this.#unavailableSinceMs ??= clock.monotonicMs();
    const fields = { error, failures: this.#failures, events: entries.length };
    if (this.#failures === 1) logger.error(fields, "events cannot be stored; they are kept and tried again");
    else logger.debug(fields, "events could not be stored again");
    for (const entry of entries) entry.failed?.(error);
    const kept = entries.filter(({ failed }) => failed === undefined);
    this.#waiting.unshift(...kept);
    this.#bytes += kept.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#stopping.signal.aborted) return this.#giveBackAll(error);
    if (clock.monotonicMs() - this.#unavailableSinceMs >= holdMs) {
      this.#giveBackAll(error);
      if (!this.#hasGivenBack) this.#options.onGivenBack();
      this.#hasGivenBack = true;
    }
    this.#pausing ??= this.#pause()
      .finally(() => (this.#pausing = undefined))
      .then(() => this.#afterPause());
  }

  async #pause(): Promise<void> {
    await this.#options.clock.wait(backoffMs(limits.STORE_BACKOFF, this.#failures), this.#stopping.signal);
  }

  /** Retries after a pause. Without entries it probes the database, because messages arrive only when it is available. */
  #afterPause(): void {
    if (this.#stopping.signal.aborted) return this.#giveBackAll(stopped());
    if (this.#waiting.length > 0 || !this.#hasGivenBack) return this.#storeSoon();
    const probe = storeEvents(this.#options.database, []).then(
      () => this.#onSuccess(),
      (error: unknown) => this.#onFailure([], error),
    );
    this.#storing.add(probe);
    void probe.finally(() => this.#storing.delete(probe));
  }

  #giveBackAll(error: unknown): void {
    for (const entry of this.#waiting.splice(0)) giveUp(entry, error);
    this.#bytes = 0;
  }
}

function giveUp(entry: CollectedEntry, error: unknown): void {
  entry.giveBack?.();
  entry.failed?.(error);
}

/** SQLSTATE classes of values that cannot be stored and of PostgreSQL's limits: a retry would fail again. */
const CONTENT_STATES = ["22", "54"];

function isAboutContent(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    isRotaError(error, "TASK_INVALID") ||
    CONTENT_STATES.includes(sqlState(error)?.slice(0, 2) ?? "")
  );
}

function stopped(): RotaError {
  return new RotaError("ENGINE_STOPPED", "the engine stops and takes no more events: send it to another one");
}

/** Batch that is not handled yet. Its last event represents all of it. */
type OpenBatch = { readonly intake: IntakeDefinition; readonly last: EventName };

export type OpenBatches = {
  has(collected: Collected): boolean;
  /** Opens a batch for each tenant without one. @returns the new ones. */
  open(collected: readonly Collected[]): OpenBatch[];
  end(batch: OpenBatch): void;
};

/** Maximum number of open batches that are tracked; those of further tenants are not. */
const BATCHES_MAX = 1_000;

/** Tracks which tenants have an open batch: events that they send meanwhile become one batch after it, not many. */
function createOpenBatches(): OpenBatches {
  const batches = new Map<IntakeDefinition, Map<string, OpenBatch>>();
  let count = 0;
  const ofIntake = (intake: IntakeDefinition): Map<string, OpenBatch> => {
    let known = batches.get(intake);
    if (known === undefined) batches.set(intake, (known = new Map<string, OpenBatch>()));
    return known;
  };
  return {
    has: ({ intake, reading }) => "event" in reading && ofIntake(intake).has(reading.event.tenant),
    open(collected) {
      const opened: OpenBatch[] = [];
      for (const { intake, reading } of collected.toReversed()) {
        if (count >= BATCHES_MAX) break;
        if (!("event" in reading) || ofIntake(intake).has(reading.event.tenant)) continue;
        const { tenant, eventId } = reading.event;
        const batch = { intake, last: { tenant, eventId } };
        ofIntake(intake).set(tenant, batch);
        opened.push(batch);
        count++;
      }
      return opened;
    },
    end({ intake, last }) {
      if (ofIntake(intake).delete(last.tenant)) count--;
    },
  };
}

/** Converts an entry to a rejected event. Its reason has only the code of the error, whose message may repeat the payload. */
function unstorable<Entry extends Collected>(entry: Entry, error: unknown): Entry {
  if (!("event" in entry.reading)) return entry;
  const { tenant, eventId, entryText } = entry.reading.event;
  const rejected = {
    intake: entry.intake.name,
    kind: "MALFORMED",
    tenant,
    event_id: eventId,
    code: "EVENT_NOT_STORABLE",
    reason: `PostgreSQL refused it (SQLSTATE ${sqlState(error) ?? "none"})`,
    payload_hash: sha256Hex(entryText),
    raw: Buffer.from(entryText).toString("base64"),
    origin: { source: "direct" },
  } as const;
  return { ...entry, reading: { rejected } };
}
