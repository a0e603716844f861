/** Lets a voter cast or challenge the encrypted ballot, and shows the result. */
import { addressOf, answerOf, Card, Loading, useAction, useResource } from "@rota/dashboard";
import type { HomeChoices, HomeVote } from "../src/core/home/vote-at-home.ts";
import { useMemo, useState } from "preact/hooks";
import { contestsOf } from "./ballot-paper.ts";
import { client, type Voting } from "./election-api.ts";
import type { Credential } from "../src/core/home/credential.ts";
import { CodeText } from "./election-parts.tsx";
import { qrModules, qrPath } from "./qr-modules.ts";
import { Refusal, runJob } from "./run-job.tsx";

type DecideStageProps = {
  readonly election: VoterElection;
  readonly submitted: Submitted;
  readonly onDecided: (decided: Decided) => void;
};

export function DecideStage({ election, submitted: { vote, choices }, onDecided }: DecideStageProps) {
  const { code, castKey, nonce } = vote;
  const path = { electionId: election.voting.electionId, code };
  const [decision, setDecision] = useState<"cast" | "challenge">("cast");
  const decide = async () => {
    if (decision === "cast") {
      const params = { path, header: { "x-election-token": election.token } };
      const signature = election.sign?.(extendedHashOf(election.voting.context));
      const body = signature === undefined ? { castKey } : { castKey, signature };
      await client.POST("/v1/elections/{electionId}/ballots/{code}/cast", { params, body });
      onDecided({ kind: "cast", code });
    } else {
      const body = { castKey, nonce };
      await client.POST("/v1/elections/{electionId}/ballots/{code}/challenge", { params: { path }, body });
      onDecided({ kind: "challenged", code, nonce, choices });
    }
  };
  const { run, isRunning, error } = useAction(decide);
  return (
    <>
      <div class="notice" data-tone="waiting" role="status">
        <h3>You have not voted yet</h3>
        <p>
          Your ballot is encrypted. Note or photograph its code, then cast it. If you close this page now, nothing is
          counted.
        </p>
      </div>
      <CodeCard {...path} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <fieldset class="card contest">
          <legend>What shall happen to this ballot?</legend>
          <label class="option">
            <input type="radio" name="decision" checked={decision === "cast"} onChange={() => setDecision("cast")} />
            <span>
              <b>Cast it.</b> It is counted, stays secret, and cannot be taken back.
            </span>
          </label>
          <label class="option">
            <input
              type="radio"
              name="decision"
              checked={decision === "challenge"}
              onChange={() => setDecision("challenge")}
            />
            <span>
              <b>Challenge it.</b> It is opened for everybody to see whether it was encrypted rightly, and is never
              counted. You then fill in another one.
            </span>
          </label>
        </fieldset>
        <Refusal error={error} />
        <div class="row">
          <button type="submit" data-kind={decision === "cast" ? "primary" : "danger"} disabled={isRunning}>
            {decision === "cast" ? "Cast this ballot" : "Challenge this ballot"}
          </button>
        </div>
      </form>
    </>
  );
}

function CodeCard({ electionId, code }: { readonly electionId: string; readonly code: string }) {
  return (
    <Card title="The code of your ballot">
      <p>
        <CodeText code={code} />
      </p>
      <CodeQr electionId={electionId} code={code} />
      <p class="soft small">It says nothing about your choices. With it anybody can see that the ballot is counted.</p>
    </Card>
  );
}

export function CastStage({ electionId, code }: { readonly electionId: string; readonly code: string }) {
  return (
    <>
      <div class="notice" data-tone="good" role="status">
        <h3>You have voted</h3>
        <p>Your ballot is cast and will be counted. What would open it is forgotten by this browser.</p>
      </div>
      <Card title="The code of your ballot">
        <p>
          <CodeText code={code} />
        </p>
        <CodeQr electionId={electionId} code={code} />
        <p class="small">
          <a href={`observe/${electionId}#${code}`}>Look it up</a>, now or after the count, without signing in.
        </p>
      </Card>
    </>
  );
}

