/** Routes of decryption, for officials and for guardians. */
import { Given, Line, Nullable, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { toHex } from "../core/crypto/hash.ts";
import { groupOf } from "../core/node/native-crypto.ts";
import { sliceItems } from "../core/tally/slices.ts";
import { ElectionError } from "../errors.ts";
import { requireGuardian } from "../store/ceremony.ts";
import {
  type DecryptionProgress,
  type GuardianStanding,
  readDecryptionProgress,
  readSource,
} from "../store/decryption.ts";
import { readPhaseElection } from "../store/phase-election.ts";
import { declareMissing, setMissingDeadline } from "../tasks/missing-deadline.ts";
import { fleetKey, startDecryption } from "../tasks/partial-decryption.ts";
import { decryptionStatus } from "../tasks/phase-status.ts";
import { openSlices, takeShares } from "../tasks/share-admission.ts";
import {
  defineRoute,
  ElectionParams,
  Hex,
  Sequence,
  State,
  TokenHeaders,
  tokenOf,
  WaitHeaders,
  waitMsOf,
} from "./fields.ts";
import { startedView, StartedView, statusView, StatusView } from "./phase-routes.ts";

const GuardianView = Type.Object({
  sequence: Whole,
  guardianId: Type.String(),
  name: Type.String(),
  state: Word(["WAITING", "DECRYPTING", "DECRYPTED", "MISSING"], {
    description: "DECRYPTED: all own shares are here.",
  }),
  isAtHome: Nullable(Type.Boolean(), { description: "Sends shares and keeps its key; else workers decrypt for it." }),
  since: Nullable(Time),
  ownSlices: Whole,
  compensatedFor: Type.Array(Type.Object({ missing: Whole, slices: Whole })),
  missingBy: Nullable(Type.String()),
});

const board = defineRoute({
  name: "elections.decryption.board",
  method: "GET",
  path: "/v1/elections/{electionId}/decryption",
  summary: "Who has decrypted, and who is missing",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      state: State,
      slices: Type.Integer({ minimum: 0, description: "Pieces of work that each guardian gives shares of." }),
      quorum: Whole,
      isComplete: Type.Boolean({ description: "Everything is there that combining needs." }),
      deadline: Nullable(Time),
      guardians: Type.Array(GuardianView),
    }),
  },
  async handle({ engine, params }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId));
    const standing = await readDecryptionProgress(engine.database, election);
    return {
      status: 200,
      body: {
        state: election.state,
        slices: standing.slices,
        quorum: election.context.quorum,
        isComplete: standing.isComplete && standing.present.length >= election.context.quorum,
        deadline: election.deadline?.toISOString() ?? null,
        guardians: standing.guardians.map((guardian) => guardianView(guardian, standing)),
      },
    };
  },
});

function guardianView(guardian: GuardianStanding, { slices }: DecryptionProgress) {
  const { decrypting, missing } = guardian;
  return {
    sequence: guardian.public.sequence,
    guardianId: guardian.public.guardianId,
    name: guardian.name,
    state: stateOf(guardian, slices),
    isAtHome: decrypting?.isAtHome ?? null,
    since: decrypting?.since.toISOString() ?? null,
    ownSlices: guardian.ownSlices,
    compensatedFor: [...guardian.compensated].map(([number, given]) => ({ missing: number, slices: given })),
    missingBy: missing?.by ?? null,
  };
}

function stateOf(
  { missing, isOwnComplete, decrypting }: GuardianStanding,
  slices: number,
): "WAITING" | "DECRYPTING" | "DECRYPTED" | "MISSING" {
  if (missing !== undefined) return "MISSING";
  if (isOwnComplete && slices > 0) return "DECRYPTED";
  return decrypting === undefined ? "WAITING" : "DECRYPTING";
}

