/** Runs `rota elections verify`, `fleet-key` and `crypto-service`, none of which needs a database. */
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandOutput } from "@rota/engine/workload";
import { openCryptoService } from "../compat/crypto-service/open-crypto-service.ts";
import { CRYPTO_KEY_VARIABLE } from "../compat/spring-settings.ts";
import { createFleetSeed, fleetKeysOf } from "../core/guardians/seal.ts";
import { openRecordFiles } from "../core/node/record-zip.ts";
import { type RecordVerification, verifyInProcesses } from "../verify/verify-in-processes.ts";
import { GROUPS, TOYS } from "./choices.ts";

const PROCESSES_MAX = 256;

export async function verifyElection(context: CommandContext): Promise<void> {
  const files = openRecordFiles(context.words[0] ?? "");
  const processes = context.flags.whole("processes", { min: 1, max: PROCESSES_MAX });
  const name = context.flags.choice(
    "group",
    TOYS.map((toy) => toy.name),
  );
  const parameters = TOYS.find((toy) => toy.name === name);
  const bar = context.output.progress("ballots");
  const started = performance.now();
  const verification = await verifyInProcesses(files, {
    ...(processes === undefined ? {} : { processes }),
    ...(parameters === undefined ? {} : { parameters }),
    logger: context.logger,
    onBallots: ({ done, total }) =>
      bar.show({
        done,
        total,
        note: `${context.output.count(done)} of ${context.output.nouns(total, "ballot", "ballots")}`,
      }),
  }).finally(() => bar.clear());
  const answered: RecordVerification & { readonly ms: number } = {
    ...verification,
    ms: Math.round(performance.now() - started),
  };
  context.output.answer(answered, (value) => verificationLines(context.output, value));
  if (parameters !== undefined)
    context.logger.warn(
      { group: parameters.name },
      "a toy group hides nothing: this shows that a practice election was counted right, and no more",
    );
  if (verification.verdict === "invalid") process.exitCode = 1;
}

function verificationLines(
  output: CommandOutput,
  verification: RecordVerification & { readonly ms: number },
): string[] {
  const { kind, ballots, steps, verdict, ms } = verification;
  const failed = steps.filter((step) => step.verdict === "fail");
  const what = `${kind}, ${output.nouns(ballots, "ballot", "ballots")}, ${output.duration(ms)}`;
  return [
    ...output.steps(steps),
    verdict === "valid"
      ? `the record is valid: ${what}`
      : `the record is NOT valid, ${output.nouns(failed.length, "step fails", "steps fail")}: ${what}`,
  ];
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

export async function makeFleetKey(context: CommandContext): Promise<void> {
  const out = context.flags.required("out", "where the seed goes");
  const seed = createFleetSeed();
  await context.output.writeNew(out, `${Buffer.from(seed).toString("base64")}\n`, 0o600);
  const publicKey = Buffer.from(fleetKeysOf(seed).publicKey).toString("base64");
  context.output.answer({ out, publicKey }, () => [
    publicKey,
    `this is the public key; the seed is in ${out}: give it to workers as ELECTIONS_FLEET_SEED_FILE, and to nobody else`,
  ]);
}

export async function runCryptoService(context: CommandContext): Promise<void> {
  const host = context.flags.text("host") ?? "127.0.0.1";
  const port = context.flags.whole("port", { min: 0, max: 65_535 }) ?? 5_001;
  const group = context.flags.choice("group", GROUPS) ?? GROUPS[0];
  const given = process.env[CRYPTO_KEY_VARIABLE] ?? "";
  const key = given === "" ? undefined : given;
  if (key === undefined && !LOOPBACK.test(host)) {
    const message = `every process that reaches ${host} could have the service compute: set ${CRYPTO_KEY_VARIABLE}, or listen at 127.0.0.1`;
    throw new RotaError("COMMAND_INVALID", message, { host });
  }
  await context.runUntilStopped(async (run) => {
    const service = await openCryptoService({ host, port, key, group, logger: context.logger });
    run.onStop("crypto service", () => service.close());
    run.ready({ url: service.url, group }, [`${service.url} computes in the group ${group}`]);
  });
}
