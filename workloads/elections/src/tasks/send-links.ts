/** Sends voters their links through the hook of the installation, so that no official sees them. */
import { appendAudit, defineTask, type Engine, planTask, submitTasks, type Transaction } from "@rota/engine";
import { createLinkSecret, credentialOf } from "../core/home/credential.ts";
import { ElectionError } from "../errors.ts";
import { type ElectionName, type LifeElection, readElection, requireState } from "../store/election.ts";
import { hashToken } from "../store/tokens.ts";
import { selectVotersNamed, selectVotersWithoutToken, setVoterLink } from "../store/voters.sql.ts";
import { TOKENS_MAX, voterNotFound } from "../store/voters.ts";
import { CHECKS_QUEUE } from "./check-guardian.ts";
import { groupOfElection, ticketFields } from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

const HOOK = "ELECTIONS_LINK_HOOK";
const HOOK_KEY = "ELECTIONS_LINK_HOOK_KEY";
const HOOK_TIMEOUT_MS = 15_000;
const STATES = ["CEREMONY", "READY", "OPEN"] as const;

type LinkToSend = { readonly electionId: string; readonly voterId: string };

/**
 * Draws the secret of a voter's link and gives it to the hook, then keeps what belongs to it. The secret is stored
 * nowhere, so an attempt that is repeated sends another link, and the last one works.
 */
export const sendLink = defineTask({
  name: "elections.send-link",
  queue: CHECKS_QUEUE,
  retry: ELECTIONS_RETRY,
  ticketFields,
  split: ({ electionId, voterIds }: { electionId: string; voterIds: readonly string[] }): LinkToSend[] =>
    voterIds.map((voterId) => ({ electionId, voterId })),
  run: async ({ electionId: id, voterId }, { database, commit, signal }) => {
    const election = await readElection(database, { electionId: BigInt(id) });
    if (!STATES.some((state) => state === election.state)) return;
    const secret = createLinkSecret();
    await callHook({ electionId: id, title: election.title, voterId, secret }, signal);
    await commit((tx) => keepLink(tx, election, { voterId, secret }));
  },
});

type Link = { readonly electionId: string; readonly title: string; readonly voterId: string; readonly secret: string };

async function callHook({ secret, ...link }: Link, signal: AbortSignal): Promise<void> {
  const key = process.env[HOOK_KEY] ?? "";
  const response = await fetch(requireHook(), {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === "" ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ ...link, path: `vote/${link.electionId}#${secret}` }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(HOOK_TIMEOUT_MS)]),
    redirect: "error",
  });
  await response.body?.cancel();
  if (response.ok) return;
  const message = `the hook that sends voters their links answered ${String(response.status)}: nothing was changed, it is tried again`;
  throw new ElectionError("LINK_HOOK_UNAVAILABLE", message, { status: response.status });
}

/** Returns the address of the hook. Refuses with LINK_HOOK_UNAVAILABLE where there is none. */
function requireHook(): string {
  const hook = process.env[HOOK] ?? "";
  if (URL.canParse(hook)) return hook;
  const message = `links cannot be sent: name the hook that mails them in ${HOOK}, on servers and workers`;
  throw new ElectionError("LINK_HOOK_UNAVAILABLE", message, {});
}

/** Keeps the token's hash and the public key of a link. Both audit entries name the key, only one of them the voter. */
async function keepLink(
  tx: Transaction,
  { electionId, tenant }: LifeElection,
  { voterId, secret }: { voterId: string; secret: string },
): Promise<null> {
  const credential = credentialOf(secret);
  if (credential === undefined) throw new Error("a secret that was drawn is malformed");
  const { token, publicKey } = credential;
  const link = { electionId, voterId, hash: hashToken(token), credential: Buffer.from(publicKey, "hex") };
  const [kept] = await tx.query(setVoterLink(link));
  if (kept === undefined) return null;
  const entry = { tenant, actor: "link hook", action: "election.voter-link-sent" };
  const replaces = kept.replaced === null ? null : Buffer.from(kept.replaced).toString("hex");
  const details = { credential: publicKey, replaces };
  await appendAudit(tx, { ...entry, subject: { type: "election", id: String(electionId) }, details });
  await appendAudit(tx, { ...entry, subject: { type: "voter", id: `${String(electionId)}/${voterId}` }, details });
  return null;
}

type LinksToSend = {
  readonly name: ElectionName;
  readonly voterIds?: readonly string[] | undefined;
  readonly actor: string;
};

/** Starts sending links to the named voters, or to up to TOKENS_MAX who have none. A new link ends the old one. */
export async function startSendingLinks(
  { database, codec }: Engine,
  { name, voterIds, actor }: LinksToSend,
): Promise<{ readonly voters: number }> {
  return database.transaction(async (tx) => {
    const election = await readElection(tx, name, "shared");
    requireState(election, STATES, "sending links");
    const { electionId, tenant } = election;
    if (election.voterLinks !== "sent") {
      const message = `officials of election ${String(electionId)} hand its links out: give voters their tokens instead`;
      throw new ElectionError("ELECTION_PATH_UNSAFE", message, { electionId: String(electionId) });
    }
    requireHook();
    const found = await tx.query(
      voterIds === undefined
        ? selectVotersWithoutToken(electionId, TOKENS_MAX)
        : selectVotersNamed(electionId, [...new Set(voterIds)]),
    );
    const ids = found.map((row) => row.voter_id);
    const missing = voterIds?.find((voterId) => !ids.includes(voterId));
    if (missing !== undefined) throw voterNotFound(missing);
    if (ids.length === 0) return { voters: 0 };
    const placement = { tenant, group: groupOfElection(electionId), submittedBy: actor };
    await submitTasks(tx, [await planTask(sendLink, { electionId: String(electionId), voterIds: ids }, placement)], {
      codec,
    });
    const subject = { type: "election", id: String(electionId) };
    await appendAudit(tx, {
      tenant,
      actor,
      action: "election.voter-links-requested",
      subject,
      details: { voters: ids.length },
    });
    return { voters: ids.length };
  });
}
