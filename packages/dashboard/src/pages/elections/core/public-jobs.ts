/** Jobs that need no key: encrypting a ballot, repeating an opened one, verifying a record. */
import { encryptAtHome, openRecord, repeatOpened, STEPS, type RecordReport } from "@rota/elections";
import { groupNamed } from "./group-named.ts";
import type { Jobs, OnProgress } from "./jobs.ts";
import { recordInZip } from "./record-in-zip.ts";

export function encrypt({ group, ...vote }: Jobs["encrypt"]["work"], onProgress: OnProgress) {
  onProgress({ text: "Encrypting" });
  return encryptAtHome(groupNamed(group), vote);
}

export function repeat({ group, ...opened }: Jobs["repeat"]["work"]): string | null {
  return repeatOpened(groupNamed(group), opened) ?? null;
}

const EVERY_MS = 100;

/** Says no more than ten times a second how far it is: a record has many parts. */
export function verify({ group, zip }: Jobs["verify"]["work"], onProgress: OnProgress): RecordReport {
  onProgress({ text: "Reading the record" });
  const record = openRecord(recordInZip(zip), { group: groupNamed(group) });
  let saidAt = 0;
  return record.verify({
    onProgress: ({ step, checked }) => {
      if (Date.now() - saidAt < EVERY_MS) return;
      saidAt = Date.now();
      onProgress({ text: `${step}: ${String(checked)} checked`, done: STEPS.indexOf(step), total: STEPS.length });
    },
  });
}
