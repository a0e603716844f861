/** Names, plans, prices and audits the work of the phases after closing. */
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
import { locateTask } from "@rota/engine/internal";
import { contestsOfStyle, type Manifest, placeholdersOf } from "../core/manifest/manifest.ts";
import type { PhaseElection } from "../store/phase-election.ts";

export type Work = {
  readonly phase:
    "TALLY" | "MERGE" | "PARTIAL_DECRYPT" | "COMPENSATED_DECRYPT" | "SHARES" | "CLEAR" | "COMBINE" | "RECORD";
  readonly electionId: bigint;
  /** The number of the guardian that works. */
  readonly guardian?: number;
  /** The number of the guardian that is compensated. */
  readonly missing?: number;
};

/** The first part of a task's label, such as `COMPENSATED_DECRYPT_e42_sg2_tg3`; the time of submission follows. */
export function workLabel({ phase, electionId, guardian, missing }: Work): string {
  const who = missing === undefined ? numbered("g", guardian) : `${numbered("sg", guardian)}${numbered("tg", missing)}`;
  return `${phase}_e${String(electionId)}${who}`;
}

/** The same work has the same key, so submitting it twice makes one task. `plan` is what it was cut by, such as a seed. */
export function workKey({ phase, electionId, guardian, missing }: Work, plan: string): string {
  const parts = [String(electionId), phase, guardian ?? null, missing ?? null, plan];
  return `elections:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))))}`;
}

/** What the tasks of an election share their turns by. */
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

/** Under which a guardian's sealed credential is kept while it decrypts. */
export function credentialKey(electionId: bigint, guardian: number): string {
  return `elections:${String(electionId)}:guardian:${String(guardian)}:credential`;
}

function numbered(letters: string, value: number | undefined): string {
  return value === undefined ? "" : `_${letters}${String(value)}`;
}

type PlannedWork<Payload> = {
  readonly work: Work;
  readonly payloads: readonly Payload[];
  readonly cost: number;
};

/** There is no input: the payloads say it all, and there may be more of them than an input may hold. */
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

/** Of one unit of the engine's cost. */
const POWERS_OF_UNIT = 100;
const COST_MAX = 1_000;
/** A power of a base that has a table takes about a third of any other. */
const FIXED = 1 / 3;

/** Per option or placeholder: 5 fixed and 4 other powers for its proof, 2 for belonging to the group; per contest 3 and 2. */
const OPTION = 5 * FIXED + 6;
const CONTEST = 3 * FIXED + 2;

/**
 * Cost of checking and adding up this number of ballots of the style with the most options. It counts powers, because the
 * work of chunks differs by a factor of 1,000.
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

/** Of the shares of a guardian: two powers and a fixed one each. */
export function shareCost(selections: number): number {
  return asCost(selections * (2 + FIXED));
}

/** Of checking all shares, putting them together and reading the counts. */
export function combineCost(selections: number, { present, missing }: { present: number; missing: number }): number {
  const shares = present + present * missing;
  return asCost(selections * (shares * (FIXED + 3) + present * missing));
}

function asCost(powers: number): number {
  return Math.min(COST_MAX, Math.max(1, Math.ceil(powers / POWERS_OF_UNIT)));
}

/** Read from the names of group and task, `election-42` and `COMPENSATED_DECRYPT_e42_sg2_tg3_1704067200000`. */
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

type Act = { readonly by: string; readonly action: string; readonly details?: unknown };

export async function noteAct(
  database: Database,
  { electionId, tenant }: { readonly electionId: bigint; readonly tenant: string },
  { by, action, details }: Act,
): Promise<void> {
  const subject = { type: "election", id: String(electionId) };
  await database.transaction((tx) => appendAudit(tx, { tenant, actor: by, action, subject, details }));
}
