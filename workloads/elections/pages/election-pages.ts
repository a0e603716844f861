/** Exports the election pages for officials, loaded together when the first of them is opened. */

export { ElectionPage } from "./election-page.tsx";
export { ElectionsPage } from "./elections-page.tsx";
export { NewElectionPage } from "./new-election-page.tsx";
