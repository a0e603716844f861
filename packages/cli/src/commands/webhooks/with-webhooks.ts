/** Opens the webhooks of the configured database for one command. */
import { createWebhooks, type Webhooks } from "@rota/engine";
import { loginName, neededFlag, textFlag } from "../../command/flags.ts";
import { idWord } from "../../command/sub-commands.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { loadTasks } from "../../load-tasks.ts";

export async function withWebhooks<Result>(
  context: CommandContext,
  use: (webhooks: Webhooks) => Promise<Result>,
): Promise<Result> {
  const module = textFlag(context, "tasks");
  const { codec } = module === undefined ? {} : await loadTasks(module);
  return withMigratedDatabase(context, async (database) => {
    const { logger, reading } = context;
    const webhooks = createWebhooks({ database, config: reading.config, logger, codec });
    try {
      return await use(webhooks);
    } finally {
      webhooks.close();
    }
  });
}

export function tenantOf(context: CommandContext): string {
  return neededFlag(context, "tenant", "whose");
}

/** Whose endpoint, which, and who acts. */
export function endpointOf(context: CommandContext): { tenant: string; endpointId: string; actor: string } {
  return { tenant: tenantOf(context), endpointId: idWord(context), actor: textFlag(context, "actor") ?? loginName() };
}
