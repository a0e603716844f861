/** Reads an election from its row: settings, frozen manifest, keys and state. */
import type { Queryable, RotaError } from "@rota/engine";
import { violatedConstraint } from "@rota/engine/workload";
import { fromHex } from "../core/crypto/hash.ts";
import type { ElectionContext } from "../core/guardians/key-ceremony.ts";
import { readManifest } from "../core/manifest/manifest-json.ts";
import type { Manifest } from "../core/manifest/manifest.ts";
import type { Reporting, VoterLinks } from "../core/manifest/new-election.ts";
import { readJson } from "../core/records/json-reader.ts";
import { ElectionError } from "../errors.ts";
import { type ElectionRow, selectElection } from "./elections.sql.ts";

export const ELECTION_STATES = [
  "CEREMONY",
  "READY",
  "OPEN",
  "CLOSED",
  "TALLYING",
  "TALLIED",
  "DECRYPTING",
  "COMBINING",
  "DECRYPTED",
] as const;
export type ElectionState = (typeof ELECTION_STATES)[number];

/** Hours in which ballots are accepted. */
type VotingHours = {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** End that the manifest names. */
  readonly plannedEndsAt: Date;
  /** Where the clock of the database was when the election was read. */
  readonly phase: "BEFORE" | "DURING" | "AFTER";
  /** Oldest first. */
  readonly extensions: readonly HoursExtension[];
};

type HoursExtension = {
  readonly at: Date;
  readonly by: string;
  readonly reason: string;
  readonly from: Date;
  readonly to: Date;
};

export type LifeElection = {
  readonly electionId: bigint;
  readonly tenant: string;
  readonly state: ElectionState;
  readonly title: string;
  readonly description: string;
  readonly groupName: string;
  /** Whether the group is too small to hide anything. Shown wherever the election is shown. */
  readonly isToy: boolean;
  readonly guardianCount: number;
  readonly quorum: number;
  readonly reporting: Reporting;
  readonly chunkSize: number;
  readonly isKiosk: boolean;
  readonly voterLinks: VoterLinks;
  /** Frozen JSON. */
  readonly manifestText: string;
  readonly manifest: Manifest;
  readonly manifestHash: bigint;
  /** Undefined until it is opened. */
  readonly context: ElectionContext | undefined;
  /** Hexadecimal digits; undefined until it is closed. */
  readonly permutationSeed: string | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly openedAt: Date | undefined;
  readonly closedAt: Date | undefined;
  /** Undefined for an election that was created before hours were enforced. */
  readonly hours: VotingHours | undefined;
};

export type ElectionName = {
  readonly electionId: bigint;
  /** Tenant of the caller, who sees only its own elections; undefined for all. */
  readonly tenant?: string | undefined;
};

/** Lock on an election until the transaction ends: shared for voters, alone for a change of its state. */
export type ElectionLock = "none" | "shared" | "alone";

/** Reads an election. Refuses with ELECTION_NOT_FOUND, also for an election of another tenant. */
export async function readElection(
  on: Queryable,
  { electionId, tenant }: ElectionName,
  lock: ElectionLock = "none",
): Promise<LifeElection> {
  const [row] = await on.query(selectElection(electionId, lock));
  if (row === undefined || (tenant !== undefined && row.tenant !== tenant)) throw electionNotFound(electionId);
  return toElection(row);
}

/** Refuses with ELECTION_STATE_WRONG unless the election is in one of the states. */
export function requireState(
  { electionId, state }: Pick<LifeElection, "electionId" | "state">,
  states: readonly ElectionState[],
  action: string,
): void {
  if (states.includes(state)) return;
  const message = `election ${String(electionId)} is ${state}: ${action} needs ${states.join(" or ")}`;
  throw new ElectionError("ELECTION_STATE_WRONG", message, { electionId: String(electionId), state });
}

