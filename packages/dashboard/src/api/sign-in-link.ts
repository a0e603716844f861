/** Reads the token of a sign-in link. */

/** Returns the token of a link such as `…/sign-in#token=…`, or undefined for any other text. */
export function readToken(link: string): string | undefined {
  const token = /[#?&]token=([^&#\s]+)/.exec(link)?.[1];
  return token === undefined ? undefined : decodeURIComponent(token);
}

/** Reports whether an address is a sign-in link of the dashboard below the base path. */
export function isSignInLink(
  { pathname, href }: { readonly pathname: string; readonly href: string },
  base: string,
): boolean {
  return pathname === `${base}/sign-in` && readToken(href) !== undefined;
}
