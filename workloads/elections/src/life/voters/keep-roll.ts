/** Puts voters on the roll, takes them off and gives them tokens; each act opens a transaction and is audited. */
import { appendAudit, RotaError, type Database, type Transaction } from "@rota/engine";
import { readElection, requireState, type ElectionName, type LifeElection } from "../elections/election.ts";
import { createToken } from "../tokens.ts";
import { readVoters } from "./read-voters.ts";
import { deleteVoters, insertVoters, selectVotersWithoutToken, setVoterTokens } from "./voters.sql.ts";

export type Official = { readonly actor: string };

/** Tokens that one call gives out. */
export const TOKENS_MAX = 10_000;

/** Who is on the roll already stays as it is. */
export function addVoters(
  database: Database,
  { name, csv, actor }: { readonly name: ElectionName; readonly csv: string } & Official,
): Promise<{ readonly added: number; readonly known: number }> {
  return change(database, name, async (tx, election) => {
    requireState(election, ["CEREMONY", "READY", "OPEN"], "adding voters");
    const precincts = election.manifest.styles.map(({ styleId }) => styleId);
    const voters = readVoters(csv, precincts);
    const added = await tx.query(
      insertVoters({
        electionId: election.electionId,
        voterIds: voters.map(({ voterId }) => voterId),
        styleIds: voters.map(({ precinctId }) => precinctId),
      }),
    );
    await note(tx, election, { actor, action: "election.voters-added", details: { added: added.length } });
    return { added: added.length, known: voters.length - added.length };
  });
}

/** Only before voting starts, so that nobody loses a vote. */
export function removeVoters(
  database: Database,
  { name, voterIds, actor }: { readonly name: ElectionName; readonly voterIds: readonly string[] } & Official,
): Promise<{ readonly removed: number }> {
  return change(database, name, async (tx, election) => {
    requireState(election, ["CEREMONY", "READY"], "taking voters off the roll");
    const removed = await tx.query(deleteVoters(election.electionId, voterIds));
    await note(tx, election, { actor, action: "election.voters-removed", details: { removed: removed.length } });
    return { removed: removed.length };
  });
}

export type HandedToken = { readonly voterId: string; readonly token: string };

/** New tokens for the named voters, or for up to TOKENS_MAX who have none. A new token ends the one before. */
export function giveVoterTokens(
  database: Database,
  {
    name,
    voterIds,
    actor,
  }: { readonly name: ElectionName; readonly voterIds?: readonly string[] | undefined } & Official,
): Promise<HandedToken[]> {
  return change(database, name, async (tx, election) => {
    requireState(election, ["CEREMONY", "READY", "OPEN"], "handing out tokens");
    const { electionId } = election;
    const asked =
      voterIds ?? (await tx.query(selectVotersWithoutToken(electionId, TOKENS_MAX))).map((row) => row.voter_id);
    const made = [...new Set(asked)].map((voterId) => ({ voterId, ...createToken() }));
    const hashes = made.map(({ hash }) => Buffer.from(hash).toString("hex"));
    const set = await tx.query(setVoterTokens({ electionId, voterIds: made.map(({ voterId }) => voterId), hashes }));
    const have = new Set(set.map((row) => row.voter_id));
    const missing = made.find(({ voterId }) => !have.has(voterId));
    if (missing !== undefined) throw voterNotFound(missing.voterId);
    await note(tx, election, { actor, action: "election.voter-tokens-given", details: { voters: made.length } });
    return made.map(({ voterId, token }) => ({ voterId, token }));
  });
}

async function change<Result>(
  database: Database,
  name: ElectionName,
  act: (tx: Transaction, election: LifeElection) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => act(tx, await readElection(tx, name, "shared")));
}

type Noted = Official & { readonly action: string; readonly details: unknown };

function note(tx: Transaction, { tenant, electionId }: LifeElection, { actor, action, details }: Noted) {
  return appendAudit(tx, { tenant, actor, action, subject: { type: "election", id: String(electionId) }, details });
}

function voterNotFound(voterId: string): RotaError {
  const message = `voter "${voterId}" is not on the roll, or has voted: list the voters to see who can get a token`;
  return new RotaError("VOTER_NOT_FOUND", message, { voterId });
}
