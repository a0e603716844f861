/** Who of the guardians has decrypted, and who is declared missing. */
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { ActForm } from "../../../../components/forms/act-form.tsx";
import { Card } from "../../../../components/layout/card.tsx";
import { Table, type Column } from "../../../../components/lists/table.tsx";
import { StateBadge } from "../../../../components/values/state-badge.tsx";
import { Time } from "../../../../components/values/time.tsx";
import type { Decryption } from "../../shared/wire.ts";

type Guardian = Decryption["guardians"][number];
type DecryptionCardProps = {
  readonly electionId: string;
  readonly decryption: Decryption;
  readonly mayAct: boolean;
  readonly onDone: () => void;
};

export function DecryptionCard({ electionId, decryption, mayAct, onDone }: DecryptionCardProps) {
  const { state, slices, quorum, guardians, deadline } = decryption;
  const [missing, setMissing] = useState<Guardian>();
  const mayDeclare = mayAct && (state === "TALLIED" || state === "DECRYPTING");
  const columns: readonly Column<Guardian>[] = [
    { name: "Guardian", cell: ({ sequence, name }) => `${String(sequence)}. ${name}` },
    { name: "State", cell: (guardian) => <StateBadge state={guardian.state} /> },
    { name: "Shares", cell: ({ ownSlices }) => `${String(ownSlices)} of ${String(slices)} slices` },
    {
      name: "Stands in for",
      cell: ({ compensatedFor, sequence }) =>
        compensatedFor
          .filter((each) => each.missing !== sequence)
          .map((each) => `${String(each.missing)}: ${String(each.slices)} slices`)
          .join(", ") || "–",
    },
    { name: "Since", cell: ({ since }) => <Time at={since} isShort /> },
    {
      name: "",
      cell: (guardian) =>
        guardian.state === "MISSING" ? (
          <span class="small">declared by {guardian.missingBy}</span>
        ) : mayDeclare && guardian.state !== "DECRYPTED" ? (
          <button type="button" data-kind="danger" onClick={() => setMissing(guardian)}>
            Declare missing
          </button>
        ) : null,
    },
  ];
  const note = `${String(quorum)} are enough${deadline === null ? "" : `, waited for until ${new Date(deadline).toLocaleString()}`}`;
  return (
    <Card title="Decryption" note={note} isFlush>
      <Table label="Guardians who decrypt" columns={columns} rows={guardians} keyOf={({ guardianId }) => guardianId} />
      {missing === undefined ? null : (
        <DeclareMissing
          electionId={electionId}
          guardian={missing}
          onClose={() => setMissing(undefined)}
          onDone={() => {
            setMissing(undefined);
            onDone();
          }}
        />
      )}
    </Card>
  );
}

type DeclareMissingProps = {
  readonly electionId: string;
  readonly guardian: Guardian;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

function DeclareMissing({ electionId, guardian: { sequence, name }, onClose, onDone }: DeclareMissingProps) {
  const declare = () =>
    client.POST("/v1/elections/{electionId}/decryption/missing", {
      params: { path: { electionId } },
      body: { guardians: [sequence] },
    });
  return (
    <ActForm
      title={`Declare ${name} missing`}
      verb="Declare missing"
      isDangerous
      act={declare}
      onDone={onDone}
      onClose={onClose}
    >
      <p>This is for ever: the others decrypt in place of {name}, with the backups of the ceremony.</p>
    </ActForm>
  );
}
