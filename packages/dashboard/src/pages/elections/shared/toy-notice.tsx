/** Says of an election for trying things out that it hides nothing. */

export function ToyNotice({ isToy }: { readonly isToy: boolean }) {
  if (!isToy) return null;
  return (
    <div class="notice" data-tone="waiting">
      <h3>For trying things out</h3>
      <p>The numbers of this election are so small that anybody can decrypt its ballots. Hold no real vote with it.</p>
    </div>
  );
}
