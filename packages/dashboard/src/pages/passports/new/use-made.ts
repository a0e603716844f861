/** What of a new passport is made stands in the address: a page that is loaded again goes on there. */
import { useLocation } from "preact-iso";
import { useSession } from "../../../session/session.tsx";
import { newPassportPath, readMade, type Made } from "./made.ts";

type UsedMade = {
  readonly made: Made;
  readonly change: (changes: Partial<Made>) => void;
  /** Who is bound to a tenant, or has made something for one, has chosen it. */
  readonly isTenantOpen: boolean;
};

export function useMade(): UsedMade {
  const { route } = useLocation();
  const bound = useSession().viewer?.tenant;
  const made = readMade(location.search, bound);
  return {
    made,
    // Of the address as it is when something was made, which may be later than when the page was drawn.
    change: (changes) => route(newPassportPath({ ...readMade(location.search, bound), ...changes }), true),
    isTenantOpen: bound === undefined && made.documents.length === 0 && !made.snapshot && !made.passport,
  };
}
