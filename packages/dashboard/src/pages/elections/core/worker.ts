/** The worker: does one job with the elections' own core, says how far it is, and answers. */
import type { Asked, JobName, Jobs, OnProgress, Said } from "./jobs.ts";
import { answer, backUp, decrypt, judge, makeKeys, publishKeys, seal } from "./guardian-jobs.ts";
import { encrypt, repeat, verify } from "./public-jobs.ts";

type Work<Name extends JobName> = (
  work: Jobs[Name]["work"],
  onProgress: OnProgress,
) => Jobs[Name]["answer"] | Promise<Jobs[Name]["answer"]>;

const WORKS: { readonly [Name in JobName]: Work<Name> } = {
  encrypt,
  repeat,
  verify,
  makeKeys,
  publishKeys,
  backUp,
  judge,
  answer,
  decrypt,
  seal,
};

const say = (said: Said): void => postMessage(said);

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  run(data).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "the computation failed";
    say({ kind: "refused", code: codeOf(error), message });
  });
});

async function run<Name extends JobName>({ name, work }: Asked<Name>): Promise<void> {
  say({ kind: "answer", answer: await WORKS[name](work, (progress) => say({ kind: "progress", progress })) });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
