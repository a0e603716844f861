/** What an operator does with a version: put it in force, compile it again to compare, follow it by another, take it back. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { ActButton } from "../../../../components/forms/act-button.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import { LackingRole } from "../../../../components/layout/lacking-role.tsx";
import { useMay } from "../../../../session/session.tsx";
import { newPassportPath } from "../../new/made.ts";
import { onceHeader, type Version } from "../../shared/wire.ts";
import { Activate } from "./activate.tsx";
import { Revoke } from "./revoke.tsx";

type VersionActsProps = { readonly version: Version; readonly onDone: () => void };

export function VersionActs({ version, onDone }: VersionActsProps) {
  return (
    <Card title="What can be done">
      {useMay("operator") ? (
        <Acts version={version} onDone={onDone} />
      ) : (
        <LackingRole act="Activating and comparing versions" role="operator" />
      )}
    </Card>
  );
}

function Acts({ version, onDone }: VersionActsProps) {
  const { passport_version_id: passportVersionId, passport_id: passport, tenant, status } = version;
  const [asked, setAsked] = useState<"activate" | "revoke">();
  const mayRevoke = useMay("passport:revoke");
  const done = () => {
    setAsked(undefined);
    onDone();
  };
  const dialog = { version, onDone: done, onClose: () => setAsked(undefined) };
  return (
    <div class="stack">
      <div class="row">
        {status === "SIGNED" ? (
          <button type="button" data-kind="primary" onClick={() => setAsked("activate")}>
            Activate
          </button>
        ) : null}
        <a class="button" href={newPassportPath({ tenant, passport })}>
          New version
        </a>
        {status === "REVOKED" || !mayRevoke ? null : (
          <button type="button" data-kind="danger" onClick={() => setAsked("revoke")}>
            Revoke
          </button>
        )}
      </div>
      <Replay versionId={passportVersionId} />
      {mayRevoke ? null : <LackingRole act="Revoking versions" role="passport:revoke" />}
      {asked === "activate" ? <Activate {...dialog} /> : null}
      {asked === "revoke" ? <Revoke {...dialog} /> : null}
    </div>
  );
}

function Replay({ versionId: passportVersionId }: { readonly versionId: string }) {
  const [replayed, setReplayed] = useState<string>();
  const replay = async () => {
    setReplayed(undefined);
    const params = { path: { passportVersionId }, header: onceHeader() };
    const answer = await answerOf(
      client.POST("/v1/passport-versions/{passportVersionId}/replay", { params, body: {} }),
    );
    setReplayed(
      "verification" in answer
        ? "It compiles to the same bytes, and its signature holds."
        : "A worker compares it: see the jobs.",
    );
  };
  return (
    <>
      <div class="row">
        <ActButton act={replay}>Compile again and compare</ActButton>
      </div>
      {replayed === undefined ? null : (
        <p class="notice" data-tone="good" role="status">
          {replayed}
        </p>
      )}
    </>
  );
}
