/** The proof of a version as a picture: of one field, every step from facts to its value. */
import { useId, useState } from "preact/hooks";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { readShownProof, type ShownProof } from "./proof-tree.ts";
import { ProofPicture } from "./proof-picture.tsx";

export function ProofCard({ versionId }: { readonly versionId: string }) {
  const proof = useResource(`proof ${versionId}`, async (signal) => {
    const response = await fetch(`/v1/passport-versions/${versionId}/proof`, { signal });
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
