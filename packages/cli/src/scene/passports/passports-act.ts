/** A stream of passports: compiled, signed, drawn, put in force, told to a webhook, and the last of them verified. */
import { answerOf, type RotaClient } from "@rota/client";
import { readVerificationKeys, verifyDisclosed } from "@rota/passports";
import { duration, nouns } from "../../output/one-line.ts";
import { TENANTS } from "../plan.ts";
import { inParallel, pause, until, type Act, type Stage, type Verdict } from "../stage.ts";
import { countDelivered } from "./count-delivered.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { activate, replay, requestPassport, untilDrawn } from "./passport-life.ts";
import { prepareGround, type Ground } from "./prepare-ground.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 4;
const REPLAY_EVERY_MS = 20_000;

export const passportsAct: Act = {
  name: "passports",
  async play(stage) {
    const endpointId = await findEndpoint(stage);
    const ground = await prepareGround(stage, TENANTS.passports);
    const times = await stream(stage, ground, endpointId);
    const total = stage.plan.passports;
    await until(stage, async () => {
      const done = await countDelivered(stage, endpointId);
      show(stage, "delivering", done);
      return done >= total ? true : undefined;
    });
    const { isRight, text } = await verify(stage);
    const delivered = `${nouns(total, "passport", "passports")} delivered with a right signature`;
    return { isRight, text: `${text}; ${delivered}${tellTimes(times)}` };
  },
  after: {
    everyMs: REPLAY_EVERY_MS,
    async go({ clientOf }) {
      const client = clientOf(TENANTS.passports);
      await replay(client, await newestVersion(client));
    },
  },
};

/** @returns how long each took that was asked for by this process. */
async function stream(stage: Stage, ground: Ground, endpointId: string): Promise<number[]> {
  const client = stage.clientOf(TENANTS.passports);
  const numbers = Array.from({ length: stage.plan.passports }, (_, index) => index + 1);
  const behind = await countDelivered(stage, endpointId);
  const times: number[] = [];
  let done = 0;
  await inParallel(numbers, AT_ONCE, async (number) => {
    const isNew = number > behind + AT_ONCE;
    if (isNew) await pause(stage, EVERY_MS * AT_ONCE);
    const started = performance.now();
    const versionId = await requestPassport(client, ground, `scene-${String(number)}`);
    await untilDrawn(stage, client, versionId);
    if (isNew) times.push(performance.now() - started);
    await activate(client, versionId);
    show(stage, "compiling", ++done);
  });
  return times;
}

function show(stage: Stage, step: string, done: number): void {
  stage.show({ act: "passports", step, done, total: stage.plan.passports, unit: "passports" });
}

/** While the neighbour floods the same queue: this is what its flood does to others. */
function tellTimes(times: readonly number[]): string {
  if (times.length === 0) return "";
  const sorted = [...times].sort((a, b) => a - b);
  return `, half of them within ${duration(sorted[Math.floor(sorted.length / 2)] ?? 0)} beside the flood`;
}

/** By what the server tells everybody: the public fields, each held against what was signed. */
async function verify({ url, clientOf, stoppable }: Stage): Promise<Verdict> {
  const client = clientOf(TENANTS.passports);
  const passportVersionId = await newestVersion(client);
  const keys = await answerOf(client.GET("/v1/signing-keys", { parseAs: "text" }));
  const answer = await stoppable(async (signal) =>
    (await fetch(`${url}/v1/verify/${passportVersionId}`, { signal })).text(),
  );
  const { verdict, steps } = verifyDisclosed({ answer }, readVerificationKeys(String(keys)));
  const isRight = verdict === "valid";
  return { isRight, text: isRight ? `passport verified: ${String(steps.length)} steps` : "passport NOT valid" };
}

async function newestVersion(client: RotaClient): Promise<string> {
  const { items } = await answerOf(client.GET("/v1/passports", { params: { query: { limit: 1 } } }));
  return items[0]?.current_version_id ?? "";
}
