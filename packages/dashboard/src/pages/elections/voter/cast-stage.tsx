/** The ballot is cast: its code, and where to look it up. */
import { Card } from "../../../components/layout/card.tsx";
import { CodeQr } from "../shared/code/code-qr.tsx";
import { CodeText } from "../shared/code/code-text.tsx";

export function CastStage({ electionId, code }: { readonly electionId: string; readonly code: string }) {
  return (
    <>
      <div class="notice" data-tone="good" role="status">
        <h3>You have voted</h3>
        <p>Your ballot is cast and will be counted. What would open it is forgotten by this browser.</p>
      </div>
      <Card title="The code of your ballot">
        <p>
          <CodeText code={code} />
        </p>
        <CodeQr electionId={electionId} code={code} />
        <p class="small">
          <a href={`/observe/${electionId}#${code}`}>Look it up</a>, now or after the count, without signing in.
        </p>
      </Card>
    </>
  );
}
