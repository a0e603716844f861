/** Finds the token in a sign-in link and takes it out of the address, where histories would keep it. */

/** `…/sign-in#token=…`, or `?token=…`; undefined when the text is no such link. */
export function readToken(link: string): string | undefined {
  const token = /[#?&]token=([^&#\s]+)/.exec(link)?.[1];
  return token === undefined ? undefined : decodeURIComponent(token);
}

export function forgetToken(): void {
  history.replaceState(null, "", location.pathname === "/sign-in" ? "/" : location.pathname);
}
