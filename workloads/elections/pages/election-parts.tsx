/** Contains small parts of several election pages: codes, link tokens, downloads, fields and the notice of a toy election. */
import { StateBadge, type StateAppearance } from "@rota/dashboard";
import { useId } from "preact/hooks";
import { type Credential, credentialOf } from "../src/core/home/credential.ts";

const APPEARANCES: Readonly<Record<string, StateAppearance>> = {
  CEREMONY: { tone: "waiting" },
  READY: { tone: "waiting" },
  OPEN: { tone: "busy", mark: "half" },
  TALLYING: { tone: "busy", mark: "half" },
  DECRYPTING: { tone: "busy", mark: "half" },
  COMBINING: { tone: "busy", mark: "half" },
  DECRYPTED: { tone: "good", mark: "tick" },
  CAST: { tone: "good", mark: "tick" },
  CHALLENGED: { tone: "waiting", mark: "ring" },
  REJECTED: { tone: "bad", mark: "cross" },
  MISSING: { tone: "bad", mark: "warning" },
};

/** State of an election, a guardian or a ballot. */
export function ElectionState({ state }: { readonly state: string }) {
  return <StateBadge state={state} appearance={APPEARANCES[state]} />;
}

/** Code of a ballot in groups of four characters, for comparison by eye. */
export function CodeText({ code }: { readonly code: string }) {
  return <code class="code-text">{groupsOf(code).join(" ")}</code>;
}

function groupsOf(code: string): string[] {
  return code.match(/.{1,4}/g) ?? [];
}

/** Normalizes a typed or pasted code. */
export function codeFrom(text: string): string {
  return text.replaceAll(/[^0-9A-Fa-f]/g, "").toUpperCase();
}

/** Warns that the numbers of an election are too small to protect its ballots. */
export function ToyNotice({ isToy }: { readonly isToy: boolean }) {
  if (!isToy) return null;
  return (
    <div class="notice" data-tone="waiting">
      <h3>For trying things out</h3>
      <p>The numbers of this election are so small that anybody can decrypt its ballots. Hold no real vote with it.</p>
    </div>
  );
}

/**
 * Takes the token from the link, keeps it for this tab only and removes it from the address, which the browser history
 * records.
 *
 * @returns undefined when the page was opened without a token.
 */
export function takeLinkToken(place: string): string | undefined {
  const key = `rota ${place}`;
  const given = decodeURIComponent(location.hash.slice(1));
  if (given !== "") {
    sessionStorage.setItem(key, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(key) ?? undefined;
}

/** Returns the token of a link and, where the link has a key, how a vote is signed with it. */
export function voterOf(link: string): { readonly token: string; readonly sign?: Credential["sign"] } {
  const credential = credentialOf(link);
  return credential === undefined ? { token: link } : { token: credential.token, sign: credential.sign };
}

/** Offers a text as a file to save. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

type PlainFieldProps = {
  readonly label: string;
  readonly type: "number" | "datetime-local";
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Value that is used where the input is empty; without it, one is required. */
  readonly placeholder?: string;
};

/** Input of a number or a local time. */
export function PlainField({ label, type, value, onInput, placeholder }: PlainFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        required={placeholder === undefined}
        placeholder={placeholder}
        {...(type === "number" ? { min: 1, max: 100 } : {})}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
