/** Applies and stores the light or dark theme, and lets the reader choose it. */
import { useState } from "preact/hooks";
import { Segments } from "./field.tsx";

const NAMES = { system: "Auto", light: "Light", dark: "Dark" } as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <Segments
      label="Colours"
      choices={NAMES}
      chosen={theme}
      onChoose={(chosen) => {
        applyTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "rota-theme";

export function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Calls the listener whenever colours may have changed, for canvas drawings. Returns a function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  media.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", listener);
  };
}
