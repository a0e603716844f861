/** The noisy neighbour: another tenant that asks for many passports at once, in the queue of the one whose stream is small. */
import { nouns } from "../../output/one-line.ts";
import { TENANTS } from "../plan.ts";
import { inParallel, type Act } from "../stage.ts";
import { requestPassport, untilDrawn } from "./passport-life.ts";
import { prepareGround } from "./prepare-ground.ts";

const ASKED_AT_ONCE = 8;
const WATCHED_AT_ONCE = 2;

export const neighbourAct: Act = {
  name: "neighbour",
  async play(stage) {
    const { flood: total } = stage.plan;
    const client = stage.clientOf(TENANTS.neighbour);
    const ground = await prepareGround(stage, TENANTS.neighbour);
    const asked: string[] = [];
    const show = (step: string, done: number) => stage.show({ act: "neighbour", step, done, total, unit: "passports" });
    const numbers = Array.from({ length: total }, (_, index) => index + 1);
    await inParallel(numbers, ASKED_AT_ONCE, async (number) => {
      asked.push(await requestPassport(client, ground, `flood-${String(number)}`));
      show("flooding", asked.length);
    });
    let done = 0;
    show("waiting", done);
    await inParallel(asked, WATCHED_AT_ONCE, async (versionId) => {
      await untilDrawn(stage, client, versionId);
      show("waiting", ++done);
    });
    const text = `${nouns(total, "passport", "passports")} asked for at once are done; Fairness shows whose turns they took`;
    return { isRight: true, text };
  },
};
