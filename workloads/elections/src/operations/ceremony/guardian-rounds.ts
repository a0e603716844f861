/** What guardians do in the key ceremony, each with its token: keys, backups, verification, answers to challenges. */
import { RotaError } from "@rota/engine";
import { Type } from "typebox";
import { requireGuardian, roundOf } from "../../life/ceremony/ceremony.ts";
import { selectBackups } from "../../life/ceremony/ceremony.sql.ts";
import { judgeBackups, sendBackups } from "../../life/ceremony/hold-ceremony.ts";
import { readElection, requireState } from "../../life/elections/election.ts";
import { waitShortly } from "../../life/run-shortly.ts";
import { checkKeysTask, checkPointTask, type CheckResult } from "../../life/tasks/check-guardian.ts";
import { readJson } from "../../records/json-reader.ts";
import { readGuardian } from "../../records/read-record.ts";
import { guardianToJson } from "../../records/writing/write-guardian.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Hex, RecordJson, Reason, Sequence, TokenHeaders, tokenOf, Whole } from "../fields.ts";

const Sealed = Given({
  pad: Hex,
  data: Type.String({ pattern: "^([0-9A-Fa-f]{2}){1,1024}$" }),
  mac: Type.String({ pattern: "^[0-9A-Fa-f]{64}$" }),
});

/** 202 while the workers have not come to it: look at the board. */
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
      throw new RotaError("CEREMONY_INVALID", message);
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
    const result = await waitShortly<CheckResult>(await engine.submit(checkKeysTask, input, placed), request);
    if (result === undefined) return { status: 202, body: { isChecked: false } };
    if (result.objection !== null) throw new RotaError("CEREMONY_INVALID", result.objection);
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
    await judgeBackups(engine.database, { ...name, judgements: body.judgements });
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
    const result = await waitShortly<CheckResult>(await engine.submit(checkPointTask, input, placed), request);
    if (result === undefined) return { status: 202, body: { isChecked: false } };
    if (result.objection !== null) throw new RotaError("KEY_BACKUP_INVALID", result.objection);
    return { status: 200, body: { isChecked: true } };
  },
});

function sealedOf(sealed: unknown): { pad: string; data: string; mac: string } {
  const json = readJson(JSON.stringify(sealed), "backup");
  return { pad: json.member("pad").text(), data: json.member("data").text(), mac: json.member("mac").text() };
}

export const guardianOperations = [publish, send, receive, judge, answer];
