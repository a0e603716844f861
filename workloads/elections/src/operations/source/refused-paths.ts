/** Paths of the original system that would give away keys or votes: refused, with what to do instead. */
import { defineOperation, RotaError, type Operation } from "@rota/engine";
import { ElectionParams } from "../fields.ts";

const KEYS =
  "guardians make their keys themselves, with `rota elections guardian` or in the browser, and publish what is public";
const BACKUPS = "guardians seal their backups themselves and send them to /v1/elections/{electionId}/ceremony/backups";

const REFUSED = [
  {
    method: "POST",
    path: "/api/cast-ballot",
    instead: "a ballot is encrypted by the voter and sent to /v1/elections/{electionId}/ballots",
  },
  { method: "GET", path: "/api/guardian/key-ceremony/generate/{electionId}", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/prepare", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/confirm", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/submit", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/backup/generate/{electionId}", instead: BACKUPS },
  { method: "POST", path: "/api/guardian/key-ceremony/backup/submit", instead: BACKUPS },
  {
    method: "POST",
    path: "/api/guardian/key-verification/{electionId}",
    instead: "the key file is checked where it lies: `rota elections guardian`",
  },
] as const;

export const refusedOperations: readonly Operation[] = REFUSED.map(({ method, path, instead }) =>
  defineOperation({
    name: `elections.refused.${nameOf(path)}`,
    method,
    path,
    summary: "Refused: it would give away keys or votes",
    tag: "elections",
    role: "anyone",
    ...(path.includes("{electionId}") ? { params: ElectionParams } : {}),
    answers: {},
    handle: () => Promise.reject(new RotaError("ELECTION_PATH_UNSAFE", `${path} is not offered: ${instead}`, { path })),
  }),
);

/** `/api/guardian/key-ceremony/prepare` is guardianKeyCeremonyPrepare. */
function nameOf(path: string): string {
  const words = path.replace("/api/", "").replace("/{electionId}", "").split(/[/-]/);
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}
