/** What everybody sees who scans the code of a battery; this browser checks it against what was signed. */
import { useRoute } from "preact-iso";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Loading } from "../../../components/layout/loading.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { PassportFields } from "./passport-fields.tsx";
import { loadPublicPassport, objectAt, type PublicPassport } from "./public-passport.ts";
import { ReportView } from "./report-view.tsx";

export function PublicPassportPage() {
  const versionId = useRoute().params["versionId"] ?? "";
  const { value, error, reload } = useResource(`public ${versionId}`, (signal) =>
    loadPublicPassport(versionId, signal),
  );
  const product = objectAt(value?.content["battery_product"]);
  return (
    <Page
      title={typeof product["name"] === "string" ? product["name"] : "Battery passport"}
      about="What everybody may see of this battery, checked in your browser."
      acts={value === undefined ? undefined : <StateBadge state={textOf(value.content["status"])} />}
    >
      {error === undefined ? null : (
        <div class="notice" data-tone="bad" role="alert">
          <h3>It cannot be shown</h3>
          <p>{error instanceof Error ? error.message : "The server does not answer."}</p>
          <p>
            <button type="button" onClick={reload}>
              Try again
            </button>
          </p>
        </div>
      )}
      {value === undefined ? error === undefined ? <Loading /> : null : <Seen passport={value} versionId={versionId} />}
    </Page>
  );
}

function Seen({ passport: { content, report }, versionId }: { passport: PublicPassport; versionId: string }) {
  const { status, revocation_reason: reason, current_version_id: current, hidden_fields: hidden } = content;
  return (
    <>
      {status === "REVOKED" ? (
        <div class="notice" data-tone="bad" role="alert">
          <h3>This passport was revoked</h3>
          <p class="anywhere">{textOf(reason)}</p>
        </div>
      ) : null}
      {typeof current === "string" && current !== versionId ? (
        <p class="notice">
          There is a newer version: <a href={`/p/${current}`}>show it</a>
        </p>
      ) : null}
      <About content={content} />
      <PassportFields fields={objectAt(content["fields"])} />
      {typeof hidden === "bigint" && hidden > 0n ? (
        <p class="soft">
          {hidden.toString()} more fields are for persons with a legitimate interest, or for authorities.
        </p>
      ) : null}
      <Card title="Is it true?" note="nothing of this page is taken on trust but the code that checks it">
        <div class="stack">
          <ReportView report={report} />
          <p class="soft">
            The keys are those that this server names. Who does not trust it runs <code>rota passports verify</code>{" "}
            with keys from the issuer, or <a href="/verify-passport">verifies a file</a> here.
          </p>
        </div>
      </Card>
    </>
  );
}

function About({ content }: { readonly content: PublicPassport["content"] }) {
  const product = objectAt(content["battery_product"]);
  return (
    <Card title="Battery">
      <Facts
        facts={{
          Number: textOf(product["sku"]),
          "Serial number": textOf(product["serial_number"]),
          Issued: <Time at={textOf(content["issued_at"])} />,
          "Signing key": <code>{textOf(content["signing_key_id"])}</code>,
          "Hash of the content": <code class="anywhere">{textOf(content["payload_hash"])}</code>,
        }}
      />
    </Card>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
