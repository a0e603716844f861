/** Creates, opens, extends and closes an election, with an audit entry in the same transaction, and counts its voters and ballots. */
import { randomBytes, randomUUID } from "node:crypto";
import { appendAudit, type Queryable, type RotaError, type Transaction } from "@rota/engine";
import { toHex } from "../core/crypto/hash.ts";
import { contextOf } from "../core/guardians/key-ceremony.ts";
import { readManifest } from "../core/manifest/manifest-json.ts";
import { checkManifest, manifestHash } from "../core/manifest/manifest.ts";
import {
  checkElectionRequest,
  DEFAULT_CHUNK_SIZE,
  DEFAULT_GROUP,
  DEFAULT_VOTER_LINKS,
  type ElectionRequest,
  guardianIdAt,
  manifestOf,
  warningsAbout,
} from "../core/manifest/new-election.ts";
import { groupOf } from "../core/node/native-crypto.ts";
import { readJson } from "../core/records/json-reader.ts";
import { ElectionError } from "../errors.ts";
import { countUnverified, joinByHash, planChunks } from "./ballots.sql.ts";
import { publishedGuardians } from "./ceremony.ts";
import {
  type ElectionName,
  type LifeElection,
  readElection,
  requireHours,
  requireState,
  toElection,
} from "./election.ts";
import {
  countStanding,
  type ElectionRow,
  insertElection,
  insertGuardians,
  keepStanding,
  selectKeptStanding,
  setClosed,
  setExtended,
  setOpen,
  type StandingRow,
} from "./elections.sql.ts";
import { announceExtension, announcePhase, type AnnouncedState } from "./phase-events.ts";
import { forgetSubmissions } from "./voters.sql.ts";

type CreatedElection = { readonly election: LifeElection; readonly warnings: readonly string[] };

/** Creates an election with its guardians and its frozen manifest. Refuses an end that is over on the clock of the database. */
export async function createElection(
  tx: Transaction,
  { request, tenant, actor }: { readonly request: ElectionRequest; readonly tenant: string; readonly actor: string },
): Promise<CreatedElection> {
  checkElectionRequest(request);
  const { group: groupName = DEFAULT_GROUP, guardians, quorum } = request;
  const text = JSON.stringify(manifestOf(request, `rota-${randomUUID()}`));
  const manifest = readManifest(readJson(text, "manifest.json"));
  checkManifest(manifest);
  const row = {
    tenant,
    title: request.title,
    description: request.description ?? "",
    groupName,
    guardianCount: guardians.length,
    quorum,
    reporting: request.reporting ?? "election",
    chunkSize: request.chunkSize ?? DEFAULT_CHUNK_SIZE,
    isKiosk: request.isKiosk ?? false,
    voterLinks: request.voterLinks ?? DEFAULT_VOTER_LINKS,
    manifest: new TextEncoder().encode(text),
    manifestHash: toHex(manifestHash(groupOf(groupName), manifest)),
    startsAt: request.startsAt,
    endsAt: request.endsAt,
    createdBy: actor,
  };
  const [made] = await tx.query(insertElection(row));
  if (made === undefined) throw new Error("an election was inserted and no row came back");
  if (made.voting === "AFTER") throw endIsOver(request.endsAt);
  const ids = guardians.map(({ guardianId }, index) => guardianId ?? guardianIdAt(index));
  await tx.query(insertGuardians(made.election_id, { ids, names: guardians.map(({ name }) => name) }));
  await appendAudit(tx, {
    tenant,
    actor,
    action: "election.created",
    subject: { type: "election", id: String(made.election_id) },
    details: { title: request.title, guardians: ids, quorum, group: groupName, manifestHash: row.manifestHash },
  });
  return { election: toElection(made), warnings: warningsAbout(request) };
}

function endIsOver(endsAt: string): RotaError {
  const message = `the election cannot be created: its voting would have ended at ${endsAt}, choose an end in the future`;
  return new ElectionError("ELECTION_MANIFEST_INVALID", message, { endsAt });
}

type ElectionAction = { readonly name: ElectionName; readonly actor: string };

/** Time limit for planning, enough for a million ballots. */
const PLAN_TIMEOUT_MS = 300_000;

/** Opens an election and joins the keys. The proofs of each key were checked when it was published. */
export async function openElection(tx: Transaction, { name, actor }: ElectionAction): Promise<LifeElection> {
  const election = await readElection(tx, name, "alone");
  requireState(election, ["READY"], "opening");
  if (election.hours?.phase === "AFTER") requireHours(election);
  const { electionId, quorum, manifestHash } = election;
  const guardians = await publishedGuardians(tx, electionId);
  const context = contextOf(groupOf(election.groupName), { guardians, quorum, manifestHash });
  const keys = {
    publicKey: toHex(context.publicKey),
    commitmentHash: toHex(context.commitmentHash),
    baseHash: toHex(context.baseHash),
    extendedHash: toHex(context.extendedHash),
  };
  const [row] = await tx.query(setOpen(electionId, keys));
  await note(tx, election, { actor, action: "election.opened", details: { extendedHash: keys.extendedHash } });
  return changed(tx, row, "OPEN");
}

