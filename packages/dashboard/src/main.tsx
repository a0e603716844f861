/** Starts the pages in the browser: those of who signs in, or those that are for everybody. */
import { render } from "preact";
import { applyTheme, readTheme } from "./shell/theme.ts";
import "./styles/index.css";

const FOR_EVERYBODY = /^\/(vote|guardian|observe)\//;

async function start(place: HTMLElement): Promise<void> {
  if (FOR_EVERYBODY.test(location.pathname)) {
    const { EverybodyApp } = await import("./everybody-app.tsx");
    render(<EverybodyApp />, place);
  } else {
    const { App } = await import("./app.tsx");
    render(<App />, place);
  }
}

applyTheme(readTheme());
const place = document.getElementById("app");
if (place !== null) void start(place);
