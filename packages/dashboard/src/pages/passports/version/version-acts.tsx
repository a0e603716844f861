/** What an operator does with a version: activate it, compile it again to compare, take it back. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { ActForm } from "../../../components/forms/act-form.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { onceHeader, type Version } from "../shared/wire.ts";

export function VersionActs({ version, onDone }: { readonly version: Version; readonly onDone: () => void }) {
  const { passport_version_id: passportVersionId, status } = version;
  const [isRevoking, setRevoking] = useState(false);
  const [replayed, setReplayed] = useState<string>();
  const asked = () => ({ params: { path: { passportVersionId }, header: onceHeader() }, body: {} });
  const activate = () => answerOf(client.POST("/v1/passport-versions/{passportVersionId}/activate", asked()));
  const replay = async () => {
    setReplayed(undefined);
    const answer = await answerOf(client.POST("/v1/passport-versions/{passportVersionId}/replay", asked()));
    setReplayed(
      "verification" in answer
        ? "It compiles to the same bytes, and its signature holds."
        : "A worker compares it: see the jobs.",
    );
  };
  return (
    <Card title="What can be done">
      <div class="stack">
        <div class="row">
          {status === "SIGNED" ? (
            <ActButton act={activate} onDone={onDone} kind="primary">
              Activate
            </ActButton>
          ) : null}
          <ActButton act={replay}>Compile again and compare</ActButton>
          {status === "REVOKED" ? null : (
            <button type="button" data-kind="danger" onClick={() => setRevoking(true)}>
              Revoke
            </button>
          )}
        </div>
        {replayed === undefined ? null : (
          <p class="notice" data-tone="good" role="status">
            {replayed}
          </p>
        )}
      </div>
      {isRevoking ? <Revoke versionId={passportVersionId} onDone={onDone} onClose={() => setRevoking(false)} /> : null}
    </Card>
  );
}

type RevokeProps = { readonly versionId: string; readonly onDone: () => void; readonly onClose: () => void };

function Revoke({ versionId, onDone, onClose }: RevokeProps) {
  const [reason, setReason] = useState("");
  const revoke = () =>
    answerOf(
      client.POST("/v1/passport-versions/{passportVersionId}/revoke", {
        params: { path: { passportVersionId: versionId }, header: onceHeader() },
        body: { reason },
      }),
    );
  return (
    <ActForm
      title="Revoke this version"
      act={revoke}
      verb="Revoke for good"
      isDangerous
      onDone={() => {
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      <p>Nobody can undo this. What was scanned still verifies; its status tells that it was revoked.</p>
      <Field label="Reason" value={reason} onInput={setReason} hint="everybody can read it" isRequired />
    </ActForm>
  );
}
