/** `rota elections crypto-service`: the crypto endpoints of the source documents, as a service of their own. */
import { openCryptoService } from "@rota/elections/node";
import { RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { choiceFlag, textFlag, wholeFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { runUntilStopped, sayReady } from "../running/run-until-stopped.ts";

const KEY_VARIABLE = "ELECTIONGUARD_INTERNAL_KEY";
const GROUPS = ["eg-v1-4096", "toy-256"] as const;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

export const cryptoServiceCommand: CommandSpec = {
  name: "elections crypto-service",
  sentence:
    "compute for callers of the source's crypto endpoints until Ctrl-C; it keeps nothing and sees what it is sent",
  flags: [
    { flag: "--host <address>", sentence: `where it listens (default: 127.0.0.1; others need ${KEY_VARIABLE})` },
    { flag: "--port <number>", sentence: "its port (default: 5001)" },
    { flag: "--group <name>", sentence: "the group (default: eg-v1-4096; a toy hides nothing)", choices: [...GROUPS] },
  ],
  examples: ["rota elections crypto-service", "rota elections crypto-service --port 5002 --group toy-256"],
  run: runCryptoService,
};

async function runCryptoService(context: CommandContext): Promise<void> {
  const host = textFlag(context, "host") ?? "127.0.0.1";
  const port = wholeFlag(context, "port", { min: 0, max: 65_535 }) ?? 5_001;
  const group = choiceFlag(context, "group", GROUPS) ?? GROUPS[0];
  const given = process.env[KEY_VARIABLE] ?? "";
  const key = given === "" ? undefined : given;
  if (key === undefined && !LOOPBACK.test(host)) {
    const message = `whoever reaches ${host} could have the service compute: set ${KEY_VARIABLE}, or listen at 127.0.0.1`;
    throw new RotaError("COMMAND_INVALID", message, { host });
  }
  await runUntilStopped(context, async (shutdown) => {
    const service = await openCryptoService({ host, port, key, group, logger: context.logger });
    shutdown.onStop("crypto service", () => service.close());
    sayReady(context, { url: service.url, group }, [`${service.url} computes in the group ${group}`]);
  });
}
