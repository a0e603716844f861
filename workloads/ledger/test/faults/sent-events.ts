/** Plans the events that are sent to the ledger during faults, and their expected outcomes. Pure: one seed, one plan. */
import { sha256Hex } from "@rota/proofs";
import { plainEvent } from "../posting/stored-books.ts";

export const FAULT_TENANTS = ["acme", "bolt", "cobalt"] as const;

export type SentPlan = {
  readonly bodies: readonly Buffer[];
  /** Amounts that were sent under each `tenant/id`. One of them is posted, and each other is a conflict. */
  readonly posted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Expected error codes by `tenant/id`. */
  readonly rejected: ReadonlyMap<string, string>;
  readonly malformed: number;
};

export function planEvents(count: number, seed: number): SentPlan {
  const bodies: Buffer[] = [];
  const posted = new Map<string, Set<string>>();
  const rejected = new Map<string, string>();
  let malformed = 0;
  for (let nth = 0; nth < count; nth++) {
    const chance = chanceOf(seed, nth);
    if (chance < 0.01) {
      malformed++;
      bodies.push(Buffer.from(`{"tenantId": "acme", ${String(nth)}`));
      continue;
    }
    // Some events repeat a recent event, and some of these have other content.
    const original = chance < 0.1 && nth > 50 ? nth - 1 - (nth % 40) : nth;
    const amount = chance < 0.02 ? 7 : 100 + (original % 900);
    const tenant = FAULT_TENANTS[original % FAULT_TENANTS.length] ?? "acme";
    const eventId = `e${String(original)}`;
    const isBad = chanceOf(seed, original) > 0.97 || chanceOf(seed, original) < 0.01;
    const event = isBad ? plainEvent(eventId, 100, UNBALANCED) : plainEvent(eventId, amount);
    bodies.push(Buffer.from(JSON.stringify({ tenantId: tenant, sourceSystem: "shop", sentAt: nth, event })));
    const key = `${tenant}/${eventId}`;
    if (isBad) rejected.set(key, "UNBALANCED_ENTRY");
    else posted.set(key, (posted.get(key) ?? new Set()).add(String(amount)));
  }
  return { bodies, posted, rejected, malformed };
}

const UNBALANCED = {
  lines: [
    { accountCode: "cash", amountCents: 100, isCredit: false },
    { accountCode: "sales", amountCents: 99, isCredit: true },
  ],
};

/** Returns a number from 0 up to 1, the same for the same arguments. */
function chanceOf(seed: number, nth: number): number {
  return Number.parseInt(sha256Hex(`${String(seed)} ${String(nth)}`).slice(0, 8), 16) / 2 ** 32;
}
