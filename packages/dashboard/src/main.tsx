/** Starts the pages in the browser. */
import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme, readTheme } from "./shell/theme.ts";
import "./styles/index.css";

applyTheme(readTheme());
const place = document.getElementById("app");
if (place !== null) render(<App />, place);
