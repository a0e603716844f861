/** Knows who is signed in and which roles they have, and notices when the session ends. */
import { answerOf, isRotaProblem } from "@rota/client";
import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useState } from "preact/hooks";
import { client } from "./client.ts";
import { isSignInLink } from "./sign-in-link.ts";

export type Viewer = {
  readonly name: string;
  /** Undefined: sees all tenants. */
  readonly tenant: string | undefined;
  readonly roles: readonly string[];
  /** Those that the server has. */
  readonly workloads: readonly string[];
};

type Session = {
  readonly state: "asking" | "signed-in" | "signed-out" | "unreachable";
  readonly viewer: Viewer | undefined;
  /** Asks again who is signed in. */
  readonly refresh: () => void;
  readonly signOut: () => Promise<void>;
  /** Every failed request is told here: one that was refused for want of a session ends it. */
  readonly onFailure: (error: unknown) => void;
};

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

const RANKS = ["viewer", "operator", "admin"];

/**
 * Whether the viewer may do what asks for the role. Admin may all, operator all that a viewer may; other roles are of
 * workloads, and only who has that very one or is admin has them.
 */
export function useMay(role: string): boolean {
  const roles = useSession().viewer?.roles ?? [];
  if (roles.includes(role) || roles.includes("admin")) return true;
  const rank = RANKS.indexOf(role);
  return rank >= 0 && roles.some((held) => RANKS.indexOf(held) > rank);
}

type Known = Pick<Session, "state" | "viewer">;

export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const [known, setKnown] = useState<Known>({ state: "asking", viewer: undefined });
  const refresh = useCallback(() => {
    askViewer().then(setKnown, () => setKnown({ state: "unreachable", viewer: undefined }));
  }, []);
  const signOut = useCallback(async () => {
    await client.DELETE("/v1/session");
    setKnown({ state: "signed-out", viewer: undefined });
  }, []);
  const onFailure = useCallback((error: unknown) => {
    if (isRotaProblem(error) && error.status === 401) setKnown({ state: "signed-out", viewer: undefined });
  }, []);
  useEffect(() => {
    // Who comes by a link is not signed in yet: asking would be refused, and browsers note every refusal.
    if (isSignInLink(location)) setKnown({ state: "signed-out", viewer: undefined });
    else refresh();
  }, [refresh]);
  const session = useMemo(() => ({ ...known, refresh, signOut, onFailure }), [known, refresh, signOut, onFailure]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

const STRANGER: Session = {
  state: "signed-out",
  viewer: undefined,
  refresh: () => undefined,
  signOut: () => Promise.resolve(),
  onFailure: () => undefined,
};

/** For pages that need no sign-in: nobody is asked for, and a refusal ends nothing. */
export function StrangerProvider({ children }: { readonly children: ComponentChildren }) {
  return <SessionContext.Provider value={STRANGER}>{children}</SessionContext.Provider>;
}

async function askViewer(): Promise<Known> {
  try {
    const { name, tenant, roles, workloads } = await answerOf(client.GET("/v1/session"));
    return { state: "signed-in", viewer: { name, tenant: tenant ?? undefined, roles, workloads } };
  } catch (error) {
    if (isRotaProblem(error) && error.status === 401) return { state: "signed-out", viewer: undefined };
    throw error;
  }
}
