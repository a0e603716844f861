/** A part of a whole as a bar, with a mark where it should be. */

type ShareBarProps = {
  /** From 0 to 1. */
  readonly share: number;
  readonly due: number;
  readonly colour: string;
  readonly label: string;
};

export function ShareBar({ share, due, colour, label }: ShareBarProps) {
  return (
    <span class="share" role="img" aria-label={label} title={label}>
      <span class="share-bar" style={{ width: percent(share), background: colour }} />
      <span class="share-due" style={{ left: percent(due) }} />
    </span>
  );
}

function percent(part: number): string {
  return `${(Math.min(1, Math.max(0, part)) * 100).toFixed(2)}%`;
}
