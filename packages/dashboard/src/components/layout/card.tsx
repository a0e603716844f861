/** A framed part of a page with a heading of its own. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

type CardProps = {
  readonly title: string;
  readonly note?: ComponentChildren;
  /** Its content reaches the frame, as tables do. */
  readonly isFlush?: boolean;
  readonly children: ComponentChildren;
};

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
