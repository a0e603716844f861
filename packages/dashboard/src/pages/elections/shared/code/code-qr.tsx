/** A QR code of the page on which a ballot is looked up. It is drawn here, and the code stands behind the #: no server learns it. */
import { qrModules, qrPath } from "./qr-modules.ts";

export function CodeQr({ electionId, code }: { readonly electionId: string; readonly code: string }) {
  const { href } = new URL(`/observe/${electionId}#${code}`, location.origin);
  const modules = qrModules(href);
  const side = String(modules.size);
  return (
    <svg
      class="code-qr"
      role="img"
      aria-label="QR code of the page that shows this ballot"
      viewBox={`0 0 ${side} ${side}`}
    >
      <path d={qrPath(modules)} />
    </svg>
  );
}
