/** Starts the pages in the browser: those for signed-in users, or the public ones. */
import { render } from "preact";
import { basePath, pathWithin } from "./api/address.ts";
import { Failure } from "./components/resource-view.tsx";
import { applyTheme, readTheme } from "./components/theme.tsx";
import { reloadOnce } from "./reload-once.ts";
import { isAt, loadWorkloads } from "./workload-list.ts";
import "./styles/index.css";

async function start(place: HTMLElement): Promise<void> {
  try {
    const workloads = await loadWorkloads();
    const path = pathWithin(location.pathname, basePath());
    const isPublic = workloads.some(({ pages }) => pages.some((page) => page.isPublic && isAt(page, path)));
    if (isPublic) {
      const { PublicApp } = await import("./public-app.tsx");
      render(<PublicApp workloads={workloads} />, place);
    } else {
      const { App } = await import("./app.tsx");
      render(<App workloads={workloads} />, place);
    }
  } catch {
    render(
      <main class="entrance">
        <Failure error={undefined} onRetry={() => location.reload()} />
      </main>,
      place,
    );
  }
}

addEventListener("vite:preloadError", reloadOnce);
applyTheme(readTheme());
const place = document.getElementById("app");
if (place !== null) void start(place);
