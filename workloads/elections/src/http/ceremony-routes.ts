/** Routes of the key ceremony, for officials, guardians and observers. */
import { Given, Line, Tenant, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { readJson } from "../core/records/json-reader.ts";
import { readGuardian } from "../core/records/read-record.ts";
import { guardianToJson } from "../core/records/write-ballot.ts";
import { ElectionError } from "../errors.ts";
import { selectBackups } from "../store/ceremony.sql.ts";
import {
  giveGuardianTokens,
  publishedGuardians,
  readCeremony,
  recordBackupVerdicts,
  requireGuardian,
  restartCeremony,
  roundOf,
  sendBackups,
} from "../store/ceremony.ts";
import { readElection, requireState } from "../store/election.ts";
import { checkKeysTask, checkPointTask } from "../tasks/check-guardian.ts";
import {
  defineRoute,
  ElectionParams,
  Hex,
  Reason,
  RecordJson,
  Sequence,
  State,
  TokenHeaders,
  tokenOf,
} from "./fields.ts";

const Guardian = Type.Object({
  sequence: Whole,
  guardianId: Type.String(),
  name: Type.String(),
  hasToken: Type.Boolean(),
  hasPublished: Type.Boolean({ description: "Round 1: its public keys are here, and their proofs hold." }),
  hasBackedUp: Type.Boolean({ description: "Round 2: its sealed backups for the others are here." }),
  hasVerified: Type.Boolean({ description: "Round 3: it could use the backups of all others." }),
});

const board = defineRoute({
  name: "elections.ceremony",
  method: "GET",
  path: "/v1/elections/{electionId}/ceremony",
  summary: "The board of the key ceremony: who is missing in which round",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      state: State,
      guardianCount: Whole,
      quorum: Whole,
      group: Type.String(),
      round: Type.Integer({
        minimum: 1,
        maximum: 4,
        description: "1 keys, 2 backups, 3 verification; 4: all is done.",
      }),
      guardians: Type.Array(Guardian),
      challenges: Type.Array(
        Type.Object({
          sender: Whole,
          receiver: Whole,
          state: Word(["CHALLENGED", "DISMISSED"]),
          reason: Type.String(),
        }),
      ),
    }),
  },
  async handle({ engine: { database }, params }) {
    const electionId = BigInt(params.electionId);
    const { state, guardianCount, quorum, groupName: group } = await readElection(database, { electionId });
    const { round, guardians, challenges } = await readCeremony(database, electionId);
    const lists = { guardians: [...guardians], challenges: [...challenges] };
    return { status: 200, body: { state, guardianCount, quorum, group, round, ...lists } };
  },
});

const keys = defineRoute({
  name: "elections.ceremony.keys",
  method: "GET",
  path: "/v1/elections/{electionId}/ceremony/keys",
  summary: "The public keys that guardians have published, with their proofs",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      guardians: Type.Array(
        Type.Unsafe<object>({ type: "object", description: "As in a record of ElectionGuard 1.4." }),
      ),
    }),
  },
  async handle({ engine: { database }, params }) {
    const electionId = BigInt(params.electionId);
    await readElection(database, { electionId });
    const guardians = (await publishedGuardians(database, electionId)).map(guardianToJson);
    return { status: 200, body: { guardians } };
  },
});

