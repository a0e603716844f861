/** A page: its heading, what it is for, what can be done, and its content. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

type PageProps = {
  readonly title: string;
  readonly about?: ComponentChildren;
  /** Where it belongs, above the heading. */
  readonly trail?: ComponentChildren;
  readonly acts?: ComponentChildren;
  readonly children: ComponentChildren;
};

export function Page({ title, about, trail, acts, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Rota`;
  }, [title]);
  return (
    <div class="page">
      <header class="page-head">
        <div>
          {trail === undefined ? null : (
            <nav class="trail" aria-label="Where this belongs">
              {trail}
            </nav>
          )}
          <h1>{title}</h1>
          {about === undefined ? null : <p>{about}</p>}
        </div>
        {acts === undefined ? null : <div class="page-acts">{acts}</div>}
      </header>
      {children}
    </div>
  );
}
