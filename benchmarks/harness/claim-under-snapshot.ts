/** Times claims before and while another transaction holds a snapshot; two loops claim and settle without a pause. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Queryable } from "@rota/engine";
import { drain } from "./drain.ts";
import { takeSnapshot } from "./fill.sql.ts";
import { isQuick } from "./rounds.ts";
import { median } from "./statistics.ts";

/** Share of the snapshot's time, at its end, when the number of dead rows is highest. */
const LAST_SHARE = 0.25;

export type SnapshotOptions = {
  /** Needs three connections: two loops and the snapshot. */
  readonly database: Database;
  readonly limit: number;
  readonly beforeMs: number;
  readonly snapshotMs: number;
};

/** Medians of the claim time in milliseconds, and the number of claims. */
export type SnapshotMeasures = { before: number; during: number; last: number; claims: number };

type Claim = { readonly atMs: number; readonly tookMs: number };

export async function claimUnderSnapshot(options: SnapshotOptions): Promise<SnapshotMeasures> {
  const { database, limit, beforeMs, snapshotMs } = options;
  const claims: Claim[] = [];
  let isOver = false;
  const onClaim = (tookMs: number) => claims.push({ atMs: performance.now(), tookMs });
  const draining = drain({
    database,
    slots: limit * 2,
    way: { loops: 2, isSettledMeanwhile: false },
    isOver: () => isOver,
    onClaim,
  });
  await sleep(beforeMs);
  const snapshotAt = performance.now();
  await database.transaction((tx) => holdSnapshot(tx, snapshotMs), { readOnlySnapshot: true });
  const endedAt = performance.now();
  isOver = true;
  await draining;
  // The first half warms the connections up.
  const before = p50Between(claims, snapshotAt - beforeMs / 2, snapshotAt);
  const during = p50Between(claims, snapshotAt, endedAt);
  const last = p50Between(claims, endedAt - LAST_SHARE * snapshotMs, endedAt);
  // A quick run measures nothing and has a small backlog.
  if (Number.isNaN(last) && !isQuick) throw new Error("the backlog was drained before the snapshot ended");
  return { before, during, last, claims: claims.length };
}

async function holdSnapshot(tx: Queryable, snapshotMs: number): Promise<void> {
  await tx.query(takeSnapshot());
  await sleep(snapshotMs);
}

function p50Between(claims: readonly Claim[], fromMs: number, toMs: number): number {
  return median(claims.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ tookMs }) => tookMs));
}
