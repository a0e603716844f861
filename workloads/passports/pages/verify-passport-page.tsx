/** Verifies a passport file in the browser. */
import { Card, FileField, Page, ReportView, useAction } from "@rota/dashboard";
import { readPassportFile } from "../src/core/passport/passport-file.ts";
import { readVerificationKeys } from "../src/core/passport/verification-key.ts";
import type { VerificationReport } from "../src/verify/report.ts";
import { verifyPassport } from "../src/verify/verify-passport.ts";
import { useState } from "preact/hooks";

export function VerifyPassportPage() {
  const [file, setFile] = useState<File>();
  const [keys, setKeys] = useState<File>();
  const [report, setReport] = useState<VerificationReport>();
  const { run, isRunning, error } = useAction(async () => {
    setReport(undefined);
    setReport(await verify(file, keys));
  });
  return (
    <Page
      title="Verify a passport"
      about="Hashes, proof, receipt and signature are checked in this browser; nothing is sent."
    >
      <Card title="Files">
        <div class="stack">
          <FileField label="Passport file" hint="as it was exported, or dropped here" onFile={setFile} />
          <FileField label="Public keys" hint="in json; without them, those that this server names" onFile={setKeys} />
          <div class="row">
            <button type="button" data-kind="primary" onClick={run} disabled={isRunning || file === undefined}>
              Verify
            </button>
          </div>
          {error === undefined ? null : (
            <div class="notice" data-tone="bad" role="alert">
              <h3>Refused</h3>
              <p class="anywhere">{error instanceof Error ? error.message : "the file cannot be read"}</p>
            </div>
          )}
          {report === undefined ? null : (
            <ReportView
              report={report}
              valid="What is shown is what was signed"
              invalid="This is not what was signed"
            />
          )}
        </div>
      </Card>
    </Page>
  );
}

async function verify(file: File | undefined, keys: File | undefined): Promise<VerificationReport> {
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  const keysText = keys === undefined ? await (await fetch("v1/signing-keys")).text() : await keys.text();
  return verifyPassport(readPassportFile(bytes), readVerificationKeys(keysText));
}
