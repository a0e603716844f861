/** Reads the token of a sign-in link. */

/** Returns the token of a link such as `…/sign-in#token=…`, or undefined for any other text. */
export function readToken(link: string): string | undefined {
  const token = /[#?&]token=([^&#\s]+)/.exec(link)?.[1];
  return token === undefined ? undefined : decodeURIComponent(token);
}

export function isSignInLink({ pathname, href }: { readonly pathname: string; readonly href: string }): boolean {
  return pathname === "/sign-in" && readToken(href) !== undefined;
}
