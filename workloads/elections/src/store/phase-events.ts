/** Changes the state of an election and appends the event of the phase that began or ended, in one transaction. */
import { appendEvent, type Queryable } from "@rota/engine";
import type { ElectionState } from "./election.ts";
import { moveElection } from "./tally.sql.ts";

/** Event with which an election enters a state. */
const PHASE_EVENTS = {
  READY: "ceremony.completed",
  OPEN: "election.opened",
  CLOSED: "election.closed",
  TALLYING: "tally.started",
  TALLIED: "tally.completed",
  DECRYPTING: "decryption.started",
  COMBINING: "decryption.completed",
  DECRYPTED: "result.published",
} as const satisfies Readonly<Partial<Record<ElectionState, string>>>;

/** State that an election enters with an event. */
export type AnnouncedState = keyof typeof PHASE_EVENTS;

/** Fields of an election that its events name. */
export type PhaseRow = { readonly election_id: bigint; readonly tenant: string; readonly title: string };

/** Moves an election to another state and appends its event. Does nothing when it is in none of the given states. */
export async function movePhase(
  tx: Queryable,
  electionId: bigint,
  { from, to }: { readonly from: ElectionState; readonly to: AnnouncedState },
): Promise<void> {
  const [row] = await tx.query(moveElection(electionId, [from], to));
  if (row !== undefined) await announcePhase(tx, row, to);
}

/** Appends the event with which an election entered a state. The transaction must be the one that changed it. */
export async function announcePhase(tx: Queryable, row: PhaseRow, state: AnnouncedState): Promise<void> {
  await announce(tx, row, { type: PHASE_EVENTS[state], state });
}

/** Appends the event that the record of an election can be downloaded, with the digest by which copies are compared. */
export async function announceRecord(tx: Queryable, row: PhaseRow, digest: string): Promise<void> {
  await announce(tx, row, { type: "record.published", state: "DECRYPTED", digest });
}

/** Appends the event that the end of voting was moved. */
export async function announceExtension(
  tx: Queryable,
  row: PhaseRow & { readonly state: ElectionState },
  { from, to, reason }: { readonly from: string; readonly to: string; readonly reason: string },
): Promise<void> {
  await announce(tx, row, { type: "election.extended", state: row.state, from, to, reason });
}

type Announced = {
  readonly type: string;
  readonly state: ElectionState;
  readonly digest?: string;
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
};

async function announce(
  tx: Queryable,
  { election_id: id, tenant, title }: PhaseRow,
  { type, ...facts }: Announced,
): Promise<void> {
  const electionId = String(id);
  const aggregate = { type: "ELECTION", id: electionId };
  await appendEvent(tx, { tenant, type, aggregate, payload: { schemaVersion: 1, electionId, title, ...facts } });
}
