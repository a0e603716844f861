/** Defines the routes of browser sessions: sign in by a link, show the caller, sign out. */
import { type Actor, type Config, RotaError } from "@rota/engine";
import { endSession, SESSION_MS, signIn, type Verifier } from "@rota/engine/internal";
import type { Operation } from "@rota/engine/workload";
import { defineRoute, Time } from "@rota/engine/operations";
import { Type } from "typebox";
import { type CookieOptions, noSessionCookie, sessionCookie } from "../access/authenticate.ts";
import { EmptyBody } from "../schemas.ts";

const TAG = "session";

const Viewer = {
  name: Type.String({
    description: "The acting person, as it stands in locks, audit and history.",
    examples: ["ann@example.org"],
  }),
  kind: Type.Enum(["key", "session", "token", "host"], {
    type: "string",
    description: "Credential of the caller. `host`: the application that mounts the server identified the caller.",
  }),
  tenant: Type.Union([Type.String(), Type.Null()], { description: "The only tenant that one sees; null: all." }),
  roles: Type.Array(Type.String()),
};

type SessionParts = {
  readonly config: Config;
  readonly verifier: Verifier;
  /** Path of the cookie; "" for the root. */
  readonly basePath: string;
  /** Whether an application that mounts the server knows its users. */
  readonly isHosted: boolean;
  /** Workloads whose operations the server offers. */
  readonly workloads: readonly string[];
};

export function sessionRoutes({ config, verifier, basePath, isHosted, workloads }: SessionParts): Operation[] {
  const isSecure = config.serverPublicUrl?.startsWith("https:") ?? false;
  return [signInRoute({ basePath, isSecure }), whoAmIRoute(workloads, isHosted), signOutRoute(verifier, basePath)];
}

function signInRoute(cookie: Pick<CookieOptions, "basePath" | "isSecure">): Operation {
  return defineRoute({
    name: "session.start",
    method: "POST",
    path: "/v1/sign-in",
    summary: "Start the session of a browser",
    description: "Uses up the token of a sign-in link, which `rota sign-in` makes, and sets the cookie of the session.",
    tag: TAG,
    role: "anyone",
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
    answers: { 200: Type.Object({ ...Viewer, expiresAt: Time }) },
    async handle({ body, engine }) {
      const { session, actor, expiresAt } = await signIn(engine.database, body.token);
      const headers = { "set-cookie": sessionCookie(session, { ...cookie, maxAgeMs: SESSION_MS }) };
      return { status: 200, body: { ...toViewer(actor), expiresAt: expiresAt.toISOString() }, headers };
    },
  });
}

function whoAmIRoute(workloads: readonly string[], isHosted: boolean): Operation {
  const Workloads = Type.Array(Type.String(), {
    description: "Those that this server has, so that pages lead only where something is.",
    examples: [["library"]],
  });
  return defineRoute({
    name: "session.get",
    method: "GET",
    path: "/v1/session",
    summary: "Who one is and what one may do",
    tag: TAG,
    role: "anyone",
    answers: { 200: Type.Object({ ...Viewer, workloads: Workloads }) },
    async handle({ actor }) {
      if (actor.kind === "nobody" && isHosted)
        throw new RotaError("SIGN_IN_AT_HOST", "the application around this server knows no user: sign in there");
      return { status: 200, body: { ...toViewer(actor), workloads: [...workloads] } };
    },
  });
}

function signOutRoute(verifier: Verifier, basePath: string): Operation {
  return defineRoute({
    name: "session.end",
    method: "DELETE",
    path: "/v1/session",
    summary: "Sign out",
    description: "Ends the session of the browser. Keys and tokens go on.",
    tag: TAG,
    role: "anyone",
    answers: { 204: EmptyBody },
    async handle({ actor, engine }) {
      if (actor.kind === "session" && actor.id !== undefined) {
        await endSession(engine.database, { sessionId: actor.id, actor: actor.name });
        verifier.forget(actor.id);
      }
      return { status: 204, headers: { "set-cookie": noSessionCookie(basePath) } };
    },
  });
}

function toViewer({ name, kind, tenant, roles }: Actor) {
  if (kind === "nobody")
    throw new RotaError("UNAUTHENTICATED", "nobody is signed in: open a sign-in link, or send a key");
  return { name, kind, tenant: tenant ?? null, roles: [...roles] };
}
