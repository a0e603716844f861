/** Activates, revokes and recompiles a version of a passport. */
import {
  ActionButton,
  ActionForm,
  answerOf,
  Card,
  Field,
  LackingRole,
  Shown,
  useMay,
  useRequestKeys,
  useResource,
} from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, onceHeader, type Version } from "./passport-api.ts";
import { newPassportPath } from "./passport-draft.ts";

type VersionActionsProps = { readonly version: Version; readonly onDone: () => void };

export function VersionActions({ version, onDone }: VersionActionsProps) {
  return (
    <Card title="What can be done">
      {useMay("operator") ? (
        <ActionButtons version={version} onDone={onDone} />
      ) : (
        <LackingRole action="Activating and comparing versions" role="operator" />
      )}
    </Card>
  );
}

function ActionButtons({ version, onDone }: VersionActionsProps) {
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
      {mayRevoke ? null : <LackingRole action="Revoking versions" role="passport:revoke" />}
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
        <ActionButton action={replay}>Compile again and compare</ActionButton>
      </div>
      {replayed === undefined ? null : (
        <p class="notice" data-tone="good" role="status">
          {replayed}
        </p>
      )}
    </>
  );
}

type ActivateProps = { readonly version: Version; readonly onDone: () => void; readonly onClose: () => void };

function Activate({ version, onDone, onClose }: ActivateProps) {
  const { passport_version_id: passportVersionId, passport_id: passportId, has_qr: hasQr } = version;
  const requestKeys = useRequestKeys();
  const passport = useResource(`passport of ${passportVersionId}`, (signal) =>
    answerOf(client.GET("/v1/passports/{passportId}", { params: { path: { passportId } }, signal })),
  );
  const activate = () => {
    const params = { path: { passportVersionId }, header: requestKeys.headerOf("activate", passportVersionId) };
    return answerOf(client.POST("/v1/passport-versions/{passportVersionId}/activate", { params, body: {} }));
  };
  return (
    <ActionForm
      title="Put this version in force"
      action={activate}
      verb="Activate it"
      onDone={onDone}
      onClose={onClose}
    >
      <Shown of={passport}>
        {({ current_version_id: current }) =>
          current === null ? (
            <p>It becomes the first version of this passport that counts.</p>
          ) : (
            <p>
              It supersedes version <code>{current.slice(0, 8)}</code>, which counts now, for good: that one stays
              readable and verifiable.
            </p>
          )
        }
      </Shown>
      {hasQr ? null : <p>Its QR code is not drawn yet.</p>}
    </ActionForm>
  );
}

type RevokeProps = { readonly version: Version; readonly onDone: () => void; readonly onClose: () => void };

function Revoke({ version: { passport_version_id: passportVersionId }, onDone, onClose }: RevokeProps) {
  const [reason, setReason] = useState("");
  const requestKeys = useRequestKeys();
  const revoke = () => {
    const params = { path: { passportVersionId }, header: requestKeys.headerOf("revoke", reason) };
    return answerOf(client.POST("/v1/passport-versions/{passportVersionId}/revoke", { params, body: { reason } }));
  };
  return (
    <ActionForm
      title="Revoke this version"
      action={revoke}
      verb="Revoke for good"
      isDangerous
      onDone={onDone}
      onClose={onClose}
    >
      <p>Nobody can undo this. What was scanned still verifies; its status tells that it was revoked.</p>
      <Field label="Reason" value={reason} onInput={setReason} hint="everybody can read it" isRequired />
    </ActionForm>
  );
}
