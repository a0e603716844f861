/** A row of numbers with their names. */
import type { ComponentChildren } from "preact";

export type Figure = {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
};

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
