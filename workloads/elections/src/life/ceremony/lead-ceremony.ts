/** What an official does in a ceremony: hand out tokens, and start again when a guardian cheated or is lost. Opens transactions. */
import { appendAudit, type Database } from "@rota/engine";
import { readElection, requireState, type ElectionName } from "../elections/election.ts";
import { createToken } from "../tokens.ts";
import { ceremonyConflict } from "./ceremony.ts";
import { clearGuardians, deleteBackups, replaceGuardian, selectGuardians, setGuardianTokens } from "./ceremony.sql.ts";

type Act = { readonly name: ElectionName; readonly actor: string };

export type GuardianToken = {
  readonly sequence: number;
  readonly guardianId: string;
  readonly name: string;
  readonly token: string;
};

/** New tokens for the named guardians, or for those who have none. A new token ends the one before. */
export function giveGuardianTokens(
  database: Database,
  { name, actor, sequences }: Act & { readonly sequences?: readonly number[] | undefined },
): Promise<GuardianToken[]> {
  return database.transaction(async (tx) => {
    const { electionId, tenant } = await readElection(tx, name, "shared");
    const rows = await tx.query(selectGuardians(electionId));
    const asked = rows.filter((row) => sequences?.includes(row.sequence) ?? !row.has_token);
    const made = asked.map((row) => ({ row, ...createToken() }));
    await tx.query(
      setGuardianTokens(electionId, {
        sequences: made.map(({ row }) => row.sequence),
        hashes: made.map(({ hash }) => Buffer.from(hash).toString("hex")),
      }),
    );
    await appendAudit(tx, {
      tenant,
      actor,
      action: "election.guardian-tokens-given",
      subject: { type: "election", id: String(electionId) },
      details: { guardians: made.map(({ row }) => row.sequence) },
    });
    return made.map(({ row, token }) => ({
      sequence: row.sequence,
      guardianId: row.guardian_id,
      name: row.name,
      token,
    }));
  });
}

export type Replacement = { readonly sequence: number; readonly name: string };

/** Everything that guardians gave is forgotten; a replaced one needs a token. */
export function restartCeremony(
  database: Database,
  { name, actor, reason, replace }: Act & { readonly reason: string; readonly replace?: Replacement | undefined },
): Promise<void> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, name, "alone");
    const { electionId, tenant } = election;
    requireState(election, ["CEREMONY"], "starting the ceremony again");
    if (replace !== undefined && replace.sequence > election.guardianCount)
      throw ceremonyConflict(electionId, `it has no guardian ${String(replace.sequence)}`);
    await tx.query(deleteBackups(electionId));
    await tx.query(clearGuardians(electionId));
    if (replace !== undefined) await tx.query(replaceGuardian({ electionId, ...replace }));
    await appendAudit(tx, {
      tenant,
      actor,
      action: "election.ceremony-restarted",
      subject: { type: "election", id: String(electionId) },
      details: { reason, replaced: replace?.sequence ?? null },
    });
  });
}
