/** Names, plans, audits and computes the cost of the work of the phases after closing. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  appendAudit,
  type Database,
  type NewTask,
  planTask,
  type Queryable,
  type TaskDefinition,
  type TicketFields,
  type TicketTask,
} from "@rota/engine";
import { locateTask } from "@rota/engine/admin";
import { contestsOfStyle, type Manifest, placeholdersOf } from "../core/manifest/manifest.ts";
import type { PhaseElection } from "../store/phase-election.ts";

export type Work = {
  readonly phase:
    | "VOTING"
    | "TALLY"
    | "MERGE"
    | "PARTIAL_DECRYPT"
    | "COMPENSATED_DECRYPT"
    | "SHARES"
    | "CLEAR"
    | "COMBINE"
    | "RECORD";
  readonly electionId: bigint;
  /** Number of the guardian that works. */
  readonly guardian?: number;
  /** Number of the guardian that is compensated. */
  readonly missing?: number;
};

/**
 * Returns the first part of a task's label, such as `COMPENSATED_DECRYPT_e42_sg2_tg3`. The time of submission follows
 * it.
 */
export function workLabel({ phase, electionId, guardian, missing }: Work): string {
  const who = missing === undefined ? numbered("g", guardian) : `${numbered("sg", guardian)}${numbered("tg", missing)}`;
  return `${phase}_e${String(electionId)}${who}`;
}

/**
 * Returns the key of work. The same work has the same key, so submitting it twice creates one task. `plan` identifies
 * the division into chunks, such as a seed.
 */
export function workKey({ phase, electionId, guardian, missing }: Work, plan: string): string {
  const parts = [String(electionId), phase, guardian ?? null, missing ?? null, plan];
  return `elections:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))))}`;
}

/** Returns the group in which the tasks of an election share their turns. */
export function groupOfElection(electionId: bigint): string {
  return `election-${String(electionId)}`;
}

export function tallyLock(electionId: bigint): string {
  return `lock:tally:election:${String(electionId)}`;
}

export function decryptionLock(electionId: bigint, guardian: number): string {
  return `lock:decryption:election:${String(electionId)}:guardian:${String(guardian)}`;
}

export function combineLock(electionId: bigint): string {
  return `lock:combine:election:${String(electionId)}`;
}

/** Returns the key of the secret that holds a guardian's sealed credential while it decrypts. */
export function credentialKey(electionId: bigint, guardian: number): string {
  return `elections:${String(electionId)}:guardian:${String(guardian)}:credential`;
}

function numbered(prefix: string, value: number | undefined): string {
  return value === undefined ? "" : `_${prefix}${String(value)}`;
}

/**
 * Announcements of the tasks of phases. The events name the task's unique key, which is that of the lock, so that everyone who
 * waits for a phase learns that it ended and how.
 */
export const PHASE_ENDS = ["completed", "failed", "cancelled"] as const;

type PlannedWork<Payload> = {
  readonly work: Work;
  readonly payloads: readonly Payload[];
  readonly cost: number;
};

/**
 * Plans a task without input. The payloads contain everything, and there may be more of them than fit into an input.
 */
export async function planWork<Payload>(
  definition: TaskDefinition<Payload>,
  { electionId, tenant }: Pick<PhaseElection, "electionId" | "tenant">,
  { work, payloads, cost }: PlannedWork<NoInfer<Payload>>,
): Promise<Omit<NewTask, "unique">> {
  const [first] = payloads;
  if (first === undefined) throw new Error(`no chunks for ${workLabel(work)}`);
  const placement = { tenant, group: groupOfElection(electionId), cost, taskKey: { stem: workLabel(work) } };
  const planned = await planTask(definition, first, placement);
  return { ...planned, input: null, isJob: false, chunks: payloads.map((payload) => ({ payload })) };
}

/** Number of powers in one unit of the engine's cost. */
const POWERS_OF_UNIT = 100;
const COST_MAX = 1_000;
/** Cost of a power of a base with a table, compared with any other. */
const FIXED = 1 / 3;

/**
 * Cost of an option or placeholder: 5 fixed and 4 other powers for its proof, 2 for membership of the group. A contest
 * costs 3 and 2.
 */
const OPTION = 5 * FIXED + 6;
const CONTEST = 3 * FIXED + 2;

/**
 * Returns the cost of checking and adding up this number of ballots of the style with the most options. The cost counts
 * powers, because the work of chunks differs by a factor of 1,000.
 */
export function tallyCost(manifest: Manifest, ballots: number): number {
  const powers = manifest.styles.map(({ styleId }) =>
    (contestsOfStyle(manifest, styleId) ?? []).reduce((sum, contest) => {
      const options = contest.selections.length + placeholdersOf(contest).length;
      return sum + options * OPTION + CONTEST;
    }, 0),
  );
  return asCost(Math.max(0, ...powers) * ballots);
}

/** Returns the cost of a guardian's shares: two powers and a fixed one each. */
export function shareCost(selections: number): number {
  return asCost(selections * (2 + FIXED));
}

/** Returns the cost of checking all shares, combining them and finding the counts. */
export function combineCost(selections: number, { present, missing }: { present: number; missing: number }): number {
  const shares = present + present * missing;
  return asCost(selections * (shares * (FIXED + 3) + present * missing));
}

function asCost(powers: number): number {
  return Math.min(COST_MAX, Math.max(1, Math.ceil(powers / POWERS_OF_UNIT)));
}

/**
 * Reads the fields from the names of group and task, such as `election-42` and
 * `COMPENSATED_DECRYPT_e42_sg2_tg3_1704067200000`.
 */
export function ticketFields({ group, taskKey = "" }: TicketTask): TicketFields {
  const numbers = {
    electionId: /^election-(\d+)$/.exec(group),
    guardianId: /_g(\d+)_\d+$/.exec(taskKey),
    compensatingGuardianId: /_sg(\d+)_tg\d+_\d+$/.exec(taskKey),
    missingGuardianId: /_tg(\d+)_\d+$/.exec(taskKey),
  };
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, found]) => (found === null ? [] : [[name, Number(found[1])]])),
  );
}

/** Finds the election of a task by the group of the task. */
export async function electionOfTask(on: Queryable, taskId: bigint): Promise<{ electionId: bigint; tenant: string }> {
  const { group, tenant } = await locateTask(on, taskId);
  return { electionId: BigInt(group.slice(group.lastIndexOf("-") + 1)), tenant };
}

type AuditedAction = { readonly by: string; readonly action: string; readonly details?: unknown };

export async function noteAction(
  database: Database,
  { electionId, tenant }: { readonly electionId: bigint; readonly tenant: string },
  { by, action, details }: AuditedAction,
): Promise<void> {
  const subject = { type: "election", id: String(electionId) };
  await database.transaction((tx) => appendAudit(tx, { tenant, actor: by, action, subject, details }));
}
