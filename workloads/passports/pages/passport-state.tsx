/** Shows the state of a passport, or of what it is made from. */
import { StateBadge, type StateAppearance } from "@rota/dashboard";

const APPEARANCES: Readonly<Record<string, StateAppearance>> = {
  READY: { tone: "waiting" },
  COMPILING: { tone: "busy" },
  SIGNED: { tone: "waiting" },
  IN_FORCE: { tone: "good" },
  SUPERSEDED: { tone: "quiet" },
  REVOKED: { tone: "bad" },
  BUILDING: { tone: "busy" },
  SEALED: { tone: "good" },
  UPLOADED: { tone: "waiting" },
  VALIDATED: { tone: "good" },
  REJECTED: { tone: "bad", mark: "cross" },
  DRAFT: { tone: "waiting" },
  PUBLISHED: { tone: "good" },
  DEPRECATED: { tone: "quiet" },
  RETIRED: { tone: "quiet" },
};

type PassportStateProps = {
  readonly state: string;
  /** Text to show instead of the state's name. */
  readonly text?: string;
};

export function PassportState({ state, ...rest }: PassportStateProps) {
  return <StateBadge state={state} appearance={APPEARANCES[state]} {...rest} />;
}
