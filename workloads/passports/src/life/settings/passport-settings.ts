/** What the environment says about passports: the build, limits of size, the public address, since when a QR code is due. */
import { ROTA_VERSION, RotaError } from "@rota/engine";
import { isCalendarDate } from "../../decimals/calendar-date.ts";
import { LIMIT_CEILINGS, LIMIT_DEFAULTS, type ArtefactLimits } from "../../compile/limits.ts";

export type PassportSettings = {
  /** Stands in receipts. BPC_COMPILER_BUILD_ID, default: the version of Rota. */
  readonly compilerBuildId: string;
  /** BPC_PAYLOAD_MAX_BYTES, BPC_PROOF_MAX_BYTES, BPC_RECEIPT_MAX_BYTES. */
  readonly limits: ArtefactLimits;
  /** Where the world reads passports: without it there are no web links. BPC_PUBLIC_URL, default: ROTA_SERVER_PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  /** The day from which on a passport is activated only with a QR code. BPC_QR_REQUIRED_FROM, default 2027-02-18. */
  readonly qrRequiredFrom: string;
};

/** Regulation (EU) 2023/1542, Article 77. */
const QR_REQUIRED_FROM = "2027-02-18";

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws CONFIG_INVALID for a value that cannot be used. */
export function passportSettings(env: Environment = process.env): PassportSettings {
  return {
    compilerBuildId: textOf(env, "BPC_COMPILER_BUILD_ID") ?? `rota-${ROTA_VERSION}`,
    limits: {
      payloadBytesMax: bytesOf(env, "BPC_PAYLOAD_MAX_BYTES", "payloadBytesMax"),
      proofBytesMax: bytesOf(env, "BPC_PROOF_MAX_BYTES", "proofBytesMax"),
      receiptBytesMax: bytesOf(env, "BPC_RECEIPT_MAX_BYTES", "receiptBytesMax"),
    },
    publicUrl: textOf(env, "BPC_PUBLIC_URL") ?? textOf(env, "ROTA_SERVER_PUBLIC_URL"),
    qrRequiredFrom: dayOf(env, "BPC_QR_REQUIRED_FROM", QR_REQUIRED_FROM),
  };
}

/** What is empty is not there. */
export function textOf(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === "" ? undefined : text;
}

function bytesOf(env: Environment, name: string, limit: keyof ArtefactLimits): number {
  const text = textOf(env, name);
  const bytes = text === undefined ? LIMIT_DEFAULTS[limit] : Number(text);
  const max = LIMIT_CEILINGS[limit];
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= max) return bytes;
  throw new RotaError("CONFIG_INVALID", `${name} must be a whole number of bytes from 1 to ${String(max)}`, { name });
}

function dayOf(env: Environment, name: string, usual: string): string {
  const day = textOf(env, name) ?? usual;
  if (isCalendarDate(day)) return day;
  throw new RotaError("CONFIG_INVALID", `${name} must be a day such as ${usual}`, { name });
}
