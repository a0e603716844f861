/** Manages the roll of voters: adds them from CSV, removes them, creates tokens, and finds the voter of a token. */
import {
  appendAudit,
  appendAudits,
  type Database,
  type Queryable,
  type RotaError,
  type Transaction,
} from "@rota/engine";
import { parse } from "csv-parse/sync";
import { ElectionError } from "../errors.ts";
import { type ElectionName, type LifeElection, readElection, requireState } from "./election.ts";
import { createToken, hashToken, tokenInvalid } from "./tokens.ts";
import {
  deleteVoters,
  insertVoters,
  lockVoterByToken,
  selectVoterByToken,
  selectVotersWithoutToken,
  setVoterTokens,
  type VoterRow,
} from "./voters.sql.ts";

type Official = { readonly actor: string };

/** Maximum number of tokens of one call. */
export const TOKENS_MAX = 10_000;

/** Adds voters from CSV. Voters who are on the roll already are not changed. */
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

/** Removes voters, only before voting starts, so that no vote is lost. */
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

type HandedToken = { readonly voterId: string; readonly token: string };

/** Creates tokens for the named voters, or for up to TOKENS_MAX without one. A new token replaces the previous one. */
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
    if (election.voterLinks !== "handed-out") {
      const message = `election ${String(electionId)} sends its links to the voters, and no official sees them: ask for that instead`;
      throw new ElectionError("ELECTION_PATH_UNSAFE", message, { electionId: String(electionId) });
    }
    const asked =
      voterIds ?? (await tx.query(selectVotersWithoutToken(electionId, TOKENS_MAX))).map((row) => row.voter_id);
    const made = [...new Set(asked)].map((voterId) => ({ voterId, ...createToken() }));
    const hashes = made.map(({ hash }) => Buffer.from(hash).toString("hex"));
    const set = await tx.query(setVoterTokens({ electionId, voterIds: made.map(({ voterId }) => voterId), hashes }));
    const have = new Set(set.map((row) => row.voter_id));
    const missing = made.find(({ voterId }) => !have.has(voterId));
    if (missing !== undefined) throw voterNotFound(missing.voterId);
    await note(tx, election, { actor, action: "election.voter-tokens-given", details: { voters: made.length } });
    // The record shows the entries of the election, so those that name voters have another subject.
    await appendAudits(
      tx,
      made.map(({ voterId }) => ({
        tenant: election.tenant,
        actor,
        action: "election.voter-token-given",
        subject: { type: "voter", id: `${String(electionId)}/${voterId}` },
        details: {},
      })),
    );
    return made.map(({ voterId, token }) => ({ voterId, token }));
  });
}

async function change<Result>(
  database: Database,
  name: ElectionName,
  action: (tx: Transaction, election: LifeElection) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => action(tx, await readElection(tx, name, "shared")));
}

type Noted = Official & { readonly action: string; readonly details: unknown };

function note(tx: Transaction, { tenant, electionId }: LifeElection, { actor, action, details }: Noted) {
  return appendAudit(tx, { tenant, actor, action, subject: { type: "election", id: String(electionId) }, details });
}

export function voterNotFound(voterId: string): RotaError {
  const message = `voter "${voterId}" is not on the roll, or has voted: list the voters to see who can get a token`;
  return new ElectionError("VOTER_NOT_FOUND", message, { voterId });
}

type VoterName = { readonly electionId: bigint; readonly token: string | undefined };

/** Returns the voter with a token. Refuses with ELECTION_TOKEN_INVALID. */
export async function requireVoter(on: Queryable, { electionId, token }: VoterName): Promise<VoterRow> {
  const [voter] = await on.query(selectVoterByToken(electionId, hashToken(token)));
  if (voter === undefined) throw tokenInvalid();
  return voter;
}

/** Returns the voter, locked until the transaction ends, so that two actions of one voter run one after the other. */
export async function lockVoter(on: Queryable, { electionId, token }: VoterName): Promise<VoterRow> {
  const [voter] = await on.query(lockVoterByToken(electionId, hashToken(token)));
  if (voter === undefined) throw tokenInvalid();
  return voter;
}

type ListedVoter = { readonly voterId: string; readonly precinctId: string };

/** Maximum number of voters in one upload. Larger lists need several uploads. */
const VOTERS_MAX = 100_000;

const ID_HEADS = ["voter_id", "voterid", "email", "e-mail", "id"];
const PRECINCT_HEADS = ["precinct", "precinct_id", "precinctid"];
const LENGTH_MAX = 200;
const UNSHOWABLE = /\p{Cc}|\p{Cs}/u;

/**
 * Reads voters from CSV. The first line names the columns: `voter_id` (or `email`), and `precinct`, which is optional
 * when the election has only one. Errors name the line.
 *
 * @example readVoters("voter_id,precinct\n17,north", ["north", "south"])
 */
export function readVoters(csv: string, precincts: readonly string[]): ListedVoter[] {
  const [head, ...lines] = parseLines(csv);
  const names = (head ?? []).map((name) => name.toLowerCase());
  const idColumn = names.findIndex((name) => ID_HEADS.includes(name));
  const precinctColumn = names.findIndex((name) => PRECINCT_HEADS.includes(name));
  if (idColumn < 0) throw refusal(1, `it must name the columns, one of them voter_id`);
  if (lines.length > VOTERS_MAX)
    throw refusal(VOTERS_MAX + 2, `at most ${String(VOTERS_MAX)} voters are taken at once`);
  const seen = new Set<string>();
  return lines.map((fields, index) => {
    const line = index + 2;
    const voterId = fields[idColumn] ?? "";
    const only = precincts.length === 1 ? precincts[0] : undefined;
    const precinctId = (precinctColumn < 0 ? undefined : fields[precinctColumn]) ?? only ?? "";
    if (voterId === "" || voterId.length > LENGTH_MAX || UNSHOWABLE.test(voterId))
      throw refusal(line, `the voter's id must have 1 to ${String(LENGTH_MAX)} characters, all of them visible`);
    if (seen.has(voterId)) throw refusal(line, `voter "${voterId}" is listed twice`);
    if (!precincts.includes(precinctId))
      throw refusal(line, `no precinct is called "${precinctId}": there are ${precincts.slice(0, 20).join(", ")}`);
    seen.add(voterId);
    return { voterId, precinctId };
  });
}

function parseLines(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it cannot be read";
    throw new ElectionError("VOTERS_INVALID", `the list of voters is no CSV: ${why}`, {}, { cause });
  }
}

function refusal(line: number, why: string): RotaError {
  return new ElectionError("VOTERS_INVALID", `line ${String(line)} of the list of voters: ${why}`, { line });
}
