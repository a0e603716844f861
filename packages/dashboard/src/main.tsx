/** Starts the pages in the browser: those of who signs in, or those that are for everybody. */
import { render } from "preact";
import { applyTheme, readTheme } from "./components/theme.tsx";
import "./styles/index.css";

const FOR_EVERYBODY = /^\/(vote\/|guardian\/|observe\/|p\/|verify-passport$)/;

async function start(place: HTMLElement): Promise<void> {
  if (FOR_EVERYBODY.test(location.pathname)) {
    const { EverybodyApp } = await import("./public-app.tsx");
    render(<EverybodyApp />, place);
  } else {
    const { App } = await import("./app.tsx");
    render(<App />, place);
  }
}

const RELOADED_AT = "rota reloaded at";
const RELOAD_AGAIN_MS = 60_000;

/** After an upgrade the server has other files than an open page asks for: it is loaded anew, once. */
addEventListener("vite:preloadError", () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) < RELOAD_AGAIN_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
});

applyTheme(readTheme());
const place = document.getElementById("app");
if (place !== null) void start(place);
