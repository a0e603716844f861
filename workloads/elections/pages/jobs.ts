/** Names the jobs that run in a web worker, with their inputs and results. */
import type { HomeChoices, HomeVote, OpenedToRepeat, VotingPaper } from "../src/core/home/vote-at-home.ts";
import type { RecordReport } from "../src/verify/open-record.ts";

/** Key file with the passphrase that opens it; both stay in this browser. */
type OpenKeyFile = { readonly keyFile: string; readonly passphrase: string };

type GuardianAt = {
  readonly server: string;
  readonly electionId: string;
  readonly token: string;
  readonly guardianId: string;
};

type KeyedWork = GuardianAt & OpenKeyFile & { readonly group: string };

export type Jobs = {
  readonly encrypt: {
    readonly work: { readonly group: string; readonly paper: VotingPaper; readonly choices: HomeChoices };
    readonly answer: HomeVote;
  };
  readonly repeat: {
    readonly work: OpenedToRepeat & { readonly group: string };
    /** Objection to the ballot, or null if it contains the given choices. */
    readonly answer: string | null;
  };
  readonly verify: {
    readonly work: { readonly group: string; readonly zip: Uint8Array };
    readonly answer: RecordReport;
  };
  readonly makeKeys: {
    readonly work: {
      readonly group: string;
      readonly electionId: string;
      readonly guardianId: string;
      readonly sequence: number;
      readonly quorum: number;
      readonly passphrase: string;
    };
    /** Text of the key file. */
    readonly answer: string;
  };
  readonly publishKeys: { readonly work: KeyedWork; readonly answer: string };
  readonly backUp: { readonly work: KeyedWork; readonly answer: string };
  readonly judge: { readonly work: KeyedWork; readonly answer: string };
  readonly decrypt: { readonly work: KeyedWork; readonly answer: string };
  readonly answer: {
    readonly work: KeyedWork & { readonly receivers: readonly number[] };
    readonly answer: string;
  };
  readonly seal: { readonly work: KeyedWork; readonly answer: string };
};

export type JobName = keyof Jobs;
export type JobRequest<Name extends JobName = JobName> = { readonly name: Name; readonly work: Jobs[Name]["work"] };

/** Progress in words, with `done` of `total` where they are known. */
export type Progress = { readonly text: string; readonly done?: number; readonly total?: number };
export type OnProgress = (progress: Progress) => void;

export type WorkerMessage<Name extends JobName = JobName> =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "answer"; readonly answer: Jobs[Name]["answer"] }
  | { readonly kind: "refused"; readonly code: string | undefined; readonly message: string };
