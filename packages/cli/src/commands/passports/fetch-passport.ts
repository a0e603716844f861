/** Asks a server for what it tells everybody about a passport, and for its public keys. */
import { readVerificationKeys, type VerificationKey } from "@rota/passports";
import { RotaError } from "@rota/engine";

const PATIENCE_MS = 30_000;
const BYTES_MAX = 60_000_000;

/** The text of its answer as it came: what is verified must not have been read and written again. */
export async function fetchDisclosed(server: string, versionId: string): Promise<string> {
  return ask(server, `/v1/verify/${versionId}`);
}

export async function fetchKeys(server: string): Promise<readonly VerificationKey[]> {
  return readVerificationKeys(await ask(server, "/v1/signing-keys"));
}

async function ask(server: string, path: string): Promise<string> {
  const url = addressOf(server, path);
  let response: Response;
  try {
    response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    const message = `${url.origin} does not answer: check --server and the network`;
    throw new RotaError("PASSPORT_SERVER_UNREACHABLE", message, { url: url.origin }, { cause });
  }
  const text = await textOf(response);
  if (response.ok) return text;
  const message = `${url.origin} answers ${String(response.status)} for ${path}: check the id and --server`;
  throw new RotaError("PASSPORT_SERVER_UNREACHABLE", message, { url: url.origin, status: response.status });
}

function addressOf(server: string, path: string): URL {
  if (/^https?:\/\//.test(server) && URL.canParse(server)) return new URL(path, server);
  throw new RotaError("COMMAND_INVALID", `--server ${server}: write an address such as https://passports.example`);
}

/** A server that sends without an end is not listened to for ever. */
async function textOf(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX)
      throw new RotaError("PASSPORT_SERVER_UNREACHABLE", `the answer has more than ${String(BYTES_MAX)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
