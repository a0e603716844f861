/** Starts Chromium for a test, without a window. */
import { chromium, type Browser } from "playwright-core";
import { chromiumPath } from "../../../tools/services/chromium.ts";

/** Root has no sandbox; the pages are our own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}
