/** The paths of the API and what they take and answer. Generated from the OpenAPI document: npm run client-types. */
export interface paths {
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a financial event
         * @description Posted once for its tenant and id, in batches with what comes over the queue. 201: it is posted. 200: it was posted before. 202: it is stored, and posted soon. 409: another event was accepted under its id. Else: it was rejected, is kept with its reason, and can be replayed. X-Source-System says where it comes from.
         */
        post: operations["ledger.events.send"];
    };
    "/v1/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tenants that have books
         * @description In the order of tenants. A key of one tenant is shown its own alone.
         */
        get: operations["ledger.books.list"];
    };
    "/v1/business-entity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The settings of a tenant's books */
        get: operations["ledger.entity.get"];
        /**
         * Begin the books of a tenant
         * @description With a default ledger. Base currency and fiscal year stay as they are once there are accounts.
         */
        post: operations["ledger.entity.create"];
        /**
         * Change the settings of a tenant's books
         * @description What is left out stays as it is; null empties a setting.
         */
        patch: operations["ledger.entity.change"];
    };
    "/v1/ledgers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ledgers of a tenant */
        get: operations["ledger.ledgers.list"];
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts by code, with their balances */
        get: operations["ledger.accounts.list"];
        /**
         * Add an account to the chart
         * @description Code, type, currency and parent stay as they are.
         */
        post: operations["ledger.accounts.create"];
    };
    "/v1/accounts/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One account */
        get: operations["ledger.accounts.get"];
        /**
         * Rename an account, or take it in or out of use
         * @description An account that is not active takes no postings; its history stays in all reports.
         */
        patch: operations["ledger.accounts.change"];
    };
    "/v1/accounts/{code}/aggregated-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The balance of an account with all accounts below it
         * @description In the base currency: others do not add up.
         */
        get: operations["ledger.accounts.aggregated"];
    };
    "/v1/accounts/{code}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The balance of an account at the end of a day */
        get: operations["ledger.accounts.balance"];
    };
    "/v1/accounting-periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounting periods, in their order */
        get: operations["ledger.periods.list"];
        /**
         * Open an accounting period
         * @description Both days belong to it. Periods of a tenant share no day.
         */
        post: operations["ledger.periods.create"];
    };
    "/v1/accounting-periods/{periodId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Close a period, or open it again
         * @description SOFT_CLOSED: only administrators of the books post. HARD_CLOSED: nobody does; foreign balances are revalued first, and all periods before it must be closed so. OPEN again: only while all after it are open. The same status changes nothing.
         */
        patch: operations["ledger.periods.change"];
    };
    "/v1/exchange-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exchange rates, the latest day first */
        get: operations["ledger.rates.list"];
        /**
         * Take exchange rates in
         * @description Of one day, type and pair the newest holds; those it replaces are kept.
         */
        post: operations["ledger.rates.add"];
    };
    "/v1/mapping-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules by the types of their events */
        get: operations["ledger.rules.list"];
        /**
         * Save the rule for events of a type
         * @description It is checked, makes of its examples what they say, and is active from now on.
         */
        post: operations["ledger.rules.create"];
    };
    "/v1/mapping-rules/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One rule, in the version that is used */
        get: operations["ledger.rules.get"];
        /**
         * Save the next version of a rule
         * @description Entries that were made by versions before keep their number. It is active from now on.
         */
        put: operations["ledger.rules.change"];
        /**
         * Take a rule out of use
         * @description Events of its type are rejected from now on, and may be replayed later. Saving a version brings it back.
         */
        delete: operations["ledger.rules.deactivate"];
    };
    "/v1/mapping-rules/{ruleId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version of a rule, the newest first */
        get: operations["ledger.rules.versions"];
    };
    "/v1/mapping-rules/{ruleId}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a rule makes of an event; nothing is posted
         * @description With `rule`, what the rule would make if it were changed so. `problem` says why the entry would be refused now.
         */
        post: operations["ledger.rules.simulate"];
    };
    "/v1/journal-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Journal entries, the newest first */
        get: operations["ledger.entries.list"];
        /**
         * Post an entry by hand
         * @description Once for its event id: sent again it answers 200 with what it became. An entry that reaches the tenant's threshold of approval becomes a draft.
         */
        post: operations["ledger.entries.post"];
    };
    "/v1/journal-entries/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Post entries together, or make drafts of them
         * @description All or none. POST_NOW is refused as a whole when one of them needs approval, or an event id is used.
         */
        post: operations["ledger.entries.batch"];
    };
    "/v1/journal-entries/{journalEntryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One journal entry with its lines */
        get: operations["ledger.entries.get"];
    };
    "/v1/journal-entries/{journalEntryId}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take an entry back by its mirror image
         * @description Same amounts and rate, sides swapped; the original stays. On the day that is given, else on the original's if its period takes postings, else on the first day after it that does.
         */
        post: operations["ledger.entries.reverse"];
    };
    "/v1/journal-entries/{journalEntryId}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replace an entry
         * @description Its mirror image and the entry as it should have been, posted together; both name the original.
         */
        post: operations["ledger.entries.correct"];
    };
    "/v1/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Post what the settlement of a foreign amount gained or lost */
        post: operations["ledger.settlements.create"];
    };
    "/v1/journal-drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Drafts of entries, the newest first */
        get: operations["ledger.drafts.list"];
    };
    "/v1/journal-drafts/{workflowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One draft */
        get: operations["ledger.drafts.get"];
    };
    "/v1/journal-entries/{workflowId}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask for the approval of a draft */
        post: operations["ledger.drafts.submit"];
    };
    "/v1/journal-entries/{workflowId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Approve a draft, which posts it
         * @description Not by who made it. It is checked against the books as they stand now. Of two who approve at once, one does.
         */
        post: operations["ledger.drafts.approve"];
    };
    "/v1/journal-entries/{workflowId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reject a draft */
        post: operations["ledger.drafts.reject"];
    };
    "/v1/revaluations/periods/{periodId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The revaluations of a period, the newest first */
        get: operations["ledger.revaluations.list"];
        /**
         * Value foreign assets and liabilities at a period's end
         * @description By the CLOSING rates, from all entries up to its last day; the entries reverse themselves in the next period. Once for each period that is not open; one that failed may be asked for again. 202: it is not done yet.
         */
        post: operations["ledger.revaluations.run"];
    };
    "/v1/revaluations/periods/{periodId}/translation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The translations of a period, the newest first */
        get: operations["ledger.translations.list"];
        /**
         * Translate the foreign income of a period at its average rate
         * @description By the AVERAGE rates; the difference goes to other comprehensive income. Once for each period that is not open.
         */
        post: operations["ledger.translations.run"];
    };
    "/v1/admin/year-end-close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Empty revenue and expenses of a fiscal year into retained earnings
         * @description All its periods must be closed hard. 200: nothing was left to close. After a year was opened again and added to, it closes what was added.
         */
        post: operations["ledger.year.close"];
    };
    "/v1/opening-balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bring in the balances of other books
         * @description As a list, or as CSV with the columns account, debit, credit and, for foreign accounts, base_debit, base_credit. What is left over goes to the account of equity.
         */
        post: operations["ledger.opening.import"];
    };
    "/v1/reports/trial-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The balance of every account at the end of a day
         * @description Every kind of entry counts, and every account that has lines, active or not.
         */
        get: operations["ledger.reports.trial-balance"];
    };
    "/v1/reports/trial-balance.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The balance of every account at the end of a day, as CSV
         * @description Every kind of entry counts, and every account that has lines, active or not.
         */
        get: operations["ledger.reports.trial-balance-csv"];
    };
    "/v1/reports/balance-sheet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is owned and owed at the end of a day
         * @description What was earned and not closed yet is part of the equity, by fiscal year.
         */
        get: operations["ledger.reports.balance-sheet"];
    };
    "/v1/reports/balance-sheet.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is owned and owed at the end of a day, as CSV
         * @description What was earned and not closed yet is part of the equity, by fiscal year.
         */
        get: operations["ledger.reports.balance-sheet-csv"];
    };
    "/v1/reports/income-statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Revenue, expenses and what is left of them
         * @description Contra accounts take away. Entries that close a year are left out.
         */
        get: operations["ledger.reports.income-statement"];
    };
    "/v1/reports/income-statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Revenue, expenses and what is left of them, as CSV
         * @description Contra accounts take away. Entries that close a year are left out.
         */
        get: operations["ledger.reports.income-statement-csv"];
    };
    "/v1/reports/cash-flow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where cash came from and went to
         * @description By the accounts on the other side of entries with a line on cash. Accounts are marked as cash one by one.
         */
        get: operations["ledger.reports.cash-flow"];
    };
    "/v1/reports/cash-flow.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where cash came from and went to, as CSV
         * @description By the accounts on the other side of entries with a line on cash. Accounts are marked as cash one by one.
         */
        get: operations["ledger.reports.cash-flow-csv"];
    };
    "/v1/reports/general-ledger/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every line of an account, with the balance after each
         * @description In the order of effective dates, within a day in that of the chain. The opening is all before `from`. Balances are positive on the side on which the account normally stands.
         */
        get: operations["ledger.reports.general-ledger"];
    };
    "/v1/reports/general-ledger/{code}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every line of an account, with the balance after each, as CSV
         * @description In the order of effective dates, within a day in that of the chain. The opening is all before `from`. Balances are positive on the side on which the account normally stands.
         */
        get: operations["ledger.reports.general-ledger-csv"];
    };
    "/v1/reports/account-activity/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an account moved */
        get: operations["ledger.reports.account-activity"];
    };
    "/v1/reports/account-activity/{code}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an account moved, as CSV */
        get: operations["ledger.reports.account-activity-csv"];
    };
    "/v1/reports/journal-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries of some days with their lines, in their order */
        get: operations["ledger.reports.journal-register"];
    };
    "/v1/reports/journal-register.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries of some days with their lines, in their order, as CSV */
        get: operations["ledger.reports.journal-register-csv"];
    };
    "/v1/reports/dimension-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lines added up by their value of a dimension, and by account */
        get: operations["ledger.reports.dimension-summary"];
    };
    "/v1/reports/dimension-summary.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lines added up by their value of a dimension, and by account, as CSV */
        get: operations["ledger.reports.dimension-summary-csv"];
    };
    "/v1/reports/fx-exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What accounts hold in foreign currencies, and what it is worth
         * @description By the SPOT rate of the day; null where there is none.
         */
        get: operations["ledger.reports.fx-exposure"];
    };
    "/v1/reports/fx-exposure.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What accounts hold in foreign currencies, and what it is worth, as CSV
         * @description By the SPOT rate of the day; null where there is none.
         */
        get: operations["ledger.reports.fx-exposure-csv"];
    };
    "/v1/reports/aging": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open items of an account, by how long they have been open
         * @description An item is what stands on the account under one reference, such as an invoice and what was paid of it; without a reference, an entry and its reversal. What adds up to zero is not open. Amounts are positive on the side on which the account normally stands. The sums are of all items; of the items themselves the oldest 1000 are listed.
         */
        get: operations["ledger.reports.aging"];
    };
    "/v1/reports/aging.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open items of an account, by how long they have been open, as CSV
         * @description An item is what stands on the account under one reference, such as an invoice and what was paid of it; without a reference, an entry and its reversal. What adds up to zero is not open. Amounts are positive on the side on which the account normally stands. The sums are of all items; of the items themselves the oldest 1000 are listed.
         */
        get: operations["ledger.reports.aging-csv"];
    };
    "/v1/admin/rejected-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events that were not posted, the newest first */
        get: operations["ledger.rejected.list"];
    };
    "/v1/admin/rejected-events/{rejectedEventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One event that was not posted, with all that is kept of it */
        get: operations["ledger.rejected.get"];
    };
    "/v1/admin/rejected-events/{rejectedEventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send an event through the rules once more, as it was or edited
         * @description As it was, it keeps its event id. Edited, it gets another one, which refers to the rejected event: that of the edit, or else the id with the number of the record, such as order-1~event-42. The record stays as it was, and other deliveries of the original are not posted.
         */
        post: operations["ledger.rejected.replay"];
    };
    "/v1/admin/rejected-events/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send all events that match through the rules once more, the oldest first
         * @description At most 1000 of one request: call again while some are left.
         */
        post: operations["ledger.rejected.replayMany"];
    };
    "/v1/admin/rejected-events/{rejectedEventId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give an event up; the record of it is kept */
        post: operations["ledger.rejected.discard"];
    };
    "/v1/admin/dlq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that could not be taken in, the newest first
         * @description Those that do not say whose they are are shown to who may see all tenants.
         */
        get: operations["ledger.dlq.list"];
    };
    "/v1/admin/dlq/{deadLetterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message that could not be taken in, as it came */
        get: operations["ledger.dlq.get"];
    };
    "/v1/admin/dlq/{deadLetterId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take a message in once more, as it came or as an event that is given
         * @description A message that does not say whose it is or what happened needs both: `event`, and `tenant` from who may see all. Otherwise as with /v1/admin/rejected-events.
         */
        post: operations["ledger.dlq.replay"];
    };
    "/v1/admin/dlq/{deadLetterId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give a message up; the record of it is kept */
        post: operations["ledger.dlq.discard"];
    };
    "/v1/admin/outbox/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much waits to be told, and for how long
         * @description Of one tenant. How each sink is doing is told by the metrics of the server.
         */
        get: operations["ledger.outbox.stats"];
    };
    "/v1/admin/outbox/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events that wait to be told, the oldest first
         * @description With the sinks that were not told. Without any, it was written just now and has no place in the order yet.
         */
        get: operations["ledger.outbox.pending"];
    };
    "/v1/admin/outbox/dlq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events that could not be told, the newest first
         * @description Later events of the same entry wait behind them.
         */
        get: operations["ledger.outbox.parked"];
    };
    "/v1/admin/outbox/dlq/{outboxId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Try to tell an event once more */
        post: operations["ledger.outbox.retry"];
    };
    "/v1/admin/outbox/{outboxId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Try to tell an event once more */
        post: operations["ledger.outbox.retryEvent"];
    };
    "/v1/admin/outbox/dlq/{outboxId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give up telling an event */
        post: operations["ledger.outbox.discard"];
    };
    "/v1/admin/outbox/{outboxId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give up telling an event */
        post: operations["ledger.outbox.discardEvent"];
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, the newest first
         * @description Its entries are chained by hash: /v1/audit/verification checks them.
         */
        get: operations["ledger.audit.list"];
    };
    "/v1/admin/integrity-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The five totals of the books, which add up to zero
         * @description Debits minus credits in the base currency. /v1/admin/chain/verify computes everything again from the journal.
         */
        get: operations["ledger.integrity.check"];
    };
    "/v1/admin/chain/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the chain of the journal stands
         * @description Kept elsewhere, it shows later that nothing before it was cut off or written anew.
         */
        get: operations["ledger.chain.head"];
    };
    "/v1/admin/chain/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compute hashes, numbers and balances again, and compare
         * @description Reads the whole journal of the tenant: it may take a while. With a head that was kept, it is held against it.
         */
        get: operations["ledger.chain.verify"];
    };
}
export interface components {
    schemas: {
        Problem: {
            /** @description A page about the code. */
            type: string;
            /** @description The kind of problem. */
            title: string;
            status: number;
            /** @description What is wrong and the way out. */
            detail: string;
            /** @description One of the codes in docs/reference/errors.md. */
            code: string;
            /** @description The id of the request. */
            instance: string;
            /** @description Everything that is wrong with the input. */
            problems?: {
                path: string;
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    "ledger.events.send": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /**
                     * @description Names the rule that makes the lines.
                     * @example shop.sale
                     */
                    eventType: string;
                    /**
                     * Format: date-time
                     * @example 2026-03-01T12:00:00.000Z
                     */
                    occurredAt: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    postedDate: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    effectiveDate?: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    transactionDate?: string;
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    transactionCurrency: string;
                    createdBy: string;
                    description?: string;
                    referenceId?: string;
                    /** @description Marks of a line, such as its cost centre. */
                    dimensions?: {
                        [key: string]: string;
                    };
                    autoReverse?: boolean;
                    /** @description With lines no rule is needed. */
                    lines?: {
                        /** @example cash */
                        accountCode: string;
                        /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                        amountCents: string | number;
                        isCredit: boolean;
                        /**
                         * @description ISO 4217.
                         * @example EUR
                         */
                        currency?: string;
                        /** @description Marks of a line, such as its cost centre. */
                        dimensions?: {
                            [key: string]: string;
                        };
                    }[];
                    /** @description What the rule makes lines of. */
                    payload?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "POSTED";
                        /** @description The event id. */
                        ik: string;
                        journalEntryId: string;
                        /** @example JE-2026-00001 */
                        number?: string;
                        chainSeq?: number;
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "POSTED";
                        /** @description The event id. */
                        ik: string;
                        journalEntryId: string;
                        /** @example JE-2026-00001 */
                        number?: string;
                        chainSeq?: number;
                    };
                };
            };
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ACCEPTED";
                        /** @description The event id. */
                        ik: string;
                        message: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.books.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description Whose they are. */
                            tenant: string;
                            /** @description Of the business entity. */
                            name: string;
                            baseCurrency: string;
                            isActive: boolean;
                            entries: number;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entity.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenantId: string;
                        name: string;
                        legalName: string | null;
                        baseCurrency: string;
                        isActive: boolean;
                        /** @description In which the fiscal year starts. */
                        fiscalYearStartMonth: number;
                        approvalThresholdCents: string | null;
                        dimensionNames: string[] | null;
                        rateAgeDaysMax: number;
                        mayInvertRates: boolean;
                        crossRateCurrency: string | null;
                        retainedEarningsAccountCode: string | null;
                        fxGainAccountCode: string | null;
                        fxLossAccountCode: string | null;
                        fxReserveAccountCode: string | null;
                        roundingAccountCode: string | null;
                        /** @description The code of the default ledger. */
                        ledger: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entity.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    legalName?: string;
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    baseCurrency: string;
                    /** @description In which the fiscal year starts. */
                    fiscalYearStartMonth?: number;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenantId: string;
                        name: string;
                        legalName: string | null;
                        baseCurrency: string;
                        isActive: boolean;
                        /** @description In which the fiscal year starts. */
                        fiscalYearStartMonth: number;
                        approvalThresholdCents: string | null;
                        dimensionNames: string[] | null;
                        rateAgeDaysMax: number;
                        mayInvertRates: boolean;
                        crossRateCurrency: string | null;
                        retainedEarningsAccountCode: string | null;
                        fxGainAccountCode: string | null;
                        fxLossAccountCode: string | null;
                        fxReserveAccountCode: string | null;
                        roundingAccountCode: string | null;
                        /** @description The code of the default ledger. */
                        ledger: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entity.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    legalName?: string | null;
                    isActive?: boolean;
                    /** @description Entries by hand whose debits reach it need a second person. */
                    approvalThresholdCents?: (string | number) | null;
                    dimensionNames?: string[] | null;
                    rateAgeDaysMax?: number;
                    mayInvertRates?: boolean;
                    crossRateCurrency?: string | null;
                    retainedEarningsAccountCode?: string | null;
                    fxGainAccountCode?: string | null;
                    fxLossAccountCode?: string | null;
                    fxReserveAccountCode?: string | null;
                    roundingAccountCode?: string | null;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenantId: string;
                        name: string;
                        legalName: string | null;
                        baseCurrency: string;
                        isActive: boolean;
                        /** @description In which the fiscal year starts. */
                        fiscalYearStartMonth: number;
                        approvalThresholdCents: string | null;
                        dimensionNames: string[] | null;
                        rateAgeDaysMax: number;
                        mayInvertRates: boolean;
                        crossRateCurrency: string | null;
                        retainedEarningsAccountCode: string | null;
                        fxGainAccountCode: string | null;
                        fxLossAccountCode: string | null;
                        fxReserveAccountCode: string | null;
                        roundingAccountCode: string | null;
                        /** @description The code of the default ledger. */
                        ledger: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.ledgers.list": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            code: string;
                            name: string;
                            description: string | null;
                            isDefault: boolean;
                            isActive: boolean;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.accounts.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                accountType?: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                isActive?: boolean;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            code: string;
                            name: string;
                            /** @enum {string} */
                            accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                            currencyCode: string;
                            /** @description It stands on the other side of its type. */
                            contra: boolean;
                            /** @description Cash flow counts it, and all below it, as cash. */
                            cash: boolean;
                            parentAccountCode: string | null;
                            isActive: boolean;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            currentBalanceCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedBalance: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            updatedAt: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.accounts.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example cash */
                    code: string;
                    name: string;
                    /** @enum {string} */
                    accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    currencyCode: string;
                    parentAccountCode?: string | null;
                    contra?: boolean;
                    cash?: boolean;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        name: string;
                        /** @enum {string} */
                        accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                        currencyCode: string;
                        /** @description It stands on the other side of its type. */
                        contra: boolean;
                        /** @description Cash flow counts it, and all below it, as cash. */
                        cash: boolean;
                        parentAccountCode: string | null;
                        isActive: boolean;
                        /**
                         * @description Whole minor units.
                         * @example 1299
                         */
                        currentBalanceCents: string;
                        /**
                         * @description For people.
                         * @example 12.99
                         */
                        formattedBalance: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.accounts.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        name: string;
                        /** @enum {string} */
                        accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                        currencyCode: string;
                        /** @description It stands on the other side of its type. */
                        contra: boolean;
                        /** @description Cash flow counts it, and all below it, as cash. */
                        cash: boolean;
                        parentAccountCode: string | null;
                        isActive: boolean;
                        /**
                         * @description Whole minor units.
                         * @example 1299
                         */
                        currentBalanceCents: string;
                        /**
                         * @description For people.
                         * @example 12.99
                         */
                        formattedBalance: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.accounts.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    isActive?: boolean;
                    cash?: boolean;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        name: string;
                        /** @enum {string} */
                        accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                        currencyCode: string;
                        /** @description It stands on the other side of its type. */
                        contra: boolean;
                        /** @description Cash flow counts it, and all below it, as cash. */
                        cash: boolean;
                        parentAccountCode: string | null;
                        isActive: boolean;
                        /**
                         * @description Whole minor units.
                         * @example 1299
                         */
                        currentBalanceCents: string;
                        /**
                         * @description For people.
                         * @example 12.99
                         */
                        formattedBalance: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.accounts.aggregated": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        baseCurrency: string;
                        /**
                         * @description Whole minor units.
                         * @example 1299
                         */
                        aggregatedBalanceCents: string;
                        /**
                         * @description For people.
                         * @example 12.99
                         */
                        formattedBalance: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.accounts.balance": {
        parameters: {
            query: {
                at: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        at: string;
                        currency: string;
                        balance: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        baseCurrency: string;
                        baseBalance: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.periods.list": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @example 0197a1b2-0000-7000-8000-000000000001 */
                            periodId: string;
                            name: string;
                            startDate: string;
                            endDate: string;
                            /** @enum {string} */
                            status: "OPEN" | "SOFT_CLOSED" | "HARD_CLOSED";
                            closedBy: string | null;
                            closedAt: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.periods.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 2026-03 */
                    name: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    startDate: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    endDate: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 0197a1b2-0000-7000-8000-000000000001 */
                        periodId: string;
                        name: string;
                        startDate: string;
                        endDate: string;
                        /** @enum {string} */
                        status: "OPEN" | "SOFT_CLOSED" | "HARD_CLOSED";
                        closedBy: string | null;
                        closedAt: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.periods.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                periodId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "OPEN" | "SOFT_CLOSED" | "HARD_CLOSED";
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 0197a1b2-0000-7000-8000-000000000001 */
                        periodId: string;
                        name: string;
                        startDate: string;
                        endDate: string;
                        /** @enum {string} */
                        status: "OPEN" | "SOFT_CLOSED" | "HARD_CLOSED";
                        closedBy: string | null;
                        closedAt: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rates.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description ISO 4217. */
                sourceCurrency?: string;
                /** @description ISO 4217. */
                targetCurrency?: string;
                /** @description SPOT for entries, CLOSING for balances at a period's end, AVERAGE for the income of a period. */
                rateType?: "SPOT" | "CLOSING" | "AVERAGE";
                effectiveDate?: string;
                /** @description Also those that were replaced. Default false. */
                superseded?: boolean;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @example 0197a1b2-0000-7000-8000-000000000001 */
                            rateId: string;
                            sourceCurrency: string;
                            targetCurrency: string;
                            /**
                             * @description SPOT for entries, CLOSING for balances at a period's end, AVERAGE for the income of a period.
                             * @enum {string}
                             */
                            rateType: "SPOT" | "CLOSING" | "AVERAGE";
                            rate: string;
                            effectiveDate: string;
                            uploadedBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            /** @description When another one replaced it; null: it holds. */
                            supersededAt: string | null;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rates.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rates: {
                        /**
                         * @description ISO 4217.
                         * @example EUR
                         */
                        sourceCurrency: string;
                        /**
                         * @description ISO 4217.
                         * @example EUR
                         */
                        targetCurrency: string;
                        /** @example 1.0795 */
                        rate: string;
                        /**
                         * Format: date
                         * @example 2026-03-31
                         */
                        effectiveDate: string;
                        /**
                         * @description SPOT for entries, CLOSING for balances at a period's end, AVERAGE for the income of a period.
                         * @enum {string}
                         */
                        rateType?: "SPOT" | "CLOSING" | "AVERAGE";
                    }[];
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        replaced: number;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            ruleId: string;
                            version: number;
                            eventType: string;
                            about: string | null;
                            isActive: boolean;
                            lines: {
                                /**
                                 * @description An expression of CEL.
                                 * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                                 */
                                account: string;
                                /** @enum {string} */
                                side: "D" | "C";
                                /**
                                 * @description An expression of CEL.
                                 * @example minor(payload.total, event.transactionCurrency)
                                 */
                                amount: string;
                                /** @description An expression of CEL. */
                                when?: string;
                                /** @description An expression of CEL. */
                                currency?: string;
                                /** @description An expression of CEL. */
                                forEach?: string;
                                dimensions?: {
                                    [key: string]: string;
                                };
                            }[];
                            description: string | null;
                            reference: string | null;
                            dimensions: {
                                [key: string]: string;
                            };
                            examples: {
                                /** @description A business event, as it is sent to /v1/events. */
                                event: {
                                    [key: string]: unknown;
                                };
                                lines: {
                                    accountCode: string;
                                    isCredit: boolean;
                                    currency: string;
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    amountCents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formattedAmount: string;
                                    /** @description Marks of a line, such as its cost centre. */
                                    dimensions: {
                                        [key: string]: string;
                                    };
                                }[];
                            }[];
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            updatedAt: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    eventType: string;
                    /** @description For people. */
                    about?: string;
                    lines: {
                        /**
                         * @description An expression of CEL.
                         * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                         */
                        account: string;
                        /** @enum {string} */
                        side: "D" | "C";
                        /**
                         * @description An expression of CEL.
                         * @example minor(payload.total, event.transactionCurrency)
                         */
                        amount: string;
                        /** @description An expression of CEL. */
                        when?: string;
                        /** @description An expression of CEL. */
                        currency?: string;
                        /** @description An expression of CEL. */
                        forEach?: string;
                        dimensions?: {
                            [key: string]: string;
                        };
                    }[];
                    /** @description An expression of CEL. */
                    description?: string;
                    /** @description An expression of CEL. */
                    reference?: string;
                    dimensions?: {
                        [key: string]: string;
                    };
                    /** @description Events and the lines that must come out: a rule is saved only if all do. */
                    examples: {
                        /** @description A business event, as it is sent to /v1/events. */
                        event: {
                            [key: string]: unknown;
                        };
                        lines: {
                            /** @example cash */
                            accountCode: string;
                            /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                            amountCents: string | number;
                            isCredit: boolean;
                            /**
                             * @description ISO 4217.
                             * @example EUR
                             */
                            currency?: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                    }[];
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ruleId: string;
                        version: number;
                        eventType: string;
                        about: string | null;
                        isActive: boolean;
                        lines: {
                            /**
                             * @description An expression of CEL.
                             * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                             */
                            account: string;
                            /** @enum {string} */
                            side: "D" | "C";
                            /**
                             * @description An expression of CEL.
                             * @example minor(payload.total, event.transactionCurrency)
                             */
                            amount: string;
                            /** @description An expression of CEL. */
                            when?: string;
                            /** @description An expression of CEL. */
                            currency?: string;
                            /** @description An expression of CEL. */
                            forEach?: string;
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                        description: string | null;
                        reference: string | null;
                        dimensions: {
                            [key: string]: string;
                        };
                        examples: {
                            /** @description A business event, as it is sent to /v1/events. */
                            event: {
                                [key: string]: unknown;
                            };
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ruleId: string;
                        version: number;
                        eventType: string;
                        about: string | null;
                        isActive: boolean;
                        lines: {
                            /**
                             * @description An expression of CEL.
                             * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                             */
                            account: string;
                            /** @enum {string} */
                            side: "D" | "C";
                            /**
                             * @description An expression of CEL.
                             * @example minor(payload.total, event.transactionCurrency)
                             */
                            amount: string;
                            /** @description An expression of CEL. */
                            when?: string;
                            /** @description An expression of CEL. */
                            currency?: string;
                            /** @description An expression of CEL. */
                            forEach?: string;
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                        description: string | null;
                        reference: string | null;
                        dimensions: {
                            [key: string]: string;
                        };
                        examples: {
                            /** @description A business event, as it is sent to /v1/events. */
                            event: {
                                [key: string]: unknown;
                            };
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people. */
                    about?: string;
                    /** @description The one that was changed; refused if it is not used. */
                    version?: number;
                    lines: {
                        /**
                         * @description An expression of CEL.
                         * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                         */
                        account: string;
                        /** @enum {string} */
                        side: "D" | "C";
                        /**
                         * @description An expression of CEL.
                         * @example minor(payload.total, event.transactionCurrency)
                         */
                        amount: string;
                        /** @description An expression of CEL. */
                        when?: string;
                        /** @description An expression of CEL. */
                        currency?: string;
                        /** @description An expression of CEL. */
                        forEach?: string;
                        dimensions?: {
                            [key: string]: string;
                        };
                    }[];
                    /** @description An expression of CEL. */
                    description?: string;
                    /** @description An expression of CEL. */
                    reference?: string;
                    dimensions?: {
                        [key: string]: string;
                    };
                    /** @description Events and the lines that must come out: a rule is saved only if all do. */
                    examples: {
                        /** @description A business event, as it is sent to /v1/events. */
                        event: {
                            [key: string]: unknown;
                        };
                        lines: {
                            /** @example cash */
                            accountCode: string;
                            /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                            amountCents: string | number;
                            isCredit: boolean;
                            /**
                             * @description ISO 4217.
                             * @example EUR
                             */
                            currency?: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                    }[];
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ruleId: string;
                        version: number;
                        eventType: string;
                        about: string | null;
                        isActive: boolean;
                        lines: {
                            /**
                             * @description An expression of CEL.
                             * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                             */
                            account: string;
                            /** @enum {string} */
                            side: "D" | "C";
                            /**
                             * @description An expression of CEL.
                             * @example minor(payload.total, event.transactionCurrency)
                             */
                            amount: string;
                            /** @description An expression of CEL. */
                            when?: string;
                            /** @description An expression of CEL. */
                            currency?: string;
                            /** @description An expression of CEL. */
                            forEach?: string;
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                        description: string | null;
                        reference: string | null;
                        dimensions: {
                            [key: string]: string;
                        };
                        examples: {
                            /** @description A business event, as it is sent to /v1/events. */
                            event: {
                                [key: string]: unknown;
                            };
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.deactivate": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.versions": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            version: number;
                            lines: {
                                /**
                                 * @description An expression of CEL.
                                 * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                                 */
                                account: string;
                                /** @enum {string} */
                                side: "D" | "C";
                                /**
                                 * @description An expression of CEL.
                                 * @example minor(payload.total, event.transactionCurrency)
                                 */
                                amount: string;
                                /** @description An expression of CEL. */
                                when?: string;
                                /** @description An expression of CEL. */
                                currency?: string;
                                /** @description An expression of CEL. */
                                forEach?: string;
                                dimensions?: {
                                    [key: string]: string;
                                };
                            }[];
                            description: string | null;
                            reference: string | null;
                            dimensions: {
                                [key: string]: string;
                            };
                            examples: {
                                /** @description A business event, as it is sent to /v1/events. */
                                event: {
                                    [key: string]: unknown;
                                };
                                lines: {
                                    accountCode: string;
                                    isCredit: boolean;
                                    currency: string;
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    amountCents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formattedAmount: string;
                                    /** @description Marks of a line, such as its cost centre. */
                                    dimensions: {
                                        [key: string]: string;
                                    };
                                }[];
                            }[];
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rules.simulate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A business event, as it is sent to /v1/events. */
                    event: {
                        [key: string]: unknown;
                    };
                    rule?: {
                        lines: {
                            /**
                             * @description An expression of CEL.
                             * @example payload.method == 'card' ? 'card-clearing' : 'cash'
                             */
                            account: string;
                            /** @enum {string} */
                            side: "D" | "C";
                            /**
                             * @description An expression of CEL.
                             * @example minor(payload.total, event.transactionCurrency)
                             */
                            amount: string;
                            /** @description An expression of CEL. */
                            when?: string;
                            /** @description An expression of CEL. */
                            currency?: string;
                            /** @description An expression of CEL. */
                            forEach?: string;
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                        /** @description An expression of CEL. */
                        description?: string;
                        /** @description An expression of CEL. */
                        reference?: string;
                        dimensions?: {
                            [key: string]: string;
                        };
                        /** @description Events and the lines that must come out: a rule is saved only if all do. */
                        examples: {
                            /** @description A business event, as it is sent to /v1/events. */
                            event: {
                                [key: string]: unknown;
                            };
                            lines: {
                                /** @example cash */
                                accountCode: string;
                                /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                                amountCents: string | number;
                                isCredit: boolean;
                                /**
                                 * @description ISO 4217.
                                 * @example EUR
                                 */
                                currency?: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions?: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                    };
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ruleId: string;
                        version: number;
                        description: string | null;
                        referenceId: string | null;
                        lines: {
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                        entry: {
                            fiscalYear: number;
                            exchangeRate: string;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | null;
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entries.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                postedDateFrom?: string;
                postedDateTo?: string;
                accountCode?: string;
                status?: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                referenceId?: string;
                /** @description Unique within the tenant: the same id is never posted twice. */
                eventId?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entries.post": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    postedDate: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    effectiveDate?: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    transactionDate?: string;
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    transactionCurrency: string;
                    description?: string;
                    referenceId?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /** @description It is mirrored on the first day of the next period. */
                    autoReverse?: boolean;
                    lines: {
                        /** @example cash */
                        accountCode: string;
                        /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                        amountCents: string | number;
                        isCredit: boolean;
                        /**
                         * @description ISO 4217.
                         * @example EUR
                         */
                        currency?: string;
                        /** @description Marks of a line, such as its cost centre. */
                        dimensions?: {
                            [key: string]: string;
                        };
                    }[];
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        journalEntryId: string;
                        /** @example JE-2026-00001 */
                        number: string;
                        /** @enum {string} */
                        status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                        eventId: string;
                        postedDate: string;
                        effectiveDate: string;
                        transactionDate: string;
                        transactionCurrency: string;
                        baseCurrency: string;
                        exchangeRate: string;
                        description: string | null;
                        referenceId: string | null;
                        sourceSystem: string | null;
                        ruleId: string | null;
                        ruleVersion: number | null;
                        reversalOfId: string | null;
                        correctionOfId: string | null;
                        autoReverse: boolean;
                        createdBy: string;
                        approvedBy: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        fiscalYear: number;
                        sequenceNumber: number;
                        chainSeq: number;
                        previousHash: string;
                        hash: string;
                        lineCount: number;
                        lines: {
                            lineNo: number;
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            baseAmountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedBaseAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                    } | {
                        workflowId: string;
                        /** @enum {string} */
                        status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                        eventId: string;
                        postedDate: string;
                        effectiveDate: string | null;
                        transactionDate: string | null;
                        transactionCurrency: string;
                        description: string | null;
                        referenceId: string | null;
                        autoReverse: boolean;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        submitted: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        approved: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        rejected: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            reason: string;
                        } | null;
                        postedJournalEntryId: string | null;
                        lines: {
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        journalEntryId: string;
                        /** @example JE-2026-00001 */
                        number: string;
                        /** @enum {string} */
                        status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                        eventId: string;
                        postedDate: string;
                        effectiveDate: string;
                        transactionDate: string;
                        transactionCurrency: string;
                        baseCurrency: string;
                        exchangeRate: string;
                        description: string | null;
                        referenceId: string | null;
                        sourceSystem: string | null;
                        ruleId: string | null;
                        ruleVersion: number | null;
                        reversalOfId: string | null;
                        correctionOfId: string | null;
                        autoReverse: boolean;
                        createdBy: string;
                        approvedBy: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        fiscalYear: number;
                        sequenceNumber: number;
                        chainSeq: number;
                        previousHash: string;
                        hash: string;
                        lineCount: number;
                        lines: {
                            lineNo: number;
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            baseAmountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedBaseAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                    } | {
                        workflowId: string;
                        /** @enum {string} */
                        status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                        eventId: string;
                        postedDate: string;
                        effectiveDate: string | null;
                        transactionDate: string | null;
                        transactionCurrency: string;
                        description: string | null;
                        referenceId: string | null;
                        autoReverse: boolean;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        submitted: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        approved: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        rejected: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            reason: string;
                        } | null;
                        postedJournalEntryId: string | null;
                        lines: {
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entries.batch": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    batchMode: "POST_NOW" | "CREATE_DRAFTS";
                    entries: {
                        /** @description Unique within the tenant: the same id is never posted twice. */
                        eventId: string;
                        /**
                         * Format: date
                         * @example 2026-03-31
                         */
                        postedDate: string;
                        /**
                         * Format: date
                         * @example 2026-03-31
                         */
                        effectiveDate?: string;
                        /**
                         * Format: date
                         * @example 2026-03-31
                         */
                        transactionDate?: string;
                        /**
                         * @description ISO 4217.
                         * @example EUR
                         */
                        transactionCurrency: string;
                        description?: string;
                        referenceId?: string;
                        /** @description May be left out: it is who asks. */
                        createdBy?: string;
                        /** @description It is mirrored on the first day of the next period. */
                        autoReverse?: boolean;
                        lines: {
                            /** @example cash */
                            accountCode: string;
                            /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                            amountCents: string | number;
                            isCredit: boolean;
                            /**
                             * @description ISO 4217.
                             * @example EUR
                             */
                            currency?: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions?: {
                                [key: string]: string;
                            };
                        }[];
                    }[];
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        batchMode: "POST_NOW" | "CREATE_DRAFTS";
                        count: number;
                        entries: ({
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | {
                            workflowId: string;
                            /** @enum {string} */
                            status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string | null;
                            transactionDate: string | null;
                            transactionCurrency: string;
                            description: string | null;
                            referenceId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            submitted: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            approved: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            rejected: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                reason: string;
                            } | null;
                            postedJournalEntryId: string | null;
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        })[];
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        batchMode: "POST_NOW" | "CREATE_DRAFTS";
                        count: number;
                        entries: ({
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | {
                            workflowId: string;
                            /** @enum {string} */
                            status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string | null;
                            transactionDate: string | null;
                            transactionCurrency: string;
                            description: string | null;
                            referenceId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            submitted: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            approved: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            rejected: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                reason: string;
                            } | null;
                            postedJournalEntryId: string | null;
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        })[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entries.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                journalEntryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        journalEntryId: string;
                        /** @example JE-2026-00001 */
                        number: string;
                        /** @enum {string} */
                        status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                        eventId: string;
                        postedDate: string;
                        effectiveDate: string;
                        transactionDate: string;
                        transactionCurrency: string;
                        baseCurrency: string;
                        exchangeRate: string;
                        description: string | null;
                        referenceId: string | null;
                        sourceSystem: string | null;
                        ruleId: string | null;
                        ruleVersion: number | null;
                        reversalOfId: string | null;
                        correctionOfId: string | null;
                        autoReverse: boolean;
                        createdBy: string;
                        approvedBy: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        fiscalYear: number;
                        sequenceNumber: number;
                        chainSeq: number;
                        previousHash: string;
                        hash: string;
                        lineCount: number;
                        lines: {
                            lineNo: number;
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            baseAmountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedBaseAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entries.reverse": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                journalEntryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    effectiveDate?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reversalJournalEntryId: string;
                        originalJournalEntryId: string;
                        /** @constant */
                        status: "REVERSAL";
                        message: string;
                        reversal: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reversalJournalEntryId: string;
                        originalJournalEntryId: string;
                        /** @constant */
                        status: "REVERSAL";
                        message: string;
                        reversal: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.entries.correct": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                journalEntryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    postedDate: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    effectiveDate?: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    transactionDate?: string;
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    transactionCurrency: string;
                    description?: string;
                    referenceId?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /** @description It is mirrored on the first day of the next period. */
                    autoReverse?: boolean;
                    lines: {
                        /** @example cash */
                        accountCode: string;
                        /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                        amountCents: string | number;
                        isCredit: boolean;
                        /**
                         * @description ISO 4217.
                         * @example EUR
                         */
                        currency?: string;
                        /** @description Marks of a line, such as its cost centre. */
                        dimensions?: {
                            [key: string]: string;
                        };
                    }[];
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    reversalEventId: string;
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reversalJournalEntryId: string;
                        correctionJournalEntryId: string;
                        originalJournalEntryId: string;
                        /** @constant */
                        status: "CORRECTION";
                        message: string;
                        reversal: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                        correction: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reversalJournalEntryId: string;
                        correctionJournalEntryId: string;
                        originalJournalEntryId: string;
                        /** @constant */
                        status: "CORRECTION";
                        message: string;
                        reversal: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                        correction: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.settlements.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /** @example 0197a1b2-0000-7000-8000-000000000001 */
                    originalJournalEntryId: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    settlementDate: string;
                    /** @example 1.0795 */
                    settlementRate: string;
                    /** @example cash */
                    monetaryAccountCode: string;
                    /** @example cash */
                    reserveAccountCode?: string;
                    /** @example cash */
                    gainAccountCode?: string;
                    /** @example cash */
                    lossAccountCode?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        carrying: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        value: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        /** @description Positive: a gain. */
                        delta: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        /** @description Null: nothing was gained or lost. */
                        entry: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | null;
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        carrying: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        value: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        /** @description Positive: a gain. */
                        delta: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        /** @description Null: nothing was gained or lost. */
                        entry: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.drafts.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            workflowId: string;
                            /** @enum {string} */
                            status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string | null;
                            transactionDate: string | null;
                            transactionCurrency: string;
                            description: string | null;
                            referenceId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            submitted: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            approved: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            rejected: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                reason: string;
                            } | null;
                            postedJournalEntryId: string | null;
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.drafts.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflowId: string;
                        /** @enum {string} */
                        status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                        eventId: string;
                        postedDate: string;
                        effectiveDate: string | null;
                        transactionDate: string | null;
                        transactionCurrency: string;
                        description: string | null;
                        referenceId: string | null;
                        autoReverse: boolean;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        submitted: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        approved: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        rejected: {
                            by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            reason: string;
                        } | null;
                        postedJournalEntryId: string | null;
                        lines: {
                            accountCode: string;
                            isCredit: boolean;
                            currency: string;
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            amountCents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formattedAmount: string;
                            /** @description Marks of a line, such as its cost centre. */
                            dimensions: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.drafts.submit": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflowId: string;
                        /** @enum {string} */
                        status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                        postedJournalEntryId: string | null;
                        message: string;
                        draft: {
                            workflowId: string;
                            /** @enum {string} */
                            status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string | null;
                            transactionDate: string | null;
                            transactionCurrency: string;
                            description: string | null;
                            referenceId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            submitted: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            approved: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            rejected: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                reason: string;
                            } | null;
                            postedJournalEntryId: string | null;
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.drafts.approve": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflowId: string;
                        /** @enum {string} */
                        status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                        postedJournalEntryId: string | null;
                        message: string;
                        draft: {
                            workflowId: string;
                            /** @enum {string} */
                            status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string | null;
                            transactionDate: string | null;
                            transactionCurrency: string;
                            description: string | null;
                            referenceId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            submitted: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            approved: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            rejected: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                reason: string;
                            } | null;
                            postedJournalEntryId: string | null;
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                        entry: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.drafts.reject": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflowId: string;
                        /** @enum {string} */
                        status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                        postedJournalEntryId: string | null;
                        message: string;
                        draft: {
                            workflowId: string;
                            /** @enum {string} */
                            status: "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string | null;
                            transactionDate: string | null;
                            transactionCurrency: string;
                            description: string | null;
                            referenceId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            submitted: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            approved: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                            rejected: {
                                by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                reason: string;
                            } | null;
                            postedJournalEntryId: string | null;
                            lines: {
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.revaluations.list": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                periodId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            runId: string;
                            periodId: string;
                            eventId: string;
                            /** @enum {string} */
                            status: "PROCESSING" | "COMPLETED" | "FAILED";
                            results: {
                                currency: string;
                                rate: string;
                                /** @description Debits minus credits. */
                                balance: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                carrying: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                value: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                delta: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                journalEntryId: string | null;
                            }[];
                            problem: {
                                code: string;
                                detail: string;
                            } | null;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.revaluations.run": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                periodId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /** @example cash */
                    reserveAccountCode?: string;
                    /** @example cash */
                    gainAccountCode?: string;
                    /** @example cash */
                    lossAccountCode?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                        periodId: string;
                        eventId: string;
                        /** @enum {string} */
                        status: "PROCESSING" | "COMPLETED" | "FAILED";
                        results: {
                            currency: string;
                            rate: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            delta: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            journalEntryId: string | null;
                        }[];
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                        periodId: string;
                        eventId: string;
                        /** @enum {string} */
                        status: "PROCESSING" | "COMPLETED" | "FAILED";
                        results: {
                            currency: string;
                            rate: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            delta: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            journalEntryId: string | null;
                        }[];
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                        periodId: string;
                        eventId: string;
                        /** @enum {string} */
                        status: "PROCESSING" | "COMPLETED" | "FAILED";
                        results: {
                            currency: string;
                            rate: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            delta: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            journalEntryId: string | null;
                        }[];
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.translations.list": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                periodId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            runId: string;
                            periodId: string;
                            eventId: string;
                            /** @enum {string} */
                            status: "PROCESSING" | "COMPLETED" | "FAILED";
                            results: {
                                currency: string;
                                rate: string;
                                /** @description Debits minus credits. */
                                balance: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                carrying: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                value: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                delta: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                journalEntryId: string | null;
                            }[];
                            problem: {
                                code: string;
                                detail: string;
                            } | null;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.translations.run": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                periodId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /** @example cash */
                    ociAccountCode: string;
                    /** @example cash */
                    reserveAccountCode?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                        periodId: string;
                        eventId: string;
                        /** @enum {string} */
                        status: "PROCESSING" | "COMPLETED" | "FAILED";
                        results: {
                            currency: string;
                            rate: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            delta: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            journalEntryId: string | null;
                        }[];
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                        periodId: string;
                        eventId: string;
                        /** @enum {string} */
                        status: "PROCESSING" | "COMPLETED" | "FAILED";
                        results: {
                            currency: string;
                            rate: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            delta: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            journalEntryId: string | null;
                        }[];
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                        periodId: string;
                        eventId: string;
                        /** @enum {string} */
                        status: "PROCESSING" | "COMPLETED" | "FAILED";
                        results: {
                            currency: string;
                            rate: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            delta: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            journalEntryId: string | null;
                        }[];
                        problem: {
                            code: string;
                            detail: string;
                        } | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.year.close": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fiscalYear: number;
                    /** @example cash */
                    retainedEarningsAccountCode?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fiscalYear: number;
                        totalRevenue: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        totalExpenses: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        netIncome: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        closingJournalEntryId: string | null;
                        /** @description Null: the year had nothing to close. */
                        entry: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | null;
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fiscalYear: number;
                        totalRevenue: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        totalExpenses: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        netIncome: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        closingJournalEntryId: string | null;
                        /** @description Null: the year had nothing to close. */
                        entry: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        } | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.opening.import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique within the tenant: the same id is never posted twice. */
                    eventId: string;
                    /**
                     * Format: date
                     * @example 2026-03-31
                     */
                    date: string;
                    /** @example cash */
                    equityAccountCode: string;
                    balances?: {
                        /** @example cash */
                        accountCode: string;
                        /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                        amountCents: string | number;
                        isCredit: boolean;
                        /** @description Whole minor units of the currency: 1299 for 12.99 EUR, 1299 for 1299 JPY. */
                        baseAmountCents?: string | number;
                    }[];
                    /**
                     * @example account,debit,credit
                     *     cash,12.99,
                     *     loan,,12.99
                     */
                    csv?: string;
                    /** @description May be left out: it is who asks. */
                    createdBy?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        entries: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        entries: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.trial-balance": {
        parameters: {
            query: {
                asOfDate: string;
                /** @description Further days, with commas between them. */
                compareWith?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        asOfDate: string;
                        rows: {
                            code: string;
                            name: string;
                            /** @enum {string} */
                            accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                            parentAccountCode: string | null;
                            level: number;
                            isLeaf: boolean;
                            currency: string;
                            /** @description Debits minus credits, in the currency of the account. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            debit: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            credit: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            /** @description Debits minus credits with all accounts below, in the base currency. */
                            rolledUp: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                        totalDebit: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        totalCredit: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        balanced: boolean;
                        comparison: {
                            asOfDate: string;
                            rows: {
                                code: string;
                                debit: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                credit: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            totalDebit: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            totalCredit: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.trial-balance-csv": {
        parameters: {
            query: {
                asOfDate: string;
                /** @description Further days, with commas between them. */
                compareWith?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.balance-sheet": {
        parameters: {
            query: {
                asOfDate: string;
                /** @description Further days, with commas between them. */
                compareWith?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        asOfDates: string[];
                        assets: {
                            rows: {
                                code: string;
                                name: string;
                                /** @description One for each day or range that was asked for. */
                                amounts: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                }[];
                                /** @description What was asked for, less the last comparison. */
                                change: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            totals: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            }[];
                            change: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        liabilities: {
                            rows: {
                                code: string;
                                name: string;
                                /** @description One for each day or range that was asked for. */
                                amounts: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                }[];
                                /** @description What was asked for, less the last comparison. */
                                change: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            totals: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            }[];
                            change: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        equity: {
                            rows: {
                                code: string;
                                name: string;
                                /** @description One for each day or range that was asked for. */
                                amounts: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                }[];
                                /** @description What was asked for, less the last comparison. */
                                change: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            totals: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            }[];
                            change: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        currentEarnings: {
                            fiscalYear: number;
                            amounts: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            }[];
                        }[];
                        /** @description With current earnings. */
                        equityTotals: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        }[];
                        /** @description On every one of the days. */
                        balanced: boolean;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.balance-sheet-csv": {
        parameters: {
            query: {
                asOfDate: string;
                /** @description Further days, with commas between them. */
                compareWith?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.income-statement": {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Further ranges, as from:to with commas between them. */
                compareWith?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        ranges: {
                            fromDate: string;
                            toDate: string;
                        }[];
                        revenue: {
                            rows: {
                                code: string;
                                name: string;
                                /** @description One for each day or range that was asked for. */
                                amounts: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                }[];
                                /** @description What was asked for, less the last comparison. */
                                change: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            totals: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            }[];
                            change: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        expenses: {
                            rows: {
                                code: string;
                                name: string;
                                /** @description One for each day or range that was asked for. */
                                amounts: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                }[];
                                /** @description What was asked for, less the last comparison. */
                                change: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            totals: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            }[];
                            change: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        net: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.income-statement-csv": {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Further ranges, as from:to with commas between them. */
                compareWith?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.cash-flow": {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        fromDate: string;
                        toDate: string;
                        opening: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        sections: {
                            /** @enum {string} */
                            accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                            rows: {
                                code: string;
                                name: string;
                                amount: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                            total: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                        closing: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        cash: {
                            code: string;
                            name: string;
                            amount: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                        balanced: boolean;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.cash-flow-csv": {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.general-ledger": {
        parameters: {
            query: {
                from: string;
                to: string;
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        code: string;
                        name: string;
                        /** @enum {string} */
                        accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                        currency: string;
                        fromDate: string;
                        toDate: string;
                        /** @description In the account's currency and in the base currency. */
                        opening: {
                            own: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            base: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        lines: {
                            journalEntryId: string;
                            eventId: string;
                            number: string;
                            chainSeq: number;
                            effectiveDate: string;
                            description: string | null;
                            line: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            };
                            /** @description In the account's currency and in the base currency. */
                            balance: {
                                own: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                base: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            };
                        }[];
                        /** @description In the account's currency and in the base currency. */
                        closing: {
                            own: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            base: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.general-ledger-csv": {
        parameters: {
            query: {
                from: string;
                to: string;
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.account-activity": {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        code: string;
                        name: string;
                        currency: string;
                        fromDate: string;
                        toDate: string;
                        opening: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        debits: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        credits: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        closing: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.account-activity-csv": {
        parameters: {
            query: {
                from: string;
                to: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.journal-register": {
        parameters: {
            query: {
                from: string;
                to: string;
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        fromDate: string;
                        toDate: string;
                        entries: {
                            journalEntryId: string;
                            /** @example JE-2026-00001 */
                            number: string;
                            /** @enum {string} */
                            status: "POSTED" | "REVERSAL" | "CORRECTION" | "CLOSING";
                            eventId: string;
                            postedDate: string;
                            effectiveDate: string;
                            transactionDate: string;
                            transactionCurrency: string;
                            baseCurrency: string;
                            exchangeRate: string;
                            description: string | null;
                            referenceId: string | null;
                            sourceSystem: string | null;
                            ruleId: string | null;
                            ruleVersion: number | null;
                            reversalOfId: string | null;
                            correctionOfId: string | null;
                            autoReverse: boolean;
                            createdBy: string;
                            approvedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            fiscalYear: number;
                            sequenceNumber: number;
                            chainSeq: number;
                            previousHash: string;
                            hash: string;
                            lineCount: number;
                            lines: {
                                lineNo: number;
                                accountCode: string;
                                isCredit: boolean;
                                currency: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                amountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedAmount: string;
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                baseAmountCents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formattedBaseAmount: string;
                                /** @description Marks of a line, such as its cost centre. */
                                dimensions: {
                                    [key: string]: string;
                                };
                            }[];
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.journal-register-csv": {
        parameters: {
            query: {
                from: string;
                to: string;
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.dimension-summary": {
        parameters: {
            query: {
                from: string;
                to: string;
                dimension: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        dimension: string;
                        fromDate: string;
                        toDate: string;
                        rows: {
                            /** @description Null: lines without the dimension. */
                            value: string | null;
                            accountCode: string;
                            debit: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            credit: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.dimension-summary-csv": {
        parameters: {
            query: {
                from: string;
                to: string;
                dimension: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.fx-exposure": {
        parameters: {
            query: {
                asOfDate: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        asOfDate: string;
                        rows: {
                            code: string;
                            /** @enum {string} */
                            accountType: "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";
                            currency: string;
                            /** @description Debits minus credits. */
                            balance: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            carrying: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            value: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.fx-exposure-csv": {
        parameters: {
            query: {
                asOfDate: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.aging": {
        parameters: {
            query: {
                accountCode: string;
                asOfDate: string;
                /** @description Keeps items apart by its value, and adds up by it. */
                dimension?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metadata: {
                            reportType: string;
                            tenantId: string;
                            baseCurrency: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            generatedAt: string;
                            source: {
                                chainSeq: number;
                                hash: string;
                            } | null;
                        };
                        code: string;
                        name: string;
                        currency: string;
                        asOfDate: string;
                        /** @description All four. */
                        ages: {
                            /**
                             * @description Days since the first line on the side that is open.
                             * @enum {string}
                             */
                            age: "0-30" | "31-60" | "61-90" | "90+";
                            items: number;
                            own: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            base: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                        total: {
                            items: number;
                            own: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            base: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        byValue: {
                            /** @description Of the dimension that was asked for; null: none. */
                            value: string | null;
                            ages: {
                                /**
                                 * @description Days since the first line on the side that is open.
                                 * @enum {string}
                                 */
                                age: "0-30" | "31-60" | "61-90" | "90+";
                                items: number;
                                own: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                                base: {
                                    /**
                                     * @description Whole minor units.
                                     * @example 1299
                                     */
                                    cents: string;
                                    /**
                                     * @description For people.
                                     * @example 12.99
                                     */
                                    formatted: string;
                                };
                            }[];
                        }[];
                        items: {
                            reference: string | null;
                            journalEntryId: string;
                            /** @description Of the dimension that was asked for; null: none. */
                            value: string | null;
                            since: string;
                            days: number;
                            /**
                             * @description Days since the first line on the side that is open.
                             * @enum {string}
                             */
                            age: "0-30" | "31-60" | "61-90" | "90+";
                            own: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            base: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.reports.aging-csv": {
        parameters: {
            query: {
                accountCode: string;
                asOfDate: string;
                /** @description Keeps items apart by its value, and adds up by it. */
                dimension?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rejected.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "OPEN" | "REPLAYED" | "DISCARDED";
                code?: string;
                from?: string;
                before?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @example event-42 */
                            rejectedEventId: string;
                            tenantId: string | null;
                            eventId: string | null;
                            /** @enum {string} */
                            status: "OPEN" | "REPLAYED" | "DISCARDED";
                            /**
                             * @description No event at all, refused, another event under its id, or given up by the broker.
                             * @enum {string}
                             */
                            rejection: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
                            code: string | null;
                            /** @example /problems/unbalanced-entry */
                            problemType: string | null;
                            reason: string | null;
                            times: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rejected.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rejectedEventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example event-42 */
                        rejectedEventId: string;
                        tenantId: string | null;
                        eventId: string | null;
                        /** @enum {string} */
                        status: "OPEN" | "REPLAYED" | "DISCARDED";
                        /**
                         * @description No event at all, refused, another event under its id, or given up by the broker.
                         * @enum {string}
                         */
                        rejection: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
                        code: string | null;
                        /** @example /problems/unbalanced-entry */
                        problemType: string | null;
                        reason: string | null;
                        times: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        at: string;
                        /** @description What was sent. */
                        event: unknown;
                        sourceSystem: string | null;
                        /** @description Of a conflict: the event that was accepted under the same id. */
                        accepted: unknown;
                        /** @description The id of the edited event that took its place. */
                        replayedAs: string | null;
                        /** @description The id of the rejected event that was edited into this one. */
                        replayOf: string | null;
                        acts: {
                            action: string;
                            by: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            details: unknown;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rejected.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rejectedEventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A business event, as it is sent to /v1/events. */
                    event?: {
                        [key: string]: unknown;
                    };
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rejectedEventId: string;
                        /** @description Under which it is posted. */
                        eventId: string | null;
                        /**
                         * @description It waits to be posted, or was accepted meanwhile.
                         * @enum {string}
                         */
                        outcome: "waiting" | "duplicate";
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rejected.replayMany": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example UNBALANCED_ENTRY */
                    code?: string;
                    /**
                     * Format: date-time
                     * @example 2026-03-01T12:00:00.000Z
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @example 2026-03-01T12:00:00.000Z
                     */
                    before?: string;
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        replayed: number;
                        failed: number;
                        left: number;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.rejected.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rejectedEventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.dlq.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "OPEN" | "REPLAYED" | "DISCARDED";
                /** @description No event at all, or given up by the broker. */
                kind?: "MALFORMED" | "DEAD_LETTER";
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @example event-42 */
                            deadLetterId: string;
                            /**
                             * @description No event at all, or given up by the broker.
                             * @enum {string}
                             */
                            kind: "MALFORMED" | "DEAD_LETTER";
                            /** @enum {string} */
                            status: "OPEN" | "REPLAYED" | "DISCARDED";
                            /** @description Null: it cannot be read from the message. */
                            tenantId: string | null;
                            eventId: string | null;
                            code: string;
                            reason: string;
                            /** @description Under which it was sent at first. */
                            routingKey: string | null;
                            times: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.dlq.get": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example event-42 */
                        deadLetterId: string;
                        /**
                         * @description No event at all, or given up by the broker.
                         * @enum {string}
                         */
                        kind: "MALFORMED" | "DEAD_LETTER";
                        /** @enum {string} */
                        status: "OPEN" | "REPLAYED" | "DISCARDED";
                        /** @description Null: it cannot be read from the message. */
                        tenantId: string | null;
                        eventId: string | null;
                        code: string;
                        reason: string;
                        /** @description Under which it was sent at first. */
                        routingKey: string | null;
                        times: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        at: string;
                        /** @description As text; what is no text is replaced. */
                        body: string | null;
                        acts: {
                            action: string;
                            by: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            details: unknown;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.dlq.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A business event, as it is sent to /v1/events. */
                    event?: {
                        [key: string]: unknown;
                    };
                    sourceSystem?: string;
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deadLetterId: string;
                        /** @description Under which it is posted. */
                        eventId: string | null;
                        /**
                         * @description It waits to be posted, or was accepted meanwhile.
                         * @enum {string}
                         */
                        outcome: "waiting" | "duplicate";
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.dlq.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.stats": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unpublishedBacklog: number;
                        oldestUnpublishedAgeSeconds: number | null;
                        dlqSize: number;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.pending": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            eventId: string;
                            eventType: string;
                            aggregateType: string;
                            aggregateId: string;
                            sinks: string[];
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.parked": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            outboxId: string;
                            eventType: string;
                            aggregateType: string;
                            aggregateId: string;
                            lastError: string | null;
                            retryCount: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                outboxId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.retryEvent": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                outboxId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason?: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                outboxId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.outbox.discardEvent": {
        parameters: {
            query?: never;
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                outboxId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with what is done. */
                    reason: string;
                    /**
                     * @description Whose books, for who may see all.
                     * @example acme
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Done; nothing more to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.audit.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                entityType?: string;
                entityId?: string;
                action?: string;
                performedBy?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            number: number;
                            entityType: string;
                            entityId: string;
                            action: string;
                            /** @description What was before, and what is after it. */
                            details: unknown;
                            performedBy: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            performedAt: string;
                            hash: string;
                        }[];
                        /** @description Where the next page begins; null: nowhere. */
                        next: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.integrity.check": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        baseCurrency: string;
                        totals: {
                            ASSET: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            LIABILITY: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            EQUITY: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            REVENUE: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                            EXPENSE: {
                                /**
                                 * @description Whole minor units.
                                 * @example 1299
                                 */
                                cents: string;
                                /**
                                 * @description For people.
                                 * @example 12.99
                                 */
                                formatted: string;
                            };
                        };
                        equationDelta: {
                            /**
                             * @description Whole minor units.
                             * @example 1299
                             */
                            cents: string;
                            /**
                             * @description For people.
                             * @example 12.99
                             */
                            formatted: string;
                        };
                        balanced: boolean;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.chain.head": {
        parameters: {
            query?: {
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tenantId: string;
                        ledger: string;
                        chainSeq: number;
                        hash: string | null;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "ledger.chain.verify": {
        parameters: {
            query?: {
                headSeq?: number;
                headHash?: string;
                /** @description Whose books, for who may see all. */
                tenant?: string;
            };
            header?: {
                /** @description Whose books; a key that is bound to a tenant needs none. */
                "x-tenant-id"?: string;
                /** @description The code of the default ledger, or nothing. */
                "x-ledger-id"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: number;
                        lines: number;
                        /**
                         * @description Whole minor units.
                         * @example 1299
                         */
                        equationDeltaCents: string;
                        head: {
                            chainSeq: number;
                            hash: string;
                        } | null;
                        differences: {
                            kind: string;
                            detail: string;
                        }[];
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