type Extension = ElectionAction & { readonly endsAt: Date; readonly reason: string };

/** Moves the end of voting to a later time, for an emergency, while voting is not over. Everybody sees it, and why. */
export async function extendVoting(tx: Transaction, { name, actor, endsAt, reason }: Extension): Promise<LifeElection> {
  const election = await readElection(tx, name, "alone");
  requireState(election, ["CEREMONY", "READY", "OPEN"], "extending the hours");
  const { electionId, hours } = election;
  if (hours === undefined) throw new ElectionError("ELECTION_STATE_WRONG", "this election was created without hours");
  if (hours.phase === "AFTER") requireHours(election);
  if (!(endsAt > hours.endsAt)) {
    const message = `voting ends at ${hours.endsAt.toISOString()}: an extension names a later time`;
    throw new ElectionError("VOTING_HOURS_INVALID", message, { endsAt: hours.endsAt.toISOString() });
  }
  const [row] = await tx.query(setExtended({ electionId, endsAt, by: actor, reason }));
  const details = { from: hours.endsAt.toISOString(), to: endsAt.toISOString(), reason };
  await note(tx, election, { actor, action: "election.hours-extended", details });
  if (row === undefined) throw new Error("an election that was locked is gone");
  await announceExtension(tx, row, details);
  return toElection(row);
}

/**
 * Closes an election: draws the seed and plans the chunks. Refused while a ballot is unverified, because the tally
 * would leave it out. A ballot that is cast at the same moment is either included or refused.
 */
export async function closeElection(tx: Transaction, { name, actor }: ElectionAction): Promise<LifeElection> {
  const election = await readElection(tx, name, "alone");
  requireState(election, ["OPEN"], "closing");
  const { electionId, reporting, chunkSize, hours } = election;
  await refuseUnverified(tx, electionId);
  const seed = randomBytes(32);
  const [row] = await tx.query(setClosed(electionId, seed));
  const options = { timeoutMs: PLAN_TIMEOUT_MS };
  await tx.query(joinByHash());
  const [planned] = await tx.query(planChunks({ electionId, seed, reporting, chunkSize }), options);
  await tx.query(forgetSubmissions(electionId), options);
  await keepLastStanding(tx, electionId);
  const ballots = Number(planned?.ballots ?? 0);
  const early = hours === undefined || hours.phase === "AFTER" ? {} : { endsAt: hours.endsAt.toISOString() };
  const details = { seed: seed.toString("hex"), ballots, ...early };
  await note(tx, election, { actor, action: "election.closed", details });
  return changed(tx, row, "CLOSED");
}

async function refuseUnverified(tx: Transaction, electionId: bigint): Promise<void> {
  const [row] = await tx.query(countUnverified(electionId));
  const unverified = Number(row?.unverified ?? 0);
  if (unverified === 0) return;
  const message =
    `election ${String(electionId)} has ${String(unverified)} ballots that are not verified: wait until they are; ` +
    "if that lasts, look for workers and for dead letters of elections.admit-ballot";
  throw new ElectionError("BALLOTS_UNVERIFIED", message, { electionId: String(electionId), unverified });
}

async function changed(tx: Transaction, row: ElectionRow | undefined, state: AnnouncedState): Promise<LifeElection> {
  if (row === undefined) throw new Error("an election that was locked is gone");
  await announcePhase(tx, row, state);
  return toElection(row);
}

type Noted = { readonly actor: string; readonly action: string; readonly details: unknown };

function note(tx: Transaction, { tenant, electionId }: LifeElection, { actor, action, details }: Noted) {
  return appendAudit(tx, { tenant, actor, action, subject: { type: "election", id: String(electionId) }, details });
}

export type Standing = {
  readonly voters: number;
  readonly voted: number;
  readonly ballots: Readonly<Record<"received" | "submitted" | "cast" | "challenged" | "rejected", number>>;
};

export async function readStanding(on: Queryable, electionId: bigint): Promise<Standing> {
  const [kept] = await on.query(selectKeptStanding(electionId));
  return toStanding(kept ?? (await count(on, electionId)));
}

/** Stores the final standing, in the transaction that closes the election. */
async function keepLastStanding(tx: Transaction, electionId: bigint): Promise<void> {
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
