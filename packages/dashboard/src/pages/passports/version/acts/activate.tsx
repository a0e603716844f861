/** Asks whether a version shall be in force, and says which one it supersedes. */
import { answerOf } from "@rota/client";
import { client } from "../../../../api/client.ts";
import { useResource } from "../../../../api/use-resource.ts";
import { useWishes } from "../../../../api/wishes.ts";
import { ActForm } from "../../../../components/forms/act-form.tsx";
import { Shown } from "../../../../components/layout/shown.tsx";
import type { Version } from "../../shared/wire.ts";

type ActivateProps = { readonly version: Version; readonly onDone: () => void; readonly onClose: () => void };

export function Activate({ version, onDone, onClose }: ActivateProps) {
  const { passport_version_id: passportVersionId, passport_id: passportId, has_qr: hasQr } = version;
  const wishes = useWishes();
  const passport = useResource(`passport of ${passportVersionId}`, (signal) =>
    answerOf(client.GET("/v1/passports/{passportId}", { params: { path: { passportId } }, signal })),
  );
  const activate = () => {
    const params = { path: { passportVersionId }, header: wishes.headerOf("activate", passportVersionId) };
    return answerOf(client.POST("/v1/passport-versions/{passportVersionId}/activate", { params, body: {} }));
  };
  return (
    <ActForm title="Put this version in force" act={activate} verb="Activate it" onDone={onDone} onClose={onClose}>
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
    </ActForm>
  );
}
