/** Names and values in two columns; what is not known is left out. */
import type { ComponentChildren } from "preact";

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
