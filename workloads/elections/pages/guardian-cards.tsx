/** Shows officials what each guardian has done in the key ceremony and in the decryption. */
import { ActionButton, ActionForm, addressOf, answerOf, Card, type Column, Field, Table, Time } from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, type Ceremony, type Decryption } from "./election-api.ts";
import { type GivenLink, LinksDialog } from "./links-dialog.tsx";
import { ElectionState } from "./election-parts.tsx";

type CeremonyGuardian = Ceremony["guardians"][number];
type CeremonyCardProps = {
  readonly electionId: string;
  readonly ceremony: Ceremony;
  readonly mayAct: boolean;
  readonly onDone: () => void;
};

const done = (isDone: boolean) => (isDone ? "done" : <span class="soft">missing</span>);
const CEREMONY_COLUMNS: readonly Column<CeremonyGuardian>[] = [
  { name: "Guardian", cell: ({ sequence, name }) => `${String(sequence)}. ${name}` },
  { name: "Link", cell: ({ hasToken }) => (hasToken ? "given" : <span class="soft">not given</span>) },
  { name: "Keys", cell: ({ hasPublished }) => done(hasPublished) },
  { name: "Backups", cell: ({ hasBackedUp }) => done(hasBackedUp) },
  { name: "Checked", cell: ({ hasVerified }) => done(hasVerified) },
];

export function CeremonyCard({ electionId, ceremony, mayAct, onDone }: CeremonyCardProps) {
  const { round, guardians, challenges } = ceremony;
  const [links, setLinks] = useState<readonly GivenLink[]>();
  const give = async () => {
    const params = { path: { electionId } };
    const given = await answerOf(client.POST("/v1/elections/{electionId}/guardians/tokens", { params, body: {} }));
    setLinks(
      given.tokens.map(({ sequence, name, token }) => ({
        name,
        link: addressOf(`guardian/${electionId}#${String(sequence)}.${token}`),
      })),
    );
  };
  return (
    <Card title="Key ceremony" note={round === 4 ? "done" : `round ${String(round)} of 3`} isFlush>
      <Table label="Guardians" columns={CEREMONY_COLUMNS} rows={guardians} keyOf={({ guardianId }) => guardianId} />
      <div class="card-body stack">
        {challenges.map(({ sender, receiver, state, reason }) => (
          <p key={`${String(sender)} ${String(receiver)}`} class="anywhere">
            Guardian {receiver} challenged the backup of {sender}, {state.toLowerCase()}: {reason}
          </p>
        ))}
        {mayAct ? (
          <div class="row">
            <ActionButton action={give}>Give guardians their links</ActionButton>
            {ceremony.state === "CEREMONY" ? (
              <RestartCeremony electionId={electionId} guardians={guardians} onDone={onDone} />
            ) : null}
          </div>
        ) : null}
      </div>
      {links === undefined ? null : (
        <LinksDialog
          title="Links of the guardians"
          fileName={`guardians-of-election-${electionId}.csv`}
          links={links}
          onClose={() => setLinks(undefined)}
        />
      )}
    </Card>
  );
}

type RestartCeremonyProps = {
  readonly electionId: string;
  readonly guardians: Ceremony["guardians"];
  readonly onDone: () => void;
};

function RestartCeremony({ electionId, guardians, onDone }: RestartCeremonyProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [replaced, setReplaced] = useState("");
  const [name, setName] = useState("");
  const restart = () => {
    const replace = replaced === "" ? {} : { replace: { sequence: Number(replaced), name } };
    const params = { path: { electionId } };
    return client.POST("/v1/elections/{electionId}/ceremony/restart", { params, body: { reason, ...replace } });
  };
  const done = () => {
    setOpen(false);
    onDone();
  };
  return (
    <>
      <button type="button" data-kind="danger" onClick={() => setOpen(true)}>
        Start the ceremony again
      </button>
      {isOpen ? (
        <ActionForm
          title="Start the ceremony again"
          verb="Start again"
          isDangerous
          action={restart}
          onDone={done}
          onClose={() => setOpen(false)}
        >
          <p>All keys and backups are forgotten. A guardian who is replaced needs a new link.</p>
          <Field label="Reason" value={reason} onInput={setReason} isRequired hint="Kept in the audit log." />
          <label class="field">
            <span>Replace a guardian</span>
            <select value={replaced} onChange={(event) => setReplaced(event.currentTarget.value)}>
              <option value="">nobody</option>
              {guardians.map((guardian) => (
                <option key={guardian.sequence} value={String(guardian.sequence)}>
                  {guardian.name}
                </option>
              ))}
            </select>
          </label>
          {replaced === "" ? null : <Field label="New guardian" value={name} onInput={setName} isRequired />}
        </ActionForm>
      ) : null}
    </>
  );
}

type DecryptionGuardian = Decryption["guardians"][number];
type DecryptionCardProps = {
  readonly electionId: string;
  readonly decryption: Decryption;
  readonly mayAct: boolean;
  readonly onDone: () => void;
};

export function DecryptionCard({ electionId, decryption, mayAct, onDone }: DecryptionCardProps) {
  const { state, slices, quorum, guardians, deadline } = decryption;
  const [missing, setMissing] = useState<DecryptionGuardian>();
  const mayDeclare = mayAct && (state === "TALLIED" || state === "DECRYPTING");
  const columns: readonly Column<DecryptionGuardian>[] = [
    { name: "Guardian", cell: ({ sequence, name }) => `${String(sequence)}. ${name}` },
    { name: "State", cell: (guardian) => <ElectionState state={guardian.state} /> },
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
  readonly guardian: DecryptionGuardian;
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
    <ActionForm
      title={`Declare ${name} missing`}
      verb="Declare missing"
      isDangerous
      action={declare}
      onDone={onDone}
      onClose={onClose}
    >
      <p>This is for ever: the others decrypt in place of {name}, with the backups of the ceremony.</p>
    </ActionForm>
  );
}
