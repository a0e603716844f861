/** Draws how a field of a passport was computed. */
import { Card, Shown, useResource } from "@rota/dashboard";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import {
  fittingZoom,
  layoutField,
  nextZoom,
  type PlacedNode,
  type Point,
  type ProofLayout,
  readShownProof,
  scrollTo,
  type ShownProof,
  type Size,
} from "./proof-layout.ts";

export function ProofCard({ versionId }: { readonly versionId: string }) {
  const proof = useResource(`proof ${versionId}`, async (signal) => {
    const response = await fetch(`v1/passport-versions/${versionId}/proof`, { signal });
    if (!response.ok) throw new Error("the proof could not be loaded");
    return readShownProof(await response.json());
  });
  return (
    <Card title="How each field was computed" note="every step is in the proof, and its root is signed">
      <Shown of={proof}>{(shown) => <Chosen proof={shown} />}</Shown>
    </Card>
  );
}

function Chosen({ proof }: { readonly proof: ShownProof }) {
  const paths = [...proof.fields.keys()].sort();
  const [path = "", setPath] = useState(paths[0]);
  const id = useId();
  const rootId = proof.fields.get(path);
  return (
    <div class="stack">
      <div class="field">
        <label for={id}>Field</label>
        <select id={id} value={path} onChange={(event) => setPath(event.currentTarget.value)}>
          {paths.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
      {rootId === undefined ? null : <ProofPicture proof={proof} rootId={rootId} path={path} />}
    </div>
  );
}

const WIDTH = 220;
const HEIGHT = 34;
const GAP_X = 40;
const GAP_Y = 10;
const EDGE = 8;
const TEXT_LENGTH_MAX = 28;

const NAMES: Readonly<Record<string, string>> = {
  CONST: "value",
  FACT_GET: "fact",
  FIELD_REF: "field",
  OP: "step",
  ASSERT: "check",
  COMPLIANCE_EMIT: "compliance",
};

type PictureProps = { readonly proof: ShownProof; readonly rootId: number; readonly path: string };

/** Picture of a proof. It opens as large as its frame allows, with the field in view. */
function ProofPicture({ proof, rootId, path }: PictureProps) {
  const layout = layoutField(proof, rootId);
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ zoom: 1 });
  const { zoom } = view;
  const fit = (): void => {
    if (frame.current !== null) setView({ zoom: fittingZoom(sizeOf(layout), roomIn(frame.current)) });
  };
  const zoomTo = (next: number): void => {
    if (frame.current !== null) setView({ zoom: next, centre: centreOf(frame.current, zoom) });
  };
  useLayoutEffect(fit, [proof, rootId]);
  useLayoutEffect(() => {
    const field = layout.nodes[0];
    const at = view.centre ?? { x: 0, y: field === undefined ? 0 : yOf(field) + HEIGHT / 2 };
    if (frame.current !== null) frame.current.scrollTo(scrollTo(at, zoom, roomIn(frame.current)));
  }, [view, rootId]);
  return (
    <>
      <ZoomButtons zoom={zoom} onZoom={zoomTo} onFit={fit} />
      <div ref={frame} class="proof-frame" tabIndex={0} role="region" aria-label={`How ${path} was computed`}>
        <Drawing layout={layout} zoom={zoom} path={path} />
      </div>
    </>
  );
}

/** Zoom and centre of the picture. Without a centre the field is in view. */
type View = { readonly zoom: number; readonly centre?: Point };

/** Returns the space for the picture. The frame grows with it up to the maximum height of its style. */
function roomIn(frame: HTMLElement): Size {
  return { width: frame.clientWidth, height: Number.parseFloat(getComputedStyle(frame).maxHeight) };
}

function centreOf({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement, zoom: number): Point {
  return { x: (scrollLeft + clientWidth / 2) / zoom, y: (scrollTop + clientHeight / 2) / zoom };
}

type ZoomButtonsProps = {
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly onFit: () => void;
};

function ZoomButtons({ zoom, onZoom, onFit }: ZoomButtonsProps) {
  return (
    <div class="row" role="group" aria-label="Size of the picture">
      <button type="button" onClick={() => onZoom(nextZoom(zoom, "out"))}>
        Smaller
      </button>
      <button type="button" onClick={() => onZoom(nextZoom(zoom, "in"))}>
        Larger
      </button>
      <button type="button" onClick={onFit}>
        Fit
      </button>
      <span class="faint small">{Math.round(zoom * 100)} %</span>
    </div>
  );
}

type DrawingProps = { readonly layout: ProofLayout; readonly zoom: number; readonly path: string };

function Drawing({ layout, zoom, path }: DrawingProps) {
  const { nodes, lines } = layout;
  const { width, height } = sizeOf(layout);
  return (
    <svg
      class="proof"
      width={width * zoom}
      height={height * zoom}
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
  );
}

function sizeOf({ depth, rows }: ProofLayout): Size {
  return {
    width: (depth + 1) * (WIDTH + GAP_X) - GAP_X + 2 * EDGE,
    height: rows * (HEIGHT + GAP_Y) - GAP_Y + 2 * EDGE,
  };
}

function Step({ node }: { readonly node: PlacedNode }) {
  const text = node.text.length > TEXT_LENGTH_MAX ? `${node.text.slice(0, TEXT_LENGTH_MAX)}…` : node.text;
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
