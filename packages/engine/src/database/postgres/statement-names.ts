/** Names the statements that come again and again, so that the server parses and plans them once a connection. */

/** How many statements are kept prepared on each connection; later ones run unnamed. */
const NAMED_MAX = 256;
/** How many texts seen once are remembered while waiting for the second time. */
const SEEN_MAX = 1_024;

export type StatementNames = { nameOf(text: string): string | undefined };

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return {
    nameOf(text) {
      const name = names.get(text);
      if (name !== undefined || names.size >= NAMED_MAX) return name;
      if (seenOnce.delete(text)) return addName(names, text);
      seenOnce.add(text);
      if (seenOnce.size > SEEN_MAX) forgetOldest(seenOnce);
      return undefined;
    },
  };
}

function addName(names: Map<string, string>, text: string): string {
  const name = `rota_${String(names.size + 1)}`;
  names.set(text, name);
  return name;
}

function forgetOldest(texts: Set<string>): void {
  for (const oldest of texts) {
    texts.delete(oldest);
    return;
  }
}
