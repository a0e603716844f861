/** The frame of every page: brand, navigation, who is signed in, and the page itself. */
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../session/session.tsx";
import { Connection } from "./connection.tsx";
import { Navigation } from "./navigation.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="shell">
      <a class="skip-link" href="#main" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <div class="side" data-open={isOpen}>
        <div class="side-head">
          <a class="brand" href="/">
            <img src="/icon.svg" alt="" width="22" height="22" />
            Rota
          </a>
          <button
            type="button"
            class="menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Close" : "Menu"}
          </button>
        </div>
        <div class="side-body" id="menu">
          <Navigation />
          <SideFoot />
        </div>
      </div>
      <main class="main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function skipTo(event: Event, target: HTMLElement | null): void {
  event.preventDefault();
  target?.focus();
}

function SideFoot() {
  const { viewer, signOut } = useSession();
  return (
    <div class="side-foot">
      <Connection />
      <ThemeSwitch />
      <div class="who">
        <span class="anywhere" title={viewer?.roles.join(", ")}>
          {viewer?.name}
          {viewer?.tenant === undefined ? null : <span class="faint"> of {viewer.tenant}</span>}
        </span>
        <button type="button" data-kind="link" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </div>
  );
}