const status = defineRoute({
  name: "elections.decryption.status",
  method: "GET",
  path: "/v1/elections/{electionId}/guardians/{sequence}/decryption",
  summary: "How far the workers are with a guardian's shares",
  role: "viewer",
  params: Given({ ...ElectionParams.properties, sequence: Type.String({ pattern: "^([1-9]|1[0-9]|20)$" }) }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: StatusView },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId), tenant);
    return { status: 200, body: statusView(await decryptionStatus(engine, election, Number(params.sequence))) };
  },
});

const missing = defineRoute({
  name: "elections.decryption.missing",
  method: "POST",
  path: "/v1/elections/{electionId}/decryption/missing",
  summary: "Declare guardians missing",
  description: "For ever: from now on the others decrypt for them. Refused when too few would be left.",
  role: "operator",
  params: ElectionParams,
  body: Given({
    tenant: Type.Optional(Tenant),
    guardians: Type.Array(Sequence, { minItems: 1, maxItems: 20, uniqueItems: true }),
  }),
  answers: { 200: Type.Object({ missing: Type.Array(Whole) }) },
  async handle({ engine, params, body: { guardians }, tenant, actor }) {
    const declared = { electionId: BigInt(params.electionId), tenant, by: actor.name, guardians };
    return { status: 200, body: { missing: await declareMissing(engine, declared) } };
  },
});

const deadline = defineRoute({
  name: "elections.decryption.deadline",
  method: "PUT",
  path: "/v1/elections/{electionId}/decryption/deadline",
  summary: "Say until when guardians are waited for",
  description: "Whoever has not given all shares by then counts as missing, if enough others have.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant), at: Time }),
  answers: { 200: Type.Object({ deadline: Time }) },
  async handle({ engine, params, body: { at }, tenant, actor }) {
    const electionId = BigInt(params.electionId);
    await setMissingDeadline(engine, { electionId, tenant, by: actor.name, at: new Date(at) });
    return { status: 200, body: { deadline: new Date(at).toISOString() } };
  },
});

export const decryptionOperations = [board, status, missing, deadline];

const SUBJECTS = ["unit", "ballot"] as const;

/** Sealed keys of a guardian: at most 20 coefficients of 256 bits and their proofs of 4096 bits, as JSON. */
export const SealedCredential = Type.String({
  pattern: "^[A-Za-z0-9+/]+={0,2}$",
  minLength: 4,
  maxLength: 87_380,
  description: "The guardian's keys, sealed to the fleet's key, as base64.",
});

const SliceName = {
  subject: Word(SUBJECTS, { description: "The tally of a reporting unit, or a challenged ballot." }),
  subjectId: Line(200),
  slice: Type.Integer({ minimum: 1, maximum: 100_000 }),
};

const key = defineRoute({
  name: "elections.fleetKey",
  method: "GET",
  path: "/v1/elections/fleet-key",
  summary: "The key of the workers, which guardians seal to",
  role: "anyone",
  answers: { 200: Type.Object({ publicKey: Type.String({ description: "X25519 and ML-KEM-1024, as base64." }) }) },
  async handle({ engine, signal }) {
    const unique = { key: "fleet-key", mode: "throttle", windowMs: 60_000 } as const;
    const task = await engine.submit(fleetKey, {}, { tenant: "system", group: "elections", unique });
    const found = await task.resultWithin({ signal });
    if (found !== undefined) return { status: 200, body: found };
    throw new ElectionError(
      "FLEET_SEED_MISSING",
      "no worker has told the fleet's key: start one that has the fleet's seed",
    );
  },
});

const start = defineRoute({
  name: "elections.decryption.start",
  method: "POST",
  path: "/v1/elections/{electionId}/decryption/credential",
  summary: "Let the workers decrypt with a sealed credential",
  description:
    "It is kept for at most 6 hours and forgotten when the guardian's work is done. Given again when it was lost, the work goes on.",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  body: Given({ sealed: SealedCredential }),
  answers: { 202: StartedView },
  async handle(request) {
    const { engine, params, body } = request;
    const electionId = BigInt(params.electionId);
    const { own } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
    const sealed = Buffer.from(body.sealed, "base64");
    const who = { electionId, tenant: undefined, by: own.name, guardian: own.sequence };
    return startedView("Decryption", await startDecryption(engine, { ...who, sealed }));
  },
});

