/** Shows links that carry tokens, once, and offers them as a CSV file. */
import { Dialog } from "@rota/dashboard";
import { downloadText } from "./election-parts.tsx";

export type GivenLink = { readonly name: string; readonly link: string };

type LinksDialogProps = {
  readonly title: string;
  readonly fileName: string;
  readonly links: readonly GivenLink[];
  readonly onClose: () => void;
};

const SHOWN_MAX = 50;

export function LinksDialog({ title, fileName, links, onClose }: LinksDialogProps) {
  const csv = ["name,link", ...links.map(({ name, link }) => `${quoted(name)},${quoted(link)}`)].join("\n");
  return (
    <Dialog title={title} onClose={onClose}>
      {links.length === 0 ? (
        <p>All of them have their links already.</p>
      ) : (
        <p>Hand each to its person by a safe way. They are shown this once: only hashes are kept.</p>
      )}
      <ul class="stack links" tabIndex={0} aria-label="Links">
        {links.slice(0, SHOWN_MAX).map(({ name, link }) => (
          <li key={name}>
            {name}
            <div class="secret">{link}</div>
          </li>
        ))}
        {links.length > SHOWN_MAX ? <li>and {links.length - SHOWN_MAX} more in the file</li> : null}
      </ul>
      <div class="dialog-actions">
        <button type="button" disabled={links.length === 0} onClick={() => downloadText(fileName, `${csv}\n`)}>
          Download as CSV
        </button>
        <button type="button" data-kind="primary" onClick={onClose}>
          I have them
        </button>
      </div>
    </Dialog>
  );
}

/** Quotes a CSV field. Spreadsheets would run a field with a leading sign as a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
