/** Shows a secret that is never shown again. */
import { Dialog } from "./dialog.tsx";

type SecretDialogProps = { readonly title: string; readonly secret: string; readonly onClose: () => void };

export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy it now: it is shown this once and kept only as a hash or sealed.</p>
      <p class="secret" tabIndex={0}>
        {secret}
      </p>
      <div class="dialog-acts">
        <button type="button" onClick={() => void navigator.clipboard.writeText(secret)}>
          Copy
        </button>
        <button type="button" data-kind="primary" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
