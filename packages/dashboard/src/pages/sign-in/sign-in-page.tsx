/** Signs in by a one-time link: the token that it carries becomes a session of this browser. */
import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { useAct } from "../../api/use-act.ts";
import { Field } from "../../components/forms/field.tsx";
import { Failure } from "../../components/layout/failure.tsx";
import { readToken } from "../../session/sign-in-link.ts";

export function SignInPage() {
  const { refresh } = useSession();
  const { route } = useLocation();
  const [token, setToken] = useState(() => readToken(location.href) ?? "");
  const { run, isRunning, error } = useAct(() => signIn(token), refresh);
  useEffect(() => {
    if (token === "") return;
    route("/", true); // histories would keep the token
    run();
  }, []);
  return (
    <main class="entrance">
      <form
        class="card entrance-card stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div class="brand">
          <img src="/icon.svg" alt="" width="22" height="22" /> Rota
        </div>
        <h1>{isRunning ? "Signing in …" : "Sign in"}</h1>
        <p class="soft">
          Open the link that <code>rota serve</code> printed when it started, or make a new one with{" "}
          <code>rota sign-in</code>. Each works once.
        </p>
        {error === undefined ? null : <Failure error={error} />}
        <Field
          label="Link or token"
          value={token}
          onInput={(text) => setToken(readToken(text) ?? text.trim())}
          isRequired
        />
        <button type="submit" data-kind="primary" disabled={isRunning}>
          Sign in
        </button>
      </form>
    </main>
  );
}

function signIn(token: string): Promise<unknown> {
  return client.POST("/v1/sign-in", { body: { token } });
}
