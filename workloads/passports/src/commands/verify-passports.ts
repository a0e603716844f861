/** Runs `rota passports verify` on a file or on what a server answers. */
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandOutput } from "@rota/engine/workload";
import { readPassportFile } from "../core/passport/passport-file.ts";
import { readVerificationKeys, type VerificationKey } from "../core/passport/verification-key.ts";
import { PassportError } from "../errors.ts";
import type { VerificationReport } from "../verify/report.ts";
import { verifyDisclosed } from "../verify/verify-disclosed.ts";
import { verifyPassport } from "../verify/verify-passport.ts";
import { BYTES_MAX, readInput } from "./passport-input.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Verified = VerificationReport & {
  /** Current status according to the server; undefined for a file. */
  readonly status?: string;
};

export async function verify(context: CommandContext): Promise<void> {
  const passport = context.words[0] ?? "";
  const server = context.flags.text("server");
  const isAsked = ID.test(passport);
  if (isAsked && server === undefined)
    throw new RotaError("COMMAND_INVALID", `${passport} is the id of a version: say where it is with --server`);
  const verified = isAsked
    ? await verifyAsked(context, server ?? "", passport.toLowerCase())
    : await verifyFile(context, passport);
  context.output.answer(verified, (value) => passportLines(context.output, value));
  if (verified.verdict === "invalid" || verified.status === "REVOKED") process.exitCode = 1;
}

async function verifyFile(context: CommandContext, path: string): Promise<Verified> {
  const files = readPassportFile(await readInput(path));
  const qrText = context.flags.text("qr") ?? files.qrText;
  return verifyPassport({ ...files, qrText }, await readKeys(context));
}

/** Verifies the public fields that a server returns against the signed receipt. */
async function verifyAsked(context: CommandContext, server: string, versionId: string): Promise<Verified> {
  const text = await fetchDisclosed(server, versionId);
  const report = verifyDisclosed({ answer: text, qrText: context.flags.text("qr") }, await readKeys(context));
  return { ...report, status: statusIn(text) };
}

/** Returns the status of the passport in a response. The key in it has its own status, which does not count. */
function statusIn(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && "status" in parsed && typeof parsed.status === "string")
      return parsed.status;
  } catch {
    // The verification report covers text that is not JSON.
  }
  return "nothing of its status";
}

async function readKeys(context: CommandContext): Promise<readonly VerificationKey[]> {
  const file = context.flags.text("keys");
  if (file !== undefined) return readVerificationKeys(Buffer.from(await readInput(file)).toString("utf8"));
  const server = context.flags.text("server");
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

function passportLines(output: CommandOutput, { verdict, steps, status }: Verified): string[] {
  const failed = steps.filter((step) => step.verdict === "fail").length;
  const standing = status === undefined ? "whether it was revoked, its issuer can tell" : `the server says ${status}`;
  return [
    ...output.steps(steps),
    verdict === "valid"
      ? output.oneLine(`the passport is valid; ${standing}`)
      : `the passport is NOT valid, ${output.nouns(failed, "step fails", "steps fail")}`,
  ];
}

const PATIENCE_MS = 30_000;

/** Returns the response text unchanged: parsing and rewriting would alter what is verified. */
async function fetchDisclosed(server: string, versionId: string): Promise<string> {
  return ask(server, `/v1/verify/${versionId}`);
}

async function fetchKeys(server: string): Promise<readonly VerificationKey[]> {
  return readVerificationKeys(await ask(server, "/v1/signing-keys"));
}

async function ask(server: string, path: string): Promise<string> {
  const url = addressOf(server, path);
  let response: Response;
  try {
    response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    const message = `${url.origin} does not answer: check --server and the network`;
    throw new PassportError("PASSPORT_SERVER_UNREACHABLE", message, { url: url.origin }, { cause });
  }
  const text = await textOf(response);
  if (response.ok) return text;
  const message = `${url.origin} answers ${String(response.status)} for ${path}: check the id and --server`;
  throw new PassportError("PASSPORT_SERVER_UNREACHABLE", message, { url: url.origin, status: response.status });
}

function addressOf(server: string, path: string): URL {
  if (/^https?:\/\//.test(server) && URL.canParse(server)) return new URL(path, server);
  throw new RotaError("COMMAND_INVALID", `--server ${server}: write an address such as https://passports.example`);
}

/** Reads a response up to a size limit, so that an endless one is cut off. */
async function textOf(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX)
      throw new PassportError("PASSPORT_SERVER_UNREACHABLE", `the answer has more than ${String(BYTES_MAX)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
