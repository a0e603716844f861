/** Says whether an engine can do its work, and without what it does so at the moment. */
import type { Config } from "../config/options.ts";
import type { OpenedCoordinator } from "../coordinator/open-coordinator.ts";
import type { Database } from "../database/database.ts";
import type { DispatchCounts } from "../dispatch/dispatch-counts.ts";
import type { IntakeCounts } from "../intake/intake-counts.ts";
import type { Intakes } from "../intake/open-intakes.ts";
import { askNothing } from "./engine.sql.ts";
import type { Dispatch } from "./dispatching/open-dispatch.ts";

export type EngineStatus = {
  /** The database answers, and whatever the configuration requires is there. */
  readonly isReady: boolean;
  /** What is not there. Work goes on without all but the database. */
  readonly missing: readonly ("database" | "broker" | "redis")[];
  /** What this process sent to the broker and received from it, by queue; undefined without a broker. */
  readonly dispatch: Readonly<Record<string, DispatchCounts>> | undefined;
  /** What this process took in, by intake. */
  readonly intakes: Readonly<Record<string, IntakeCounts>>;
};

export type StatusParts = {
  readonly config: Config;
  readonly database: Database;
  readonly coordinator: OpenedCoordinator;
  readonly dispatch: Dispatch | undefined;
  readonly intakes: Pick<Intakes, "counts">;
};

/** A database that takes longer than this to say anything counts as missing. */
const ANSWER_MS = 2_000;

export async function readStatus({
  config,
  database,
  coordinator,
  dispatch,
  intakes,
}: StatusParts): Promise<EngineStatus> {
  const hasDatabase = await database.query(askNothing(), { timeoutMs: ANSWER_MS }).then(
    () => true,
    () => false,
  );
  const hasBroker = dispatch?.tickets.broker.isConnected ?? config.rabbitmqUrl === undefined;
  const hasRedis = coordinator.outage() === undefined;
  return {
    isReady: hasDatabase && (hasBroker || !config.healthRequireBroker) && (hasRedis || !config.healthRequireRedis),
    missing: [
      ...(hasDatabase ? [] : (["database"] as const)),
      ...(hasBroker ? [] : (["broker"] as const)),
      ...(hasRedis ? [] : (["redis"] as const)),
    ],
    dispatch: dispatch && countsByQueue(dispatch.tickets),
    intakes: intakes.counts(),
  };
}

function countsByQueue({ queues, countsOf }: Dispatch["tickets"]) {
  return Object.fromEntries(queues.map((queue) => [queue, { ...countsOf(queue) }]));
}
