/** Shows an error card in place of a page that throws, so that the rest of the dashboard stays usable. */
import type { FunctionComponent } from "preact";
import { useErrorBoundary, useState } from "preact/hooks";
import { useAddress } from "./api/address.ts";
import { Page } from "./components/page.tsx";

type Failed = { readonly path: string; readonly error: unknown };

/** Wraps a page: what it throws is shown, and at another address it is tried again. */
export function guarded(Inside: FunctionComponent): FunctionComponent {
  return function GuardedPage(props) {
    const { path } = useAddress();
    const [failed, setFailed] = useState<Failed>();
    useErrorBoundary((error: unknown) => setFailed({ path, error }));
    return failed?.path === path ? <BrokenPage reason={textOf(failed.error)} /> : <Inside {...props} />;
  };
}

/** Page that explains why another page cannot be shown. */
export function BrokenPage({ reason }: { readonly reason: string }) {
  return (
    <Page title="This page cannot be shown">
      <div class="notice" data-tone="bad" role="alert">
        <h3>The page failed, the rest works</h3>
        <p class="anywhere">{reason}</p>
        <p>
          <button type="button" onClick={() => location.reload()}>
            Load it again
          </button>
        </p>
      </div>
    </Page>
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