/** Returns the hash that names the election in a signature. */
function extendedHashOf(context: object): string {
  const found = new Map<string, unknown>(Object.entries(context)).get("crypto_extended_base_hash");
  if (typeof found === "string") return found;
  throw new Error("the election has no extended base hash");
}

type ChallengedStageProps = {
  readonly election: VoterElection;
  readonly challenged: Challenged;
  readonly onAgain: () => void;
};

export function ChallengedStage({ election, challenged, onAgain }: ChallengedStageProps) {
  const { code, choices } = challenged;
  const { electionId, manifest } = election.voting;
  const contests = useMemo(() => contestsOf(manifest), [manifest]);
  const checked = useResource(`challenged ${code}`, async () => ({ objection: await repeat(election, challenged) }));
  return (
    <>
      <div class="notice" data-tone="waiting" role="status">
        <h3>You have not voted yet</h3>
        <p>The ballot below was opened and is never counted. Fill in another one to vote.</p>
      </div>
      <Card title="The opened ballot">
        <p>
          <CodeText code={code} />
        </p>
        <ul class="opened">
          {choices.map(({ contestId, selectionIds }) => {
            const contest = contests.find((each) => each.contestId === contestId);
            const names = contest?.options.filter(({ selectionId }) => selectionIds.includes(selectionId));
            const text = names?.map(({ name }) => name).join(", ") ?? "";
            return (
              <li key={contestId}>
                {contest?.title}: {text === "" ? "none" : text}
              </li>
            );
          })}
        </ul>
        <Verdict checked={checked} />
        <p class="small">
          A device that cheats could also cheat here: <a href={`observe/${electionId}#${code}`}>look the code up</a> on
          another one.
        </p>
      </Card>
      <div class="row">
        <button type="button" data-kind="primary" onClick={onAgain}>
          Fill in another ballot
        </button>
      </div>
    </>
  );
}

type Checked = { readonly value: { readonly objection: string | null } | undefined; readonly error: unknown };

function Verdict({ checked: { value, error } }: { readonly checked: Checked }) {
  if (error !== undefined) return <Refusal error={error} />;
  if (value === undefined) return <Loading />;
  return value.objection === null ? (
    <p role="status">
      Encrypted once more with what was published, it gives the same code: it held exactly these choices.
    </p>
  ) : (
    <div class="notice" data-tone="bad" role="alert">
      <h3>This ballot was not encrypted as you chose</h3>
      <p>{value.objection}. Do not vote with this device, and tell the election office.</p>
    </div>
  );
}

/** Repeats the encryption from the published ballot, not from the data that this page kept. */
async function repeat({ voting, guardians }: VoterElection, { code, choices }: Challenged): Promise<string | null> {
  const params = { path: { electionId: voting.electionId, code } };
  const [ballot, { opened }] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}/encrypted", { params })),
    answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params })),
  ]);
  const paper = { manifest: voting.manifest, context: voting.context, guardians };
  return runJob("repeat", { group: voting.group, paper, ballot, nonce: opened?.nonce ?? "", choices, code });
}

/** QR code of a ballot's public page, drawn in the browser. The code follows the #, which no server receives. */
function CodeQr({ electionId, code }: { readonly electionId: string; readonly code: string }) {
  const href = addressOf(`observe/${electionId}#${code}`);
  const modules = qrModules(href);
  const side = String(modules.size);
  return (
    <svg
      class="code-qr"
      role="img"
      aria-label="QR code of the page that shows this ballot"
      viewBox={`0 0 ${side} ${side}`}
    >
      <path d={qrPath(modules)} />
    </svg>
  );
}

export type VoterElection = {
  readonly voting: Voting;
  readonly guardians: readonly unknown[];
  readonly token: string;
  /** Signs the vote; undefined for a link that an official handed out. */
  readonly sign?: Credential["sign"];
};

/** Ballot that is encrypted, sent and verified, but not yet a vote. */
export type Submitted = { readonly vote: HomeVote; readonly choices: HomeChoices };

type Challenged = {
  readonly kind: "challenged";
  readonly code: string;
  readonly nonce: string;
  readonly choices: HomeChoices;
};

/** Decision about a ballot. Only the code of a cast ballot is kept. */
export type Decided = { readonly kind: "cast"; readonly code: string } | Challenged;
