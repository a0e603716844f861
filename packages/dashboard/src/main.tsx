/** Starts the pages in the browser: those for signed-in users, or the public ones. */
import { render } from "preact";
import { applyTheme, readTheme } from "./components/theme.tsx";
import "./styles/index.css";

const PUBLIC_PATHS = /^\/(vote\/|guardian\/|observe\/|p\/|verify-passport$)/;

async function start(place: HTMLElement): Promise<void> {
  if (PUBLIC_PATHS.test(location.pathname)) {
    const { PublicApp } = await import("./public-app.tsx");
    render(<PublicApp />, place);
  } else {
    const { App } = await import("./app.tsx");
    render(<App />, place);
  }
}

const RELOADED_AT = "rota reloaded at";
const RELOAD_AGAIN_MS = 60_000;

/** Reloads the page once when its files are missing, as after an upgrade of the server. */
addEventListener("vite:preloadError", () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
});

applyTheme(readTheme());
const place = document.getElementById("app");
if (place !== null) void start(place);
