/** `rota passports verify <passport>`: checks a passport by its bytes and public keys; exits with 1 if it is not valid. */
import {
  readPassportFile,
  readVerificationKeys,
  verifyDisclosed,
  verifyPassport,
  type VerificationKey,
  type VerificationReport,
} from "@rota/passports";
import { RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { nouns, oneLine } from "../../output/one-line.ts";
import { stepLines } from "../../output/step-lines.ts";
import { fetchDisclosed, fetchKeys } from "./fetch-passport.ts";
import { readInput } from "./read-input.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const verifyPassportCommand: CommandSpec = {
  name: "passports verify",
  sentence: "check hashes, proof, receipt and signature of a passport; needs no database and trusts no server",
  words: [{ name: "passport", sentence: "a file that was exported, or the id of a version with --server" }],
  flags: [
    { flag: "--keys <file>", sentence: "public keys that you trust, in json (default: those that the server names)" },
    { flag: "--server <url>", sentence: "where to ask for the passport, or for keys" },
    { flag: "--qr <text>", sentence: "what was scanned from the battery" },
  ],
  examples: [
    "rota passports verify passport.json --keys keys.json",
    "rota passports verify 44444444-4444-4444-8444-444444444444 --server https://passports.example --json",
  ],
  examplesNotRun: "one asks a server of yours; their own test: packages/cli/test/passports-server.test.ts",
  saysNo: "the passport is not valid, or was revoked",
  run: verify,
};

type Verified = VerificationReport & {
  /** What the server says of it now; not told by a file. */
  readonly status?: string;
};

async function verify(context: CommandContext): Promise<void> {
  const passport = context.words[0] ?? "";
  const server = textFlag(context, "server");
  const isAsked = ID.test(passport);
  if (isAsked && server === undefined)
    throw new RotaError("COMMAND_INVALID", `${passport} is the id of a version: say where it is with --server`);
  const verified = isAsked
    ? await verifyAsked(context, server ?? "", passport.toLowerCase())
    : await verifyFile(context, passport);
  answer(context, verified, lines);
  if (verified.verdict === "invalid" || verified.status === "REVOKED") process.exitCode = 1;
}

async function verifyFile(context: CommandContext, path: string): Promise<Verified> {
  const files = readPassportFile(await readInput(path));
  const qrText = textFlag(context, "qr") ?? files.qrText;
  return verifyPassport({ ...files, qrText }, await readKeys(context));
}

/** A server shows everybody the public fields; each of them is checked against what was signed. */
async function verifyAsked(context: CommandContext, server: string, versionId: string): Promise<Verified> {
  const text = await fetchDisclosed(server, versionId);
  const report = verifyDisclosed({ answer: text, qrText: textFlag(context, "qr") }, await readKeys(context));
  return { ...report, status: statusIn(text) };
}

/** Its key has a status too: only that of the passport counts. */
function statusIn(text: string): string {
  try {
    const said: unknown = JSON.parse(text);
    if (typeof said === "object" && said !== null && "status" in said && typeof said.status === "string")
      return said.status;
  } catch {
    // What is no JSON is told by the report.
  }
  return "nothing of its status";
}

async function readKeys(context: CommandContext): Promise<readonly VerificationKey[]> {
  const file = textFlag(context, "keys");
  if (file !== undefined) return readVerificationKeys(Buffer.from(await readInput(file)).toString("utf8"));
  const server = textFlag(context, "server");
  if (server === undefined)
    throw new RotaError(
      "COMMAND_INVALID",
      "say which public keys you trust with --keys, or who names them with --server",
    );
  const keys = await fetchKeys(server);
  context.logger.warn(
    { keys: keys.map(({ keyId, publicKey }) => `${keyId} ${publicKey}`) },
    "the keys are those that the server names: compare them with what the issuer publishes elsewhere",
  );
  return keys;
}

function lines({ verdict, steps, status }: Verified): string[] {
  const failed = steps.filter((step) => step.verdict === "fail").length;
  const standing = status === undefined ? "whether it was revoked, its issuer can tell" : `the server says ${status}`;
  return [
    ...stepLines(steps),
    verdict === "valid"
      ? oneLine(`the passport is valid; ${standing}`)
      : `the passport is NOT valid, ${nouns(failed, "step fails", "steps fail")}`,
  ];
}
