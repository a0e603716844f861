/** The schemas of what the world sees of passports. */
import { Type, type TProperties } from "typebox";
import { TIERS } from "../../life/access/tiers.ts";
import { Hash, Nullable, Time, Uuid, Word } from "../fields.ts";

const STANDING = {
  passport_version_id: Uuid,
  passport_id: Uuid,
  status: Word(["SIGNED", "ACTIVE", "SUPERSEDED", "REVOKED"]),
  issued_at: Type.String({ examples: ["2026-01-02T03:04:05Z"] }),
  revoked_at: Nullable(Time),
  revocation_reason: Nullable(Type.String()),
  payload_hash: Hash,
  proof_root_hash: Hash,
  receipt_hash: Hash,
  signing_key_id: Type.String(),
  tier: Word(TIERS, { description: "Of who asks." }),
};

const Open = { type: "object", additionalProperties: true } as const;

const Node = Type.Object({
  id: Type.Integer(),
  data: Type.Unsafe<object>(Open),
  children_hashes: Type.Array(Hash),
});

export const PublicView = asText({
  ...STANDING,
  current_version_id: Nullable(Uuid, { description: "The version of this passport that counts now." }),
  battery_product: Nullable(Type.Unsafe<object>(Open)),
  fields: Nullable(Type.Unsafe<object>(Open), { description: "Those that you may see; null: it is not in force yet." }),
  hidden_fields: Nullable(Type.Integer()),
  compliance: Nullable(Type.Array(Type.Unsafe<object>(Open))),
});

export const VerifyView = asText({
  ...STANDING,
  receipt: Type.String({ description: "BPC-RECEIPT-1 with its signature, byte for byte." }),
  key: Type.Object({
    key_id: Type.String(),
    public_key: Type.String(),
    status: Word(["ACTIVE", "RETIRED", "COMPROMISED"]),
    not_before: Nullable(Type.String()),
    not_after: Nullable(Type.String()),
  }),
  disclosure: Nullable(Type.Object({ root: Node, fields: Type.Unsafe<object>(Open) })),
});

/** The answer is written as text by the operation itself. */
function asText(properties: TProperties) {
  return Type.Unsafe<string>(Type.Object(properties));
}
