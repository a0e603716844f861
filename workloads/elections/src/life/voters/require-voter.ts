/** Finds the voter whom a token belongs to. */
import type { Queryable } from "@rota/engine";
import { hashToken, tokenInvalid } from "../tokens.ts";
import { lockVoterByToken, selectVoterByToken, type VoterRow } from "./voters.sql.ts";

export type VoterName = { readonly electionId: bigint; readonly token: string | undefined };

/** Refuses with ELECTION_TOKEN_INVALID. */
export async function requireVoter(on: Queryable, { electionId, token }: VoterName): Promise<VoterRow> {
  const [voter] = await on.query(selectVoterByToken(electionId, hashToken(token)));
  if (voter === undefined) throw tokenInvalid();
  return voter;
}

/** The same, held until the transaction ends: two acts of one voter happen one after the other. */
export async function lockVoter(on: Queryable, { electionId, token }: VoterName): Promise<VoterRow> {
  const [voter] = await on.query(lockVoterByToken(electionId, hashToken(token)));
  if (voter === undefined) throw tokenInvalid();
  return voter;
}
