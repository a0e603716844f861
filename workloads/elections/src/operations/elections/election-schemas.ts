/** Elections as the API takes and tells them. */
import { Type, type Static } from "typebox";
import { ELECTION_GROUPS } from "../../life/elections/election-wish.ts";
import { REPORTINGS, type LifeElection } from "../../life/elections/election.ts";
import { toHex } from "../../crypto/hash/hex.ts";
import { Given, Line, Nullable, ShortId, State, Tenant, Time, Whole, Word } from "../fields.ts";

const Candidate = Given({
  candidateId: Type.Optional(ShortId),
  name: Line(200, { examples: ["Ann"] }),
  party: Type.Optional(Line(200)),
});

const Contest = Given({
  contestId: Type.Optional(ShortId),
  title: Line(300, { examples: ["Mayor"] }),
  votesAllowed: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: "How many options a ballot may choose. Default 1." }),
  ),
  candidates: Type.Array(Candidate, { minItems: 1, maxItems: 500 }),
  hasWriteIn: Type.Optional(Type.Boolean({ description: "Default false." })),
  precincts: Type.Optional(
    Type.Array(ShortId, { maxItems: 1_000, description: "Where it is voted on. Default: everywhere." }),
  ),
});

export const NewElection = Given({
  tenant: Type.Optional(Tenant),
  title: Line(300, { examples: ["Town council"] }),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  startsAt: Type.String({ format: "date-time", examples: ["2026-11-01T08:00:00Z"] }),
  endsAt: Type.String({ format: "date-time", examples: ["2026-11-01T18:00:00Z"] }),
  guardians: Type.Array(Given({ name: Line(200, { examples: ["Gina"] }), guardianId: Type.Optional(ShortId) }), {
    minItems: 1,
    maxItems: 20,
  }),
  quorum: Type.Integer({ minimum: 1, maximum: 20, description: "How many guardians are enough to decrypt." }),
  contests: Type.Array(Contest, { minItems: 1, maxItems: 200 }),
  precincts: Type.Optional(
    Type.Array(Given({ precinctId: ShortId, name: Type.Optional(Line(200)) }), { maxItems: 1_000 }),
  ),
  group: Type.Optional(
    Word(ELECTION_GROUPS, { description: "Default eg-v1-4096. Toys hide nothing, and are labelled so." }),
  ),
  chunkSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: "Ballots of a chunk. Default 200." }),
  ),
  reporting: Type.Optional(
    Word(REPORTINGS, { description: "For what totals are published. Default: the whole election." }),
  ),
  countsOvervotes: Type.Optional(
    Type.Boolean({
      description: "Whether results tell ballots with too many votes from those with too few. Default false.",
    }),
  ),
  isKiosk: Type.Optional(
    Type.Boolean({ description: "Whether the server may encrypt; it then knows those votes. Default false." }),
  ),
});

export const ElectionView = Type.Object({
  electionId: Type.String(),
  tenant: Type.String(),
  state: State,
  stateError: Nullable(Type.String(), { description: "Why the phase of this state failed; it can be started again." }),
  title: Type.String(),
  description: Type.String(),
  group: Type.String(),
  isToy: Type.Boolean({ description: "The group is so small that it hides nothing: for trying things out." }),
  guardians: Whole,
  quorum: Whole,
  reporting: Word(REPORTINGS),
  chunkSize: Whole,
  isKiosk: Type.Boolean(),
  manifestHash: Type.String(),
  publicKey: Nullable(Type.String(), { description: "The joint key; null before the election was opened." }),
  baseHash: Nullable(Type.String()),
  extendedHash: Nullable(Type.String()),
  createdBy: Type.String(),
  createdAt: Time,
  openedAt: Nullable(Time),
  closedAt: Nullable(Time),
});

/** `stateError` only where a phase may have failed: what was just created, opened or closed has none. */
export function electionView(election: LifeElection, stateError?: string): Static<typeof ElectionView> {
  const { context } = election;
  return {
    electionId: String(election.electionId),
    tenant: election.tenant,
    state: election.state,
    stateError: stateError ?? null,
    title: election.title,
    description: election.description,
    group: election.groupName,
    isToy: election.isToy,
    guardians: election.guardianCount,
    quorum: election.quorum,
    reporting: election.reporting,
    chunkSize: election.chunkSize,
    isKiosk: election.isKiosk,
    manifestHash: toHex(election.manifestHash),
    publicKey: context === undefined ? null : toHex(context.publicKey),
    baseHash: context === undefined ? null : toHex(context.baseHash),
    extendedHash: context === undefined ? null : toHex(context.extendedHash),
    createdBy: election.createdBy,
    createdAt: election.createdAt.toISOString(),
    openedAt: election.openedAt?.toISOString() ?? null,
    closedAt: election.closedAt?.toISOString() ?? null,
  };
}
