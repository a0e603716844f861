/** Lays out the steps of one field of a proof as a tree and computes its zoom. */

type ShownNode = {
  readonly id: number;
  readonly type: string;
  readonly text: string;
  readonly children: readonly number[];
};

export type ShownProof = {
  readonly nodes: readonly ShownNode[];
  /** Nodes by the path of the field that they define. */
  readonly fields: ReadonlyMap<string, number>;
};

export type PlacedNode = ShownNode & {
  readonly depth: number;
  /** Row from the top, in steps of a half. */
  readonly row: number;
  /** True if an earlier node already shows the children. */
  readonly isRepeated: boolean;
};

export type ProofLayout = {
  readonly nodes: readonly PlacedNode[];
  /** Lines from a node to a node that it uses, as indexes of `nodes`. */
  readonly lines: readonly (readonly [from: number, to: number])[];
  readonly depth: number;
  readonly rows: number;
};

/** Maximum number of drawn nodes; the whole proof can be downloaded. */
const NODES_MAX = 300;

export function layoutField({ nodes }: ShownProof, rootId: number): ProofLayout {
  const placed: PlacedNode[] = [];
  const lines: [number, number][] = [];
  const seen = new Set<number>();
  let rows = 0;
  let depthMax = 0;

  /** Places a node and returns its index in `placed`. */
  const place = (id: number, depth: number): number | undefined => {
    const node = nodes[id];
    if (node === undefined || placed.length >= NODES_MAX) return undefined;
    const isRepeated = seen.has(id);
    seen.add(id);
    depthMax = Math.max(depthMax, depth);
    const index = placed.push({ ...node, depth, row: 0, isRepeated }) - 1;
    const isLeaf = isRepeated || node.children.length === 0 || isOtherField(node, depth);
    const children = isLeaf ? [] : node.children.flatMap((child) => place(child, depth + 1) ?? []);
    for (const child of children) lines.push([index, child]);
    const first = placed[children[0] ?? -1];
    const last = placed[children.at(-1) ?? -1];
    const row = first === undefined || last === undefined ? rows++ : (first.row + last.row) / 2;
    placed[index] = { ...node, depth, row, isRepeated };
    return index;
  };

  place(rootId, 0);
  return { nodes: placed, lines, depth: depthMax, rows };
}

/** Reports whether the node is another field, whose sources are in the picture of that field. */
function isOtherField({ type }: ShownNode, depth: number): boolean {
  return type === "FIELD_REF" && depth > 0;
}

/** Reads the stored proof for display. The verifier, not this function, decides whether it is valid. */
export function readShownProof(proof: unknown): ShownProof {
  const nodes = listAt(proof, "nodes").map((node, id) => ({
    id,
    type: String(memberAt(node, "type")),
    text: textOf(String(memberAt(node, "type")), memberAt(node, "data")),
    children: listAt(node, "children").map(Number),
  }));
  const index = memberAt(proof, "field_index");
  const fields = typeof index === "object" && index !== null ? Object.entries(index) : [];
  return { nodes, fields: new Map(fields.map(([path, id]) => [path, Number(id)])) };
}

/** Describes a step in a few words. */
function textOf(type: string, data: unknown): string {
  const member = (name: string) => memberAt(data, name);
  switch (type) {
    case "CONST":
      return shortJson(member("value"));
    case "FACT_GET":
      return `${wordOf(member("fact_type"))} ${wordOf(member("fact_key") ?? `${wordOf(member("prefix"))}…`)}`;
    case "FIELD_REF":
      return member("role") === "def" ? `${wordOf(member("field"))} = ${valueOf(data)}` : wordOf(member("field"));
    case "ASSERT":
      return `${wordOf(member("op"))} ${wordOf(member("code"))}: ${member("ok") === true ? "holds" : "does not hold"}`;
    case "COMPLIANCE_EMIT":
      return `${wordOf(member("clause"))}: ${wordOf(member("status"))}`;
    default:
      return `${wordOf(member("op"))} = ${valueOf(data)}`;
  }
}

function valueOf(data: unknown): string {
  const value = memberAt(data, "value");
  const hash = memberAt(data, "value_hash");
  if (value === undefined) return hash === undefined ? "…" : `#${wordOf(hash).slice(0, 8)}`;
  const unit = memberAt(value, "unit");
  return unit === undefined ? shortJson(value) : `${wordOf(memberAt(value, "value"))} ${wordOf(unit)}`;
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : shortJson(value);
}

function shortJson(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}

function memberAt(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([each]) => each === name)?.[1];
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = memberAt(value, name);
  return Array.isArray(list) ? list : [];
}

export type Size = { readonly width: number; readonly height: number };

/** Point in the picture without zoom. */
export type Point = { readonly x: number; readonly y: number };

/** Smallest zoom at which text is readable. Beyond it the picture scrolls. */
const FIT_MIN = 0.6;
const ZOOM_MIN = 0.2;
const ZOOM_MAX = 2;
const STEP = 1.25;

/** Returns the zoom that fits the picture to the frame, at most 1: a single step would fill the frame. */
export function fittingZoom(picture: Size, frame: Size): number {
  return Math.max(FIT_MIN, Math.min(1, frame.width / picture.width, frame.height / picture.height));
}

export function nextZoom(zoom: number, direction: "in" | "out"): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, direction === "in" ? zoom * STEP : zoom / STEP));
}

/** Returns the scroll position that shows a point in the middle of the frame. */
export function scrollTo(place: Point, zoom: number, frame: Size): { readonly left: number; readonly top: number } {
  return {
    left: Math.max(0, place.x * zoom - frame.width / 2),
    top: Math.max(0, place.y * zoom - frame.height / 2),
  };
}
