/** Remembers what a process has open and says later whether more is: timers, sockets, files, requests under way. */
export function watchLeftovers(): { isClean(): boolean } {
  const before = countByKind();
  return { isClean: () => [...countByKind()].every(([kind, count]) => count <= (before.get(kind) ?? 0)) };
}

/** By kind, because one that was about to end anyway must not hide another that is new. */
function countByKind(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
