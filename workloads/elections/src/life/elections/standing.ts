/** How many voters and ballots an election has: counted while it is open, and for the last time when it is closed. */
import type { Queryable, Transaction } from "@rota/engine";
import { countStanding, keepStanding, selectKeptStanding, type StandingRow } from "./elections.sql.ts";

export type Standing = {
  readonly voters: number;
  readonly voted: number;
  readonly ballots: Readonly<Record<"received" | "submitted" | "cast" | "challenged" | "rejected", number>>;
};

export async function readStanding(on: Queryable, electionId: bigint): Promise<Standing> {
  const [kept] = await on.query(selectKeptStanding(electionId));
  return toStanding(kept ?? (await count(on, electionId)));
}

/** In the transaction that closes the election. */
export async function keepLastStanding(tx: Transaction, electionId: bigint): Promise<void> {
  await tx.query(keepStanding(electionId, await count(tx, electionId)));
}

async function count(on: Queryable, electionId: bigint): Promise<StandingRow> {
  const [row] = await on.query(countStanding(electionId));
  if (row === undefined) throw new Error("counting returned no row");
  return row;
}

function toStanding(row: StandingRow): Standing {
  const ballots = {
    received: Number(row.received),
    submitted: Number(row.submitted),
    cast: Number(row.cast_ballots),
    challenged: Number(row.challenged),
    rejected: Number(row.rejected),
  };
  return { voters: Number(row.voters), voted: Number(row.voted), ballots };
}
