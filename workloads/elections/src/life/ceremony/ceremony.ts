/** How the key ceremony stands: who is missing in which round, and what was published. */
import { RotaError, type Queryable } from "@rota/engine";
import type { GuardianPublic } from "../../guardians/guardian-keys.ts";
import { readJson } from "../../records/json-reader.ts";
import { readGuardian } from "../../records/read-record.ts";
import { hashToken, tokenInvalid } from "../tokens.ts";
import { selectBackups, selectGuardianByToken, selectGuardians, type GuardianRow } from "./ceremony.sql.ts";

export type BoardGuardian = {
  readonly sequence: number;
  readonly guardianId: string;
  readonly name: string;
  readonly hasToken: boolean;
  readonly hasPublished: boolean;
  readonly hasBackedUp: boolean;
  readonly hasVerified: boolean;
};

export type Challenge = {
  readonly sender: number;
  readonly receiver: number;
  readonly state: "CHALLENGED" | "DISMISSED";
  readonly reason: string;
};

export type Ceremony = {
  /** 1 keys, 2 backups, 3 verification; 4: all is done. */
  readonly round: number;
  readonly guardians: readonly BoardGuardian[];
  /** Backups that somebody could not use: the sender has to publish the point, or the ceremony starts again. */
  readonly challenges: readonly Challenge[];
};

export async function readCeremony(on: Queryable, electionId: bigint): Promise<Ceremony> {
  const rows = await on.query(selectGuardians(electionId));
  const backups = await on.query(selectBackups(electionId));
  return {
    round: roundOf(rows),
    guardians: rows.map((row) => ({
      sequence: row.sequence,
      guardianId: row.guardian_id,
      name: row.name,
      hasToken: row.has_token,
      hasPublished: row.published_at !== null,
      hasBackedUp: row.backed_up_at !== null,
      hasVerified: row.verified_at !== null,
    })),
    challenges: backups.flatMap(({ sender, receiver, state, reason }) =>
      state === "CHALLENGED" || state === "DISMISSED" ? [{ sender, receiver, state, reason: reason ?? "" }] : [],
    ),
  };
}

/** A round is over when all have done it. */
export function roundOf(rows: readonly GuardianRow[]): number {
  if (rows.some((row) => row.published_at === null)) return 1;
  if (rows.some((row) => row.backed_up_at === null)) return 2;
  return rows.some((row) => row.verified_at === null) ? 3 : 4;
}

/** What guardians published, in their order; those who have not are left out. */
export async function publishedGuardians(on: Queryable, electionId: bigint): Promise<GuardianPublic[]> {
  const rows = await on.query(selectGuardians(electionId));
  return rows.flatMap(({ published, sequence }) =>
    published === null
      ? []
      : [readGuardian(readJson(JSON.stringify(published), `keys of guardian ${String(sequence)}`))],
  );
}

/** The guardian whom a token belongs to, among all. Refuses with ELECTION_TOKEN_INVALID. */
export async function requireGuardian(
  on: Queryable,
  { electionId, token }: { readonly electionId: bigint; readonly token: string | undefined },
): Promise<{ readonly own: GuardianRow; readonly all: readonly GuardianRow[] }> {
  const [found] = await on.query(selectGuardianByToken(electionId, hashToken(token)));
  const all = await on.query(selectGuardians(electionId));
  const own = all.find(({ sequence }) => sequence === found?.sequence);
  if (own === undefined) throw tokenInvalid();
  return { own, all };
}

export function ceremonyConflict(electionId: bigint, why: string): RotaError {
  return new RotaError("CEREMONY_CONFLICT", `the ceremony of election ${String(electionId)}: ${why}`, {
    electionId: String(electionId),
  });
}
