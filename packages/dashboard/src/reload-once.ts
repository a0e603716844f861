/** Reloads the page when its files are missing, as after an upgrade of the server. */

const RELOADED_AT = "rota reloaded at";
const RELOAD_AGAIN_MS = 60_000;

/** Reloads the page, but not again within a minute: then the files are missing for another reason. */
export function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
