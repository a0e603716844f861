/** The cookie that holds a browser's session: no script reads it, no other site sends it. Pure. */
const NAME = "rota_session";

export type CookieOptions = {
  readonly maxAgeMs: number;
  /** Whether the browser came by https, and so may send it by https only. */
  readonly isSecure: boolean;
};

export function sessionCookie(session: string, { maxAgeMs, isSecure }: CookieOptions): string {
  const seconds = String(Math.floor(maxAgeMs / 1_000));
  return `${NAME}=${session}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** Makes the browser forget it. */
export const NO_SESSION_COOKIE = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`;

export function sessionOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /(?:^|;\s*)rota_session=([A-Za-z0-9_-]+)/.exec(header)?.[1];
}
