/** What the list of keys tells of each, and the way to revoke it. */
import { client } from "../../api/client.ts";
import type { AccessKey } from "../../api/wire.ts";
import { ActButton } from "../../components/forms/act-button.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { Time } from "../../components/values/time.tsx";

export function keyColumns(onDone: () => void): readonly Column<AccessKey>[] {
  return [
    {
      name: "Key",
      cell: ({ keyId, name }) => (
        <>
          <span class="name">{name}</span>
          <div class="faint small mono">{keyId}</div>
        </>
      ),
    },
    { name: "Roles", cell: ({ roles }) => roles.join(", ") },
    { name: "Tenant", cell: ({ tenant }) => tenant ?? "all" },
    { name: "Made", cell: ({ createdAt, createdBy }) => <Made at={createdAt} by={createdBy} /> },
    { name: "Used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} isShort /> },
    { name: "Ends", cell: ({ expiresAt }) => (expiresAt === null ? "never" : <Time at={expiresAt} />) },
    { name: "", cell: (key) => <Revoke accessKey={key} onDone={onDone} /> },
  ];
}

function Made({ at, by }: { readonly at: string; readonly by: string | null }) {
  return (
    <>
      <Time at={at} />
      {by === null ? null : <div class="faint small">by {by}</div>}
    </>
  );
}

function Revoke({
  accessKey: { keyId, name, revokedAt },
  onDone,
}: {
  readonly accessKey: AccessKey;
  readonly onDone: () => void;
}) {
  if (revokedAt !== null)
    return (
      <span class="faint">
        revoked <Time at={revokedAt} isShort />
      </span>
    );
  const params = { path: { keyId } };
  return (
    <ActButton kind="danger" act={() => client.DELETE("/v1/keys/{keyId}", { params })} onDone={onDone}>
      Revoke<span class="visually-hidden"> {name}</span>
    </ActButton>
  );
}
