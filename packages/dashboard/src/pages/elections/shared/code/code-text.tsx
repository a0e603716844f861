/** A confirmation code in groups of four, so that people can read it out and compare it. */

export function CodeText({ code }: { readonly code: string }) {
  return <code class="code-text">{groupsOf(code).join(" ")}</code>;
}

export function groupsOf(code: string): string[] {
  return code.match(/.{1,4}/g) ?? [];
}

/** What somebody typed or pasted, as codes are written. */
export function codeFrom(text: string): string {
  return text.replaceAll(/[^0-9A-Fa-f]/g, "").toUpperCase();
}
