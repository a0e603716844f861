/** Step 7, in part: where codes are chained, each device's ballots follow each other from its start to its closing. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { hashBytes } from "../../../crypto/v2/hashes-20.ts";
import type { Ballot20, Chain20, Record20 } from "../../../records/joint/record-20.ts";
import type { Findings } from "../../report.ts";
import type { Profile20 } from "../profile-20.ts";

const STEP = "ballot hashes and codes";
const CLOSING = bytesToHex(utf8ToBytes("CLOSE"));

type Link = Pick<Ballot20, "code" | "codeBytes" | "device">;

export function verifyChains(profile: Profile20, { ballots, chains, config }: Record20, { note }: Findings): void {
  if (!config.isChained) return;
  const links = new Map<string, Link>();
  for (const { ballotId, code, codeBytes, device } of ballots) links.set(ballotId, { code, codeBytes, device });
  const chained = new Set<string>();
  for (const chain of chains) {
    for (const ballotId of chain.ballotIds) {
      if (chained.has(ballotId)) note(STEP, `ballot ${ballotId}, chain`, "it is in a chain twice");
      chained.add(ballotId);
    }
    verifyChain(profile, { chain, links, note });
  }
  for (const ballotId of links.keys()) {
    if (!chained.has(ballotId)) note(STEP, `ballot ${ballotId}, chain`, "it is in no chain");
  }
}

function verifyChain(
  { hashes, config }: Profile20,
  work: { chain: Chain20; links: ReadonlyMap<string, Link>; note: Findings["note"] },
): void {
  const { chain, links, note } = work;
  const { ballotIds, closingHash, device, deviceBytes, electionHash, lastCode } = chain;
  let before = hashes.code([], deviceBytes);
  for (const ballotId of ballotIds) {
    const link = links.get(ballotId);
    const isNext = link?.device === device && link.codeBytes === `${digitsOf(before)}${deviceBytes}`;
    note(STEP, `device ${device}, ballot ${ballotId}`, isNext ? undefined : "it does not follow the one before it");
    before = link?.code ?? before;
  }
  const where = `device ${device}, chain`;
  note(STEP, where, electionHash === config.extendedHash ? undefined : "it is for another election");
  note(STEP, where, lastCode === before ? undefined : "its last code is not that of its last ballot");
  const closing = hashes.code([], `${digitsOf(before)}${deviceBytes}${CLOSING}`);
  note(STEP, where, closingHash === closing ? undefined : "its closing hash is another");
}

function digitsOf(hash: bigint): string {
  return bytesToHex(hashBytes(hash));
}