const open = defineRoute({
  name: "elections.decryption.open",
  method: "GET",
  path: "/v1/elections/{electionId}/decryption/open-slices",
  summary: "What a guardian has still to give shares of",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  answers: {
    200: Type.Object({
      total: Whole,
      slices: Type.Array(
        Type.Object({
          ...SliceName,
          missingGuardian: Nullable(Whole, { description: "The missing guardian that the shares are for." }),
        }),
        { description: "The first 1,000." },
      ),
    }),
  },
  async handle(request) {
    const { engine, params } = request;
    const electionId = BigInt(params.electionId);
    const { own } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
    const slices = await openSlices(engine, await readPhaseElection(engine.database, electionId), own.sequence);
    const listed = slices.slice(0, 1_000).map(({ missing, ...slice }) => ({ ...slice, missingGuardian: missing }));
    return { status: 200, body: { total: slices.length, slices: listed } };
  },
});

const items = defineRoute({
  name: "elections.decryption.slice",
  method: "GET",
  path: "/v1/elections/{electionId}/decryption/slices",
  summary: "The ciphertexts of a slice",
  role: "anyone",
  params: ElectionParams,
  query: Given({ ...SliceName, slice: Type.String({ pattern: "^[1-9][0-9]{0,4}$" }) }),
  answers: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({ contest: Type.String(), selection: Type.String(), pad: Type.String(), data: Type.String() }),
      ),
    }),
  },
  async handle({ engine, params, query }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId));
    const slice = { ...query, slice: Number(query.slice) };
    const source = await readSource(engine.database, election.electionId, slice);
    const found = sliceItems(groupOf(election.group), election, source).map(({ ciphertext, ...place }) => ({
      ...place,
      pad: toHex(ciphertext.pad),
      data: toHex(ciphertext.data),
    }));
    return { status: 200, body: { items: found } };
  },
});

const Share = Given({
  contest: Line(300),
  selection: Line(300),
  share: Hex,
  proof: Given({ pad: Hex, data: Hex, challenge: Hex, response: Hex }),
});

const Verdict = Type.Object({ isChecked: Type.Boolean(), isNew: Type.Boolean() });

const give = defineRoute({
  name: "elections.decryption.shares",
  method: "POST",
  path: "/v1/elections/{electionId}/decryption/shares",
  summary: "Give the shares of a slice",
  description:
    "Every share is checked before it is kept. The first ones stay. 202: the workers have not come to it yet.",
  role: "anyone",
  params: ElectionParams,
  headers: WaitHeaders,
  body: Given({
    ...SliceName,
    missingGuardian: Type.Optional(Sequence),
    shares: Type.Array(Share, { minItems: 1, maxItems: 50 }),
  }),
  answers: { 200: Verdict, 202: Verdict },
  async handle(request) {
    const { engine, params, body, signal } = request;
    const electionId = BigInt(params.electionId);
    const { own } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
    const given = toGiven({ electionId, body, guardian: own.sequence, by: own.name });
    const verdict = await takeShares({ engine, signal, waitMs: waitMsOf(request) }, given);
    if (verdict === undefined) return { status: 202, body: { isChecked: false, isNew: false } };
    if (verdict.objection !== null) throw new ElectionError("DECRYPTION_SHARES_INVALID", verdict.objection);
    return { status: 200, body: { isChecked: true, isNew: verdict.isNew } };
  },
});

type GivenBody = {
  subject: (typeof SUBJECTS)[number];
  subjectId: string;
  slice: number;
  missingGuardian?: number;
  shares: Static<typeof Share>[];
};

function toGiven(given: { electionId: bigint; guardian: number; by: string; body: GivenBody }) {
  const { body, ...who } = given;
  const { subject, subjectId, slice, missingGuardian, shares } = body;
  return { ...who, missing: missingGuardian ?? null, slice: { subject, subjectId, slice }, shares };
}

export const guardianDecryptionOperations = [key, start, open, items, give];
