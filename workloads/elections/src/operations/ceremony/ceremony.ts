/** The key ceremony as everybody sees it and as officials lead it. */
import { Type } from "typebox";
import { readCeremony, publishedGuardians } from "../../life/ceremony/ceremony.ts";
import { giveGuardianTokens, restartCeremony } from "../../life/ceremony/lead-ceremony.ts";
import { readElection } from "../../life/elections/election.ts";
import { guardianToJson } from "../../records/writing/write-guardian.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Line, Reason, Sequence, State, Tenant, Whole, Word } from "../fields.ts";

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
