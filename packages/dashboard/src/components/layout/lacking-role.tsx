/** Says to who may not do something which role it needs, and what to do about it. */
import { useSession } from "../../session/session.tsx";

type LackingRoleProps = {
  /** What cannot be done, as a sentence begins. */
  readonly act: string;
  readonly role: string;
};

export function LackingRole({ act, role }: LackingRoleProps) {
  const roles = useSession().viewer?.roles ?? [];
  return (
    <p class="notice" data-tone="waiting">
      {act} needs the role <code>{role}</code>; yours: {roles.length === 0 ? "none" : roles.join(", ")}. Ask an admin to
      sign you in with it.
    </p>
  );
}
