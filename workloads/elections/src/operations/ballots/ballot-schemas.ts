/** Ballots as the API takes and tells them. */
import { Type, type Static } from "typebox";
import type { LookedUpBallot } from "../../life/ballots/look-up.ts";
import { Code, ElectionId, Given, Line, Nullable, Whole, Word } from "../fields.ts";

export const BALLOT_STATES = ["RECEIVED", "SUBMITTED", "CAST", "CHALLENGED", "REJECTED"] as const;
const NUMBER_MAX = 4_294_967_295;
const Small = Type.Integer({ minimum: 0, maximum: NUMBER_MAX });

export const CodeParams = Given({ electionId: ElectionId, code: Code });

export const Device = Given(
  {
    deviceId: Small,
    sessionId: Small,
    launchCode: Small,
    location: Type.String({ pattern: "^[^|\\p{Cc}\\p{Cs}]{1,100}$", examples: ["browser"] }),
  },
  { description: "What encrypted: random numbers, nothing about the voter. Its hash begins the chain of codes." },
);

export const CastKey = Line(200, { description: "Whose SHA-256 was sent with the ballot." });

export const BallotView = Type.Object({
  ballotId: Type.String(),
  code: Type.String(),
  state: Word(BALLOT_STATES),
  styleId: Type.String(),
  isKiosk: Type.Boolean({ description: "The server encrypted it." }),
  isCounted: Type.Boolean({ description: "It is in the tally, or will be." }),
  opened: Nullable(
    Type.Object({
      nonce: Type.String(),
      verdict: Nullable(Word(["REPEATED", "DIFFERENT"]), {
        description: "Whether encrypting its votes with the nonce gives this very ballot; null while that is computed.",
      }),
      votes: Nullable(Type.Record(Type.String(), Type.Record(Type.String(), Whole))),
      objection: Nullable(Type.String()),
    }),
    { description: "Of a challenged ballot." },
  ),
});

export function ballotView(ballot: LookedUpBallot): Static<typeof BallotView> {
  const { ballotId, code, state, styleId, isKiosk, isCounted, opened } = ballot;
  return { ballotId, code, state, styleId, isKiosk, isCounted, opened };
}
