/** The scene of `rota serve --scene`: what the server has to know before it opens, and the beginning once everything runs. */
import type { Engine, Shutdown } from "@rota/engine";
import { isGiven, wholeFlag } from "../command/flags.ts";
import type { CommandContext } from "../command/with-config.ts";
import { BALLOTS, BALLOTS_MAX, planScene } from "./plan.ts";
import { createSceneScreen } from "./scene-screen.ts";

export type ServedScene = {
  /** With what the scene needs and nobody has set. */
  readonly context: CommandContext;
  begin(parts: { readonly engine: Engine; readonly url: string }): void;
};

/** What is opened here is stopped by the shutdown. */
export async function prepareScene(context: CommandContext, shutdown: Shutdown): Promise<ServedScene> {
  const ballots = wholeFlag(context, "sceneBallots", { min: 1, max: BALLOTS_MAX }) ?? BALLOTS;
  const { openReceiver } = await import("./passports/webhook-receiver.ts");
  const { settleScene } = await import("./scene-settings.ts");
  const { startScene } = await import("./scene.ts");
  const receiver = await openReceiver();
  shutdown.onStop("receiver of webhooks", () => receiver.close());
  const { reading, folder } = settleScene(context.reading, receiver.host);
  const { logger } = context;
  const screen = createSceneScreen({ isJson: isGiven(context, "json") });
  return {
    context: { ...context, reading },
    begin(parts) {
      const scene = startScene({ ...parts, folder, receiver, plan: planScene(ballots), screen, logger });
      shutdown.onStop("scene", () => scene.stop());
    },
  };
}
