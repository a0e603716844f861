// The workloads that npm start and npm run rota use in a clone. An installed rota uses none unless the option workloads names some.
export const CLONE_WORKLOADS = "@rota/elections,@rota/passports,@rota/ledger";
