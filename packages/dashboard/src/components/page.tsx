/** Lays out a page: heading, cards, names with values, figures and empty states. */
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";

type PageProps = {
  readonly title: string;
  readonly about?: ComponentChildren;
  /** Path to the page, above the heading. */
  readonly trail?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** Page with a heading, a trail, actions and content. */
export function Page({ title, about, trail, actions, children }: PageProps) {
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
        {actions === undefined ? null : <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

type CardProps = {
  readonly title: string;
  readonly note?: ComponentChildren;
  /** Lets the content touch the frame, as tables do. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
};

/** Framed part of a page with its own heading. */
export function Card({ title, note, isFlush = false, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <p>{note}</p>}
      </div>
      {isFlush ? children : <div class="card-body">{children}</div>}
    </section>
  );
}

/** Names and values in two columns. Values that are absent are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

type Figure = {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
};

/** Row of numbers with their names. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value, note }) => (
        <div class="figure" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note === undefined ? null : <dd class="figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Explains that a list is empty and what would fill it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

/** Page for an unknown address. */
export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <Empty title="This address leads nowhere">
        Go to the <a href=".">overview</a>, or choose a page at the side.
      </Empty>
    </Page>
  );
}
