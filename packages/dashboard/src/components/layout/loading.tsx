/** Holds the place of what is on its way. */

export function Loading() {
  return (
    <div class="loading" role="status">
      <p class="visually-hidden">Loading</p>
      <span />
      <span />
      <span />
    </div>
  );
}