/** Refuses with VOTING_CLOSED outside of the hours of voting. */
export function requireHours({ electionId, hours }: Pick<LifeElection, "electionId" | "hours">): void {
  if (hours === undefined || hours.phase === "DURING") return;
  const { startsAt, endsAt, phase } = hours;
  const when = phase === "BEFORE" ? `begins at ${startsAt.toISOString()}` : `ended at ${endsAt.toISOString()}`;
  throw votingClosed(electionId, when);
}

const OUTSIDE_HOURS = "elections_ballots_in_voting_hours";

/** Runs the acceptance of a ballot. Refuses with VOTING_CLOSED when the hours end between its check and its write. */
export async function duringHours<Result>(electionId: bigint, accept: () => Promise<Result>): Promise<Result> {
  try {
    return await accept();
  } catch (error) {
    if (violatedConstraint(error) === OUTSIDE_HOURS) throw votingClosed(electionId, "is over");
    throw error;
  }
}

function votingClosed(electionId: bigint, when: string): RotaError {
  const message = `voting in election ${String(electionId)} ${when}: no ballot was accepted`;
  return new ElectionError("VOTING_CLOSED", message, { electionId: String(electionId) });
}

/** Returns the context of an election. Refuses with ELECTION_STATE_WRONG before it is opened. */
export function contextOfElection({ electionId, context, state }: LifeElection): ElectionContext {
  if (context !== undefined) return context;
  const message = `election ${String(electionId)} is ${state}: it has no key until it is opened`;
  throw new ElectionError("ELECTION_STATE_WRONG", message, { electionId: String(electionId), state });
}

export function toElection(row: ElectionRow): LifeElection {
  const manifestText = new TextDecoder().decode(row.manifest);
  return {
    electionId: row.election_id,
    tenant: row.tenant,
    state: row.state,
    title: row.title,
    description: row.description,
    groupName: row.group_name,
    isToy: row.group_name.startsWith("toy-"),
    guardianCount: row.guardian_count,
    quorum: row.quorum,
    reporting: row.reporting,
    chunkSize: row.chunk_size,
    isKiosk: row.is_kiosk,
    voterLinks: row.voter_links,
    manifestText,
    manifest: readManifest(readJson(manifestText, "manifest.json")),
    manifestHash: fromHex(row.manifest_hash, "the manifest hash"),
    context: contextIn(row),
    permutationSeed: row.permutation_seed === null ? undefined : Buffer.from(row.permutation_seed).toString("hex"),
    createdBy: row.created_by,
    createdAt: row.created_at,
    openedAt: row.opened_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    hours: hoursIn(row),
  };
}

function hoursIn({ starts_at: startsAt, ends_at: endsAt, extensions, voting }: ElectionRow): VotingHours | undefined {
  if (startsAt === null || endsAt === null) return undefined;
  const moved = extensions.map(({ at, by, reason, from, to }) => ({
    at: new Date(at),
    by,
    reason,
    from: new Date(from),
    to: new Date(to),
  }));
  return { startsAt, endsAt, plannedEndsAt: moved[0]?.from ?? endsAt, phase: voting, extensions: moved };
}

function contextIn(row: ElectionRow): ElectionContext | undefined {
  const { public_key, commitment_hash, base_hash, extended_hash, guardian_count: guardians, quorum } = row;
  if (public_key === null || commitment_hash === null || base_hash === null || extended_hash === null) return undefined;
  return {
    guardians,
    quorum,
    publicKey: fromHex(public_key, "the joint key"),
    commitmentHash: fromHex(commitment_hash, "the commitment hash"),
    manifestHash: fromHex(row.manifest_hash, "the manifest hash"),
    baseHash: fromHex(base_hash, "the base hash"),
    extendedHash: fromHex(extended_hash, "the extended hash"),
  };
}

function electionNotFound(electionId: bigint): RotaError {
  const message = `there is no election ${String(electionId)}: list the elections that you may see`;
  return new ElectionError("ELECTION_NOT_FOUND", message, { electionId: String(electionId) });
}
