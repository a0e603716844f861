/** Opens an election for voting, and closes it: each in one transaction that it opens, and audited. */
import { randomBytes } from "node:crypto";
import { appendAudit, RotaError, type Database, type Transaction } from "@rota/engine";
import { toHex } from "../../crypto/hash/hex.ts";
import { contextOf } from "../../guardians/election-context.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";
import { countUnverified, joinByHash, planChunks } from "../ballots/ballots.sql.ts";
import { publishedGuardians } from "../ceremony/ceremony.ts";
import { forgetSubmissions } from "../voters/voters.sql.ts";
import { readElection, requireState, toElection, type ElectionName, type LifeElection } from "./election.ts";
import { setClosed, setOpen, type ElectionRow } from "./elections.sql.ts";
import { keepLastStanding } from "./standing.ts";

type Act = { readonly name: ElectionName; readonly actor: string };

/** A million ballots are planned within it. */
const PLAN_TIMEOUT_MS = 300_000;

/** Joins the keys: the proofs of each were checked when it was published. */
export function openElection(database: Database, { name, actor }: Act): Promise<LifeElection> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, name, "alone");
    requireState(election, ["READY"], "opening");
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
    return changed(row);
  });
}

/**
 * Draws the seed and plans the chunks. Refused while a ballot is unverified: it would be left out of the tally.
 * Whoever casts at this moment is either before it or refused.
 */
export function closeElection(database: Database, { name, actor }: Act): Promise<LifeElection> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, name, "alone");
    requireState(election, ["OPEN"], "closing");
    const { electionId, reporting, chunkSize } = election;
    await refuseUnverified(tx, electionId);
    const seed = randomBytes(32);
    const [row] = await tx.query(setClosed(electionId, seed));
    const options = { timeoutMs: PLAN_TIMEOUT_MS };
    await tx.query(joinByHash());
    const [planned] = await tx.query(planChunks({ electionId, seed, reporting, chunkSize }), options);
    await tx.query(forgetSubmissions(electionId), options);
    await keepLastStanding(tx, electionId);
    const details = { seed: seed.toString("hex"), ballots: Number(planned?.ballots ?? 0) };
    await note(tx, election, { actor, action: "election.closed", details });
    return changed(row);
  });
}

async function refuseUnverified(tx: Transaction, electionId: bigint): Promise<void> {
  const [row] = await tx.query(countUnverified(electionId));
  const unverified = Number(row?.unverified ?? 0);
  if (unverified === 0) return;
  const message =
    `election ${String(electionId)} has ${String(unverified)} ballots that are not verified: wait until they are; ` +
    "if that lasts, look for workers and for dead letters of elections.admit-ballot";
  throw new RotaError("BALLOTS_UNVERIFIED", message, { electionId: String(electionId), unverified });
}

function changed(row: ElectionRow | undefined): LifeElection {
  if (row === undefined) throw new Error("an election that was locked is gone");
  return toElection(row);
}

type Noted = { readonly actor: string; readonly action: string; readonly details: unknown };

function note(tx: Transaction, { tenant, electionId }: LifeElection, { actor, action, details }: Noted) {
  return appendAudit(tx, { tenant, actor, action, subject: { type: "election", id: String(electionId) }, details });
}
