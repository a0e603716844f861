/** What part of the turns is due to each lane, by weight among siblings, and below a tenant by strict priority. Pure. */

export type SharingLane = {
  readonly lane_id: bigint;
  readonly parent_id: bigint | null;
  /** 1 tenant, 2 group, 3 leaf. */
  readonly level: number;
  readonly priority: number | null;
  readonly weight: number | null;
  readonly is_awake: boolean;
};

/**
 * `tenantWeight` is that of all awake tenants together, of which perhaps only some are given. A lane that is asleep, or
 * below one that is, is due nothing now.
 */
export function entitlements(lanes: readonly SharingLane[], tenantWeight: number): ReadonlyMap<bigint, number> {
  const due = new Map<bigint, number>();
  const awake = lanes.filter((lane) => lane.is_awake);
  for (const lane of awake) if (lane.level === 1) due.set(lane.lane_id, weightOf(lane) / tenantWeight);
  for (const level of [2, 3])
    for (const siblings of siblingSets(awake.filter((lane) => lane.level === level))) {
      const together = siblings.reduce((sum, lane) => sum + weightOf(lane), 0);
      for (const lane of siblings)
        due.set(lane.lane_id, ((due.get(lane.parent_id ?? 0n) ?? 0) * weightOf(lane)) / together);
    }
  return due;
}

/** Those that share: of the groups of a tenant, only the ones of the most urgent priority. */
function siblingSets(lanes: readonly SharingLane[]): SharingLane[][] {
  const sets = new Map<bigint, SharingLane[]>();
  for (const lane of [...lanes].sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0))) {
    const parent = lane.parent_id ?? 0n;
    const known = sets.get(parent);
    if (known === undefined) sets.set(parent, [lane]);
    else if (lane.level === 3 || known[0]?.priority === lane.priority) known.push(lane);
  }
  return [...sets.values()];
}

function weightOf({ weight }: SharingLane): number {
  return weight ?? 1;
}
