/** Shows one passport and its versions. */
import {
  answerOf,
  Card,
  type Column,
  Empty,
  Facts,
  given,
  Listing,
  Page,
  Shown,
  Time,
  useAddress,
  useList,
  useResource,
} from "@rota/dashboard";
import { client, loadPassport, pageOf, type Passport, type Product, type Version } from "./passport-api.ts";
import { newPassportPath } from "./passport-draft.ts";
import { PassportState } from "./passport-state.tsx";

const COLUMNS: readonly Column<Version>[] = [
  {
    name: "Version",
    cell: ({ passport_version_id }) => (
      <a class="name" href={`passports/versions/${passport_version_id}`}>
        {passport_version_id.slice(0, 8)}
      </a>
    ),
  },
  {
    name: "State",
    cell: ({ status, failure }) => (
      <>
        <PassportState state={status} />
        {failure === null ? null : <div class="small anywhere">{failure.message}</div>}
      </>
    ),
  },
  { name: "Issued", cell: ({ issued_at }) => <Time at={issued_at} /> },
  { name: "Key", cell: ({ signing_key_id }) => <code>{signing_key_id}</code> },
];

export function PassportPage() {
  const passportId = useAddress().params["passportId"] ?? "";
  const loaded = useResource(`passport ${passportId}`, (signal) => loadPassport(passportId, signal), {
    on: ["task"],
    everyMs: 10_000,
  });
  return (
    <Page
      title={loaded.value?.product.name ?? "Passport"}
      trail={<a href="passports">Passports</a>}
      actions={
        loaded.value === undefined ? undefined : (
          <a class="button" href={newPassportPath({ tenant: loaded.value.passport.tenant, passport: passportId })}>
            New version
          </a>
        )
      }
    >
      <Shown of={loaded}>{({ passport, product }) => <About passport={passport} product={product} />}</Shown>
      <Versions passportId={passportId} />
    </Page>
  );
}

function About({ passport, product }: { readonly passport: Passport; readonly product: Product }) {
  return (
    <Card title="About it">
      <Facts
        facts={{
          Of: passport.scope === "item" ? "one battery" : "a product",
          "Serial number": passport.serial_number,
          Product: `${product.sku}, ${product.name}`,
          GTIN: passport.gtin,
          Tenant: passport.tenant,
          Created: (
            <>
              <Time at={passport.created_at} /> by {passport.created_by}
            </>
          ),
        }}
      />
    </Card>
  );
}

function Versions({ passportId }: { readonly passportId: string }) {
  const list = useList(
    `versions of ${passportId}`,
    async (cursor, signal) => {
      const params = { path: { passportId }, query: given({ cursor }) };
      return pageOf(await answerOf(client.GET("/v1/passports/{passportId}/versions", { params, signal })));
    },
    { on: ["task"], everyMs: 5_000 },
  );
  return (
    <Card title="Versions" note="the newest first" isFlush>
      <Listing
        label="Versions"
        list={list}
        columns={COLUMNS}
        keyOf={({ passport_version_id }) => passport_version_id}
        empty={
          <Empty title="No versions yet">
            Choose New version: it is compiled from a sealed snapshot and published rules.
          </Empty>
        }
      />
    </Card>
  );
}
