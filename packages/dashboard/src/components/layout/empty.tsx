/** Stands where a list has nothing: says so, and what would fill it. */
import type { ComponentChildren } from "preact";

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}
