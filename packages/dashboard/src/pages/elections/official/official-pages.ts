/** The pages of officials, loaded together when the first of them is opened. */
export { ElectionPage } from "./election/election-page.tsx";
export { ElectionsPage } from "./elections-page.tsx";
export { NewElectionPage } from "./create/new-election-page.tsx";
