/** Shows the viewer, and lists, creates and revokes API keys. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { AccessKey } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useMay, useSession } from "../api/session.tsx";
import { useList } from "../api/use-resource.ts";
import { MakeWithSecret } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { ActionButton } from "../components/form.tsx";
import { Card, Empty, Facts, Page } from "../components/page.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";

export function SettingsPage() {
  const isAdmin = useMay("admin");
  return (
    <Page title="Settings">
      <YouCard />
      {isAdmin ? <KeysCard /> : null}
    </Page>
  );
}

function YouCard() {
  const { viewer } = useSession();
  return (
    <Card title="You">
      <Facts
        facts={{
          Name: viewer?.name,
          Sees: viewer?.tenant === undefined ? "all tenants" : `the tenant ${viewer.tenant}`,
          Roles: viewer?.roles.join(", "),
        }}
      />
    </Card>
  );
}

function KeysCard() {
  const list = useList(
    "keys",
    (after, signal) => answerOf(client.GET("/v1/keys", { params: { query: given({ after }) }, signal })),
    { everyMs: 15_000 },
  );
  return (
    <Card title="Keys" note={<NewKey onDone={list.reload} />} isFlush>
      <Listing
        label="Keys"
        list={list}
        columns={keyColumns(list.reload)}
        keyOf={({ keyId }) => keyId}
        empty={<Empty title="No key yet">Programs sign their requests with a key; people sign in by a link.</Empty>}
      />
    </Card>
  );
}

function keyColumns(onDone: () => void): readonly Column<AccessKey>[] {
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
    <ActionButton kind="danger" action={() => client.DELETE("/v1/keys/{keyId}", { params })} onDone={onDone}>
      Revoke<span class="visually-hidden"> {name}</span>
    </ActionButton>
  );
}

const ROLES = ["viewer", "operator", "admin"] as const;

function NewKey({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const [tenant, setTenant] = useState("");
  const [role, setRole] = useState("viewer");
  const make = async () => {
    const made = await answerOf(client.POST("/v1/keys", { body: { name, roles: [role], ...given({ tenant }) } }));
    return made.key;
  };
  return (
    <MakeWithSecret title="New key" secretTitle="The key" make={make} onDone={onDone}>
      <Field
        label="Who uses it"
        value={name}
        onInput={setName}
        isRequired
        hint="A name or e-mail: it stands in the audit log."
      />
      <label class="field">
        <span>Role</span>
        <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
          {ROLES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <Field label="Tenant" value={tenant} onInput={setTenant} hint="Left empty: all tenants." />
    </MakeWithSecret>
  );
}
