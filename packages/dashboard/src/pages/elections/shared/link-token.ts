/** The token in the fragment of a link: kept for this tab only, and taken out of the address, where histories keep it. */

/** Undefined: the page was opened without one. */
export function takeLinkToken(place: string): string | undefined {
  const key = `rota ${place}`;
  const given = decodeURIComponent(location.hash.slice(1));
  if (given !== "") {
    sessionStorage.setItem(key, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(key) ?? undefined;
}
