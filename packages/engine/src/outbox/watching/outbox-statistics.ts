/** How far the outbox is: what waits, for how long, and what goes wrong. */
import type { Queryable } from "../../database/database.ts";
import { countArrivals, selectSinks, type SinkRow } from "./watching.sql.ts";

export type OutboxStatistics = {
  /** Events that have no place in the order yet; no sink has seen them. */
  readonly arrivals: number;
  /** Age of the oldest event that some sink was not handed, or that has no place. Undefined: there is none. */
  readonly oldestMs: number | undefined;
  readonly sinks: readonly SinkStatistics[];
};

export type SinkStatistics = {
  readonly sink: string;
  /** Events that were not handed over, the held ones among them. */
  readonly waiting: number;
  /** Of those: wait behind a failure. */
  readonly held: number;
  /** Events that wait for somebody to decide; each stops one aggregate. */
  readonly parked: number;
  readonly oldestMs: number | undefined;
  readonly published: bigint;
  /** Of the published: nobody was there to take them. */
  readonly unheard: bigint;
  /** Runs of the sink that failed in a row; 0 when the last one worked. */
  readonly failuresInARow: number;
  readonly lastError: string | undefined;
};

export async function getOutboxStatistics(database: Queryable): Promise<OutboxStatistics> {
  const [arrivals] = await database.query(countArrivals());
  const sinks = (await database.query(selectSinks())).map(readSink);
  const ages = [arrivals?.oldest_ms ?? undefined, ...sinks.map(({ oldestMs }) => oldestMs)];
  const known = ages.filter((age) => age !== undefined);
  return {
    arrivals: arrivals?.waiting ?? 0,
    oldestMs: known.length === 0 ? undefined : Math.max(...known),
    sinks,
  };
}

function readSink({ sink, behind, held, parked, published, unheard, failures, ...row }: SinkRow): SinkStatistics {
  return {
    sink,
    waiting: behind + held,
    held,
    parked,
    oldestMs: row.oldest_ms ?? undefined,
    published,
    unheard,
    failuresInARow: failures,
    lastError: row.last_error ?? undefined,
  };
}
