/** Asks for the reason why a version is taken back. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { useWishes } from "../../../../api/wishes.ts";
import { ActForm } from "../../../../components/forms/act-form.tsx";
import { Field } from "../../../../components/forms/field.tsx";
import type { Version } from "../../shared/wire.ts";

type RevokeProps = { readonly version: Version; readonly onDone: () => void; readonly onClose: () => void };

export function Revoke({ version: { passport_version_id: passportVersionId }, onDone, onClose }: RevokeProps) {
  const [reason, setReason] = useState("");
  const wishes = useWishes();
  const revoke = () => {
    const params = { path: { passportVersionId }, header: wishes.headerOf("revoke", reason) };
    return answerOf(client.POST("/v1/passport-versions/{passportVersionId}/revoke", { params, body: { reason } }));
  };
  return (
    <ActForm
      title="Revoke this version"
      act={revoke}
      verb="Revoke for good"
      isDangerous
      onDone={onDone}
      onClose={onClose}
    >
      <p>Nobody can undo this. What was scanned still verifies; its status tells that it was revoked.</p>
      <Field label="Reason" value={reason} onInput={setReason} hint="everybody can read it" isRequired />
    </ActForm>
  );
}
