/** Knows who is signed in and which roles they have, and notices when the session ends. */
import { answerOf, isRotaProblem } from "@rota/client";
import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useState } from "preact/hooks";
import { client } from "./client.ts";
import { basePath } from "./address.ts";
import { isSignInLink } from "./sign-in-link.ts";

export type Viewer = {
  readonly name: string;
  /** Tenant that the viewer is bound to; undefined if the viewer sees all tenants. */
  readonly tenant: string | undefined;
  readonly roles: readonly string[];
  /** Whether the viewer is a user of the application that mounts the server, and so signs in and out there. */
  readonly isOfHost: boolean;
};

type Session = {
  /** `signed-out-of-host`: the application that mounts the server must sign the visitor in. */
  readonly state: "asking" | "signed-in" | "signed-out" | "signed-out-of-host" | "unreachable";
  readonly viewer: Viewer | undefined;
  /** Loads the signed-in viewer again. */
  readonly refresh: () => void;
  readonly signOut: () => Promise<void>;
  /** Handles a failed request: a 401 response ends the session. */
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
 * Reports whether the viewer may do what needs the role. An admin may do everything and an operator everything a viewer
 * may; a workload's role is needed exactly, unless the viewer is an admin.
 */
export function useMay(role: string): boolean {
  const roles = useSession().viewer?.roles ?? [];
  if (roles.includes(role) || roles.includes("admin")) return true;
  const rank = RANKS.indexOf(role);
  return rank >= 0 && roles.some((held) => RANKS.indexOf(held) > rank);
}

type Known = Pick<Session, "state" | "viewer">;

const SIGNED_OUT: Known = { state: "signed-out", viewer: undefined };
const SIGNED_OUT_OF_HOST: Known = { state: "signed-out-of-host", viewer: undefined };

export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const [known, setKnown] = useState<Known>({ state: "asking", viewer: undefined });
  const refresh = useCallback(() => {
    askViewer().then(setKnown, () => setKnown({ state: "unreachable", viewer: undefined }));
  }, []);
  const signOut = useCallback(async () => {
    await client.DELETE("/v1/session");
    setKnown(SIGNED_OUT);
  }, []);
  const onFailure = useCallback((error: unknown) => {
    if (!isRotaProblem(error) || error.status !== 401) return;
    setKnown(({ viewer }) => (viewer?.isOfHost === true ? SIGNED_OUT_OF_HOST : SIGNED_OUT));
  }, []);
  useEffect(() => {
    // A visitor with a sign-in link has no session yet. Loading it would fail, and browsers log every failed request.
    if (isSignInLink(location, basePath())) setKnown(SIGNED_OUT);
    else refresh();
  }, [refresh]);
  const session = useMemo(() => ({ ...known, refresh, signOut, onFailure }), [known, refresh, signOut, onFailure]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

const ANONYMOUS_SESSION: Session = {
  state: "signed-out",
  viewer: undefined,
  refresh: () => undefined,
  signOut: () => Promise.resolve(),
  onFailure: () => undefined,
};

/** Session for pages without sign-in: no viewer is loaded, and a 401 response changes nothing. */
export function AnonymousProvider({ children }: { readonly children: ComponentChildren }) {
  return <SessionContext.Provider value={ANONYMOUS_SESSION}>{children}</SessionContext.Provider>;
}

async function askViewer(): Promise<Known> {
  try {
    const { name, kind, tenant, roles } = await answerOf(client.GET("/v1/session"));
    return { state: "signed-in", viewer: { name, tenant: tenant ?? undefined, roles, isOfHost: kind === "host" } };
  } catch (error) {
    if (!isRotaProblem(error) || error.status !== 401) throw error;
    return error.code === "SIGN_IN_AT_HOST" ? SIGNED_OUT_OF_HOST : SIGNED_OUT;
  }
}