const tokens = defineRoute({
  name: "elections.guardians.tokens",
  method: "POST",
  path: "/v1/elections/{electionId}/guardians/tokens",
  summary: "Give guardians their tokens, shown this once",
  description: "For the named ones, or for those who have none. Only hashes are kept. A new token ends the old one.",
  role: "operator",
  params: ElectionParams,
  body: Given({ sequences: Type.Optional(Type.Array(Sequence, { maxItems: 20 })), tenant: Type.Optional(Tenant) }),
  answers: {
    200: Type.Object({
      tokens: Type.Array(
        Type.Object({ sequence: Whole, guardianId: Type.String(), name: Type.String(), token: Type.String() }),
      ),
    }),
  },
  async handle({ engine, params, body: { sequences }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    const given = await giveGuardianTokens(engine.database, { name, sequences, actor: actor.name });
    return { status: 200, body: { tokens: given } };
  },
});

const restart = defineRoute({
  name: "elections.ceremony.restart",
  method: "POST",
  path: "/v1/elections/{electionId}/ceremony/restart",
  summary: "Start the ceremony again, with a guardian replaced if need be",
  description: "All keys and backups are forgotten. A guardian that was replaced needs a token.",
  role: "operator",
  params: ElectionParams,
  body: Given({
    reason: Reason,
    replace: Type.Optional(Given({ sequence: Sequence, name: Line(200) })),
    tenant: Type.Optional(Tenant),
  }),
  answers: { 200: Type.Object({ round: Whole }) },
  async handle({ engine, params, body: { reason, replace }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    await restartCeremony(engine.database, { name, actor: actor.name, reason, replace });
    return { status: 200, body: { round: 1 } };
  },
});

export const ceremonyOperations = [board, keys, tokens, restart];

const Sealed = Given({
  pad: Hex,
  data: Type.String({ pattern: "^([0-9A-Fa-f]{2}){1,1024}$" }),
  mac: Type.String({ pattern: "^[0-9A-Fa-f]{64}$" }),
});

/** Answer 202 while workers have not checked it yet: poll the board. */
const Checked = Type.Object({ isChecked: Type.Boolean() });

const publish = defineRoute({
  name: "elections.ceremony.publish",
  method: "POST",
  path: "/v1/elections/{electionId}/ceremony/keys",
  summary: "Round 1: publish a guardian's public keys",
  description: "Secret keys stay with the guardian. The proofs are checked before anything is kept.",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  body: Given({ guardian: RecordJson("A guardian's public record in the JSON of ElectionGuard 1.4.") }),
  answers: { 200: Checked, 202: Checked },
  async handle(request) {
    const { engine, params, body } = request;
    const electionId = BigInt(params.electionId);
    const { own } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
    const election = await readElection(engine.database, { electionId });
    requireState(election, ["CEREMONY"], "publishing keys");
    const guardian = readGuardian(readJson(JSON.stringify(body.guardian), "guardian"));
    if (guardian.guardianId !== own.guardian_id || guardian.sequence !== own.sequence) {
      const message = `these are the keys of ${guardian.guardianId} (${String(guardian.sequence)}), the token is that of ${own.guardian_id} (${String(own.sequence)})`;
      throw new ElectionError("CEREMONY_INVALID", message);
    }
    const published = guardianToJson(guardian);
    if (
      own.published_at !== null &&
      JSON.stringify(published) ===
        JSON.stringify(guardianToJson(readGuardian(readJson(JSON.stringify(own.published), "keys"))))
    )
      return { status: 200, body: { isChecked: true } };
    const placed = { tenant: election.tenant, group: `election-${String(electionId)}` };
    const input = { electionId: String(electionId), sequence: own.sequence, published };
    const result = await (await engine.submit(checkKeysTask, input, placed)).resultWithin({ signal: request.signal });
    if (result === undefined) return { status: 202, body: { isChecked: false } };
    if (result.objection !== null) throw new ElectionError("CEREMONY_INVALID", result.objection);
    return { status: 200, body: { isChecked: true } };
  },
});

const send = defineRoute({
  name: "elections.ceremony.backUp",
  method: "POST",
  path: "/v1/elections/{electionId}/ceremony/backups",
  summary: "Round 2: leave a sealed backup for each of the others",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  body: Given({ backups: Type.Array(Given({ receiver: Sequence, sealed: Sealed }), { maxItems: 20 }) }),
  answers: { 200: Type.Object({ backups: Whole }) },
  async handle(request) {
    const { engine, params, body } = request;
    const name = { electionId: BigInt(params.electionId), token: tokenOf(request) };
    await sendBackups(engine.database, { ...name, backups: body.backups });
    return { status: 200, body: { backups: body.backups.length } };
  },
});

const Backup = Type.Object({
  sender: Whole,
  receiver: Whole,
  state: Type.String(),
  sealed: Type.Object({ pad: Type.String(), data: Type.String(), mac: Type.String() }),
});

const receive = defineRoute({
  name: "elections.ceremony.backups",
  method: "GET",
  path: "/v1/elections/{electionId}/ceremony/backups",
  summary: "The backups that the others left for a guardian",
  description: "Sealed to the guardian's key. Empty until all have left theirs.",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  answers: { 200: Type.Object({ backups: Type.Array(Backup) }) },
  async handle(request) {
    const { engine, params } = request;
    const electionId = BigInt(params.electionId);
    const { own, all } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
    const rows = roundOf(all) < 3 ? [] : await engine.database.query(selectBackups(electionId));
    const backups = rows
      .filter(({ receiver }) => receiver === own.sequence)
      .map(({ sender, receiver, state, sealed }) => ({ sender, receiver, state, sealed: sealedOf(sealed) }));
    return { status: 200, body: { backups } };
  },
});

const judge = defineRoute({
  name: "elections.ceremony.verify",
  method: "POST",
  path: "/v1/elections/{electionId}/ceremony/verification",
  summary: "Round 3: say which backups could be used",
  description: "A backup that is not right is challenged: its sender has to publish the point for everybody to check.",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  body: Given({
    judgements: Type.Array(Given({ sender: Sequence, isRight: Type.Boolean(), reason: Type.Optional(Reason) }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
  answers: { 200: Type.Object({ judged: Whole }) },
  async handle(request) {
    const { engine, params, body } = request;
    const name = { electionId: BigInt(params.electionId), token: tokenOf(request) };
    await recordBackupVerdicts(engine.database, { ...name, judgements: body.judgements });
    return { status: 200, body: { judged: body.judgements.length } };
  },
});

const answer = defineRoute({
  name: "elections.ceremony.answer",
  method: "POST",
  path: "/v1/elections/{electionId}/ceremony/points",
  summary: "Answer a challenge by publishing the point",
  description: "If it fits the sender's commitments, the challenge is over; if not, the ceremony has to start again.",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  body: Given({ receiver: Sequence, point: Hex }),
  answers: { 200: Checked, 202: Checked },
  async handle(request) {
    const { engine, params, body } = request;
    const electionId = BigInt(params.electionId);
    const { own } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
    const election = await readElection(engine.database, { electionId });
    requireState(election, ["CEREMONY"], "answering a challenge");
    const placed = { tenant: election.tenant, group: `election-${String(electionId)}` };
    const input = { electionId: String(electionId), sender: own.sequence, ...body };
    const result = await (await engine.submit(checkPointTask, input, placed)).resultWithin({ signal: request.signal });
    if (result === undefined) return { status: 202, body: { isChecked: false } };
    if (result.objection !== null) throw new ElectionError("KEY_BACKUP_INVALID", result.objection);
    return { status: 200, body: { isChecked: true } };
  },
});

function sealedOf(sealed: unknown): { pad: string; data: string; mac: string } {
  const json = readJson(JSON.stringify(sealed), "backup");
  return { pad: json.member("pad").text(), data: json.member("data").text(), mac: json.member("mac").text() };
}

export const guardianOperations = [publish, send, receive, judge, answer];
