/** The key that signs a receipt: the private one is of this process, whether it may still sign is said by the database. */
import { RotaError, type Queryable } from "@rota/engine";
import type { Signer } from "../../sign/sign-receipt.ts";
import { signersOf } from "../settings/signing-keys.ts";
import { readKey, verificationKey } from "./key-registry.ts";

/** @throws SIGNING_KEY_MISSING when this process was not given it, or another one under its id. */
export async function signerFor(database: Queryable, keyId: string): Promise<Signer> {
  const { status, publicKey } = verificationKey(await readKey(database, keyId));
  const signer = signersOf().find((held) => held.keyId === keyId);
  if (signer === undefined) throw missing(keyId, "was not given to this worker");
  if (signer.publicKey !== publicKey) throw missing(keyId, "that this worker was given is not the one that was added");
  return { ...signer, status };
}

function missing(keyId: string, why: string): RotaError {
  const message = `the signing key ${keyId} ${why}: give it to the workers and retry the task, or compile for another key`;
  return new RotaError("SIGNING_KEY_MISSING", message, { keyId });
}
