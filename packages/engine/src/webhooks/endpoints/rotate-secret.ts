/**
 * Replaces secrets of endpoints, each with its entry in the audit log in one transaction; for a while requests are signed with
 * the old one as well, so that no receiver breaks.
 */
import type { Database } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { Logger } from "../../runtime/logger.ts";
import { generateSecret, parseSecret } from "../signing/webhook-secret.ts";
import { checkEndpointName, endpointMissing, invalid, nameOf, type Acting, type EndpointName } from "./endpoint.ts";
import { auditEndpoint } from "./endpoint-audit.ts";
import type { EndpointKeys } from "./endpoint-keys.ts";
import { endOverlapRow, rotateSecretRow } from "./endpoints.sql.ts";

export const DEFAULT_OVERLAP_MS = 86_400_000;
export const OVERLAP_MS_MAX = 7 * 86_400_000;

export type RotateOptions = EndpointName &
  Acting & {
    /** Default: one of chance. */
    readonly secret?: string;
    /** How long the old secret stays valid. Default a day, at most seven; 0: not at all. */
    readonly overlapMs?: number;
    /** Rotates although the secret before is still valid, which then ends at once. */
    readonly force?: boolean;
  };

export type Rotation = {
  /** The new secret is shown this once. */
  rotateSecret(
    options: RotateOptions,
  ): Promise<{ readonly secret: string; readonly previousSecretUntil: Date | undefined }>;
  /** Ends the validity of the previous secret. False: there was none. */
  endOverlap(name: EndpointName & Acting): Promise<boolean>;
};

export type RotationParts = { readonly database: Database; readonly keys: EndpointKeys; readonly logger: Logger };

export function createRotation({ database, keys, logger }: RotationParts): Rotation {
  return {
    async rotateSecret({ secret: given, overlapMs = DEFAULT_OVERLAP_MS, force = false, ...name }) {
      checkEndpointName(name);
      if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > OVERLAP_MS_MAX)
        throw invalid("overlapMs", `(${String(overlapMs)}) must be a whole number from 0 to ${String(OVERLAP_MS_MAX)}`);
      const secret = given === undefined ? generateSecret() : parseSecret(given);
      const sealed = keys.sealSecret(name.endpointId, secret);
      const until = await database.transaction(async (tx) => {
        const [row] = await tx.query(rotateSecretRow({ ...name, secret: sealed, overlapMs, force }));
        if (row === undefined) throw endpointMissing(name);
        const previousUntil = row.previous_until ?? undefined;
        if (!row.is_rotated) throw stillOverlapping(name, previousUntil);
        const details = { previousSecretUntil: previousUntil?.toISOString() ?? null, force };
        await auditEndpoint(tx, { ...name, act: "secret-rotated", details });
        return previousUntil;
      });
      logger.info({ ...nameOf(name), previousSecretUntil: until }, "webhook secret rotated");
      return { secret: secret.shown, previousSecretUntil: until };
    },
    async endOverlap(name) {
      checkEndpointName(name);
      const wasOverlapping = await database.transaction(async (tx) => {
        const [row] = await tx.query(endOverlapRow(name));
        if (row === undefined) throw endpointMissing(name);
        if (row.was_overlapping) await auditEndpoint(tx, { ...name, act: "overlap-ended", details: null });
        return row.was_overlapping;
      });
      logger.info(nameOf(name), "webhook secret overlap ended");
      return wasOverlapping;
    },
  };
}

function stillOverlapping({ tenant, endpointId }: EndpointName, until: Date | undefined): RotaError {
  const time = until?.toISOString() ?? "now";
  return new RotaError(
    "WEBHOOK_SECRET_OVERLAP",
    `the previous secret of endpoint ${endpointId} is valid until ${time}: wait, end the overlap, or force the rotation`,
    { tenant, endpointId, previousSecretUntil: time },
  );
}
