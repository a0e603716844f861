/** Lets the reader choose light, dark, or what the system says. */
import { useState } from "preact/hooks";
import { Segments } from "../components/forms/segments.tsx";
import { applyTheme, readTheme } from "./theme.ts";

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
