/** Shows the public fields of a passport, verified in the browser. */
import { Card, Facts, Loading, Page, ReportView, Time, useAddress, useResource } from "@rota/dashboard";
import type { JsonObject, JsonValue } from "../src/core/canonical/canonical-json.ts";
import { readJson } from "../src/core/canonical/read-json.ts";
import { readVerificationKeys } from "../src/core/passport/verification-key.ts";
import type { VerificationReport } from "../src/verify/report.ts";
import { verifyDisclosed } from "../src/verify/verify-disclosed.ts";
import { PassportState } from "./passport-state.tsx";

export function PublicPassportPage() {
  const versionId = useAddress().params["versionId"] ?? "";
  const { value, error, reload } = useResource(`public ${versionId}`, (signal) =>
    loadPublicPassport(versionId, signal),
  );
  const product = objectAt(value?.content["battery_product"]);
  return (
    <Page
      title={typeof product["name"] === "string" ? product["name"] : "Battery passport"}
      about="What everybody may see of this battery, checked in your browser."
      actions={value === undefined ? undefined : <PassportState state={textOrEmpty(value.content["status"])} />}
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
          <p class="anywhere">{textOrEmpty(reason)}</p>
        </div>
      ) : null}
      {typeof current === "string" && current !== versionId ? (
        <p class="notice">
          There is a newer version: <a href={`p/${current}`}>show it</a>
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
          <ReportView report={report} valid="What is shown is what was signed" invalid="This is not what was signed" />
          <p class="soft">
            The keys are those that this server names. Who does not trust it runs <code>rota passports verify</code>{" "}
            with keys from the issuer, or <a href="verify-passport">verifies a file</a> here.
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
          Number: textOrEmpty(product["sku"]),
          "Serial number": textOrEmpty(product["serial_number"]),
          Issued: <Time at={textOrEmpty(content["issued_at"])} />,
          "Signing key": <code>{textOrEmpty(content["signing_key_id"])}</code>,
          "Hash of the content": <code class="anywhere">{textOrEmpty(content["payload_hash"])}</code>,
        }}
      />
    </Card>
  );
}

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function PassportFields({ fields }: { readonly fields: Readonly<Record<string, JsonValue>> }) {
  return (
    <>
      {Object.entries(fields).map(([group, value]) => (
        <Card key={group} title={wordsOf(group)}>
          <Facts facts={Object.fromEntries(leavesOf(value, []).map(([path, text]) => [path, text]))} />
        </Card>
      ))}
    </>
  );
}

type Leaf = readonly [path: string, text: string];

function leavesOf(value: JsonValue, path: readonly string[]): readonly Leaf[] {
  if (!isGroup(value)) return [[path.length === 0 ? "value" : wordsOf(path.join(", ")), fieldText(value)]];
  return Object.entries(objectAt(value)).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** Reports whether a value is a group of fields. A quantity is a single value, although it has two members. */
function isGroup(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && quantityOf(value) === undefined;
}

function fieldText(value: JsonValue): string {
  if (value === null) return "not given";
  if (typeof value !== "object") return String(value);
  const quantity = quantityOf(value);
  if (quantity !== undefined) return quantity;
  if (Array.isArray(value)) return value.map((item: JsonValue) => fieldText(item)).join("; ");
  return Object.values(objectAt(value)).map(fieldText).join(", ");
}

function quantityOf(value: JsonValue): string | undefined {
  const { unit, value: amount, ...others } = objectAt(value);
  if (typeof unit !== "string" || typeof amount !== "string" || Object.keys(others).length > 0) return undefined;
  return `${amount.replace(/\.?0+$/, "")} ${unit.replaceAll("_per_", "/")}`;
}

function wordsOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type PublicPassport = {
  readonly content: JsonObject;
  /** Verification of the shown fields against the signed receipt. */
  readonly report: VerificationReport;
};

/** Loads and verifies a passport. @throws Error with a message for users. */
async function loadPublicPassport(versionId: string, signal: AbortSignal): Promise<PublicPassport> {
  const [content, answer, keys] = await Promise.all([
    ask(`v1/public/passports/${versionId}`, signal),
    ask(`v1/verify/${versionId}`, signal),
    ask("v1/signing-keys", signal),
  ]);
  const read = readJson(content);
  const shown = objectAt(read);
  const fields = objectAt(shown["fields"]);
  const isShown = shown["fields"] !== null;
  const report = verifyDisclosed({ answer, ...(isShown ? { fields } : {}) }, readVerificationKeys(keys));
  return { content: shown, report };
}

async function ask(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (response.ok) return response.text();
  throw new Error(response.status === 404 ? "There is no such passport." : "The server does not answer as it should.");
}

function objectAt(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
