/** Draws the steps of one field: the field at the left, what it was computed from to the right of it. */
import { layoutField, type PlacedNode, type ShownProof } from "./proof-tree.ts";

const WIDTH = 220;
const HEIGHT = 34;
const GAP_X = 40;
const GAP_Y = 10;
const EDGE = 8;
const LETTERS = 28;

const NAMES: Readonly<Record<string, string>> = {
  CONST: "value",
  FACT_GET: "fact",
  FIELD_REF: "field",
  OP: "step",
  ASSERT: "check",
  COMPLIANCE_EMIT: "compliance",
};

type PictureProps = { readonly proof: ShownProof; readonly rootId: number; readonly path: string };

export function ProofPicture({ proof, rootId, path }: PictureProps) {
  const { nodes, lines, depth, rows } = layoutField(proof, rootId);
  const width = (depth + 1) * (WIDTH + GAP_X) - GAP_X + 2 * EDGE;
  const height = rows * (HEIGHT + GAP_Y) - GAP_Y + 2 * EDGE;
  return (
    <div class="proof-frame" tabIndex={0} role="region" aria-label={`How ${path} was computed`}>
      <svg
        class="proof"
        width={width}
        height={height}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        role="img"
        aria-label={`${path}: ${String(nodes.length)} steps`}
      >
        {lines.map(([from, to]) => (
          <path key={`${String(from)} ${String(to)}`} class="proof-line" d={lineOf(nodes[from], nodes[to])} />
        ))}
        {nodes.map((node, index) => (
          <Step key={index} node={node} />
        ))}
      </svg>
    </div>
  );
}

function Step({ node }: { readonly node: PlacedNode }) {
  const text = node.text.length > LETTERS ? `${node.text.slice(0, LETTERS)}…` : node.text;
  return (
    <g class="proof-node" data-type={node.type} transform={`translate(${String(xOf(node))} ${String(yOf(node))})`}>
      <title>{`node ${String(node.id)}, ${NAMES[node.type] ?? node.type}: ${node.text}`}</title>
      <rect width={WIDTH} height={HEIGHT} rx={5} />
      <text x={8} y={13} class="proof-kind">
        {NAMES[node.type] ?? node.type}
        {node.isRepeated ? ", as above" : ""}
      </text>
      <text x={8} y={27}>
        {text}
      </text>
    </g>
  );
}

function lineOf(from: PlacedNode | undefined, to: PlacedNode | undefined): string {
  if (from === undefined || to === undefined) return "";
  const [x, y] = [xOf(from) + WIDTH, yOf(from) + HEIGHT / 2];
  const [endX, endY] = [xOf(to), yOf(to) + HEIGHT / 2];
  const middle = (x + endX) / 2;
  return `M${String(x)} ${String(y)}C${String(middle)} ${String(y)} ${String(middle)} ${String(endY)} ${String(endX)} ${String(endY)}`;
}

function xOf({ depth }: PlacedNode): number {
  return EDGE + depth * (WIDTH + GAP_X);
}

function yOf({ row }: PlacedNode): number {
  return EDGE + row * (HEIGHT + GAP_Y);
}
