/** The paths of the API and what they take and answer. Generated from the OpenAPI document: npm run client-types. */
export interface paths {
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Documents, the newest first */
        get: operations["passports.documents.list"];
        /**
         * Create a document
         * @description It has no bytes yet: add a version.
         */
        post: operations["passports.documents.create"];
    };
    "/v1/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A document and its versions */
        get: operations["passports.documents.get"];
    };
    "/v1/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Facts, the newest first */
        get: operations["passports.facts.list"];
    };
    "/v1/documents/{documentId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Upload a version of a document
         * @description What it says is read in the background. Bytes that the document has already are the version that there is.
         */
        post: operations["passports.documents.versions.add"];
    };
    "/v1/documents/{documentId}/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hand in bytes that become a version in the background
         * @description For many documents at once: whose turn it is decides when each becomes a version.
         */
        post: operations["passports.documents.uploads.stage"];
    };
    "/v1/document-versions/{documentVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A version of a document */
        get: operations["passports.documents.versions.get"];
    };
    "/v1/document-versions/{documentVersionId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes of a version, as they were uploaded */
        get: operations["passports.documents.versions.content"];
    };
    "/v1/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Snapshots, the newest first */
        get: operations["passports.snapshots.list"];
        /** Create an empty snapshot of facts */
        post: operations["passports.snapshots.create"];
    };
    "/v1/snapshots/{snapshotId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A snapshot */
        get: operations["passports.snapshots.get"];
    };
    "/v1/snapshots/{snapshotId}/build": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check the facts of a snapshot, which is READY then */
        post: operations["passports.snapshots.build"];
    };
    "/v1/snapshots/{snapshotId}/seal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Seal a snapshot that is READY
         * @description From then on its facts are one hash, and it never changes.
         */
        post: operations["passports.snapshots.seal"];
    };
    "/v1/snapshots/{snapshotId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The facts of a snapshot, in the order in which they are hashed */
        get: operations["passports.snapshots.items.list"];
        /**
         * Add facts to a snapshot
         * @description A snapshot that was READY is to be built again.
         */
        post: operations["passports.snapshots.items.add"];
    };
    "/v1/snapshots/{snapshotId}/items/{factId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Take a fact out of a snapshot */
        delete: operations["passports.snapshots.items.remove"];
    };
    "/v1/battery-products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Battery products, the newest first */
        get: operations["passports.products.list"];
        /**
         * Create a battery product
         * @description Its number and name stand in passports and never change.
         */
        post: operations["passports.products.create"];
    };
    "/v1/battery-products/{batteryProductId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A battery product */
        get: operations["passports.products.get"];
    };
    "/v1/rule-packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Packages of rules, the newest first */
        get: operations["passports.rules.packages.list"];
        /** Create a package of rules */
        post: operations["passports.rules.packages.create"];
    };
    "/v1/rule-packages/{rulePackageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A package of rules and its versions */
        get: operations["passports.rules.packages.get"];
    };
    "/v1/rule-packages/{rulePackageId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Add a version to a package of rules
         * @description Refused with line and column when the sources are no rules. The same sources are the version that there is.
         */
        post: operations["passports.rules.versions.add"];
    };
    "/v1/rules/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check rules without storing them
         * @description For editors: what is wrong is an answer, with its place.
         */
        post: operations["passports.rules.check"];
    };
    "/v1/rule-package-versions/{rulePackageVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A version of rules: its sources, fields and test runs */
        get: operations["passports.rules.versions.get"];
        /**
         * Retire rules
         * @description They stay for whoever checks passports that were compiled with them.
         */
        delete: operations["passports.rules.versions.retire"];
    };
    "/v1/rule-package-versions/{rulePackageVersionId}/tests:run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Run the tests of rules */
        post: operations["passports.rules.versions.test"];
    };
    "/v1/rule-package-versions/{rulePackageVersionId}:publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Publish rules whose tests have passed */
        post: operations["passports.rules.versions.publish"];
    };
    "/v1/rule-package-versions/{rulePackageVersionId}:deprecate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Take rules out of use for new passports */
        post: operations["passports.rules.versions.deprecate"];
    };
    "/v1/passport-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to one thing, from its beginning (BPC-EVENT-1) */
        get: operations["passports.events.list"];
    };
    "/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Policies and what is in force of them, the newest first */
        get: operations["passports.policies.list"];
        /**
         * Create a policy
         * @description It decides nothing until it has a version.
         */
        post: operations["passports.policies.create"];
    };
    "/v1/policies/{policyId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Put a version of a policy in force
         * @description In place of the version before. It may deny what a role allows, and never allows what a role does not. Refused when you could not withdraw it.
         */
        post: operations["passports.policies.versions.add"];
    };
    "/v1/policy-versions/{policyVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A version of a policy */
        get: operations["passports.policies.versions.get"];
        /**
         * Withdraw a version of a policy
         * @description Nothing of the policy is in force then. What it was is kept.
         */
        delete: operations["passports.policies.versions.withdraw"];
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs, the newest first
         * @description Without a type those that make passports; deliveries of webhooks are told with `type=DELIVER_WEBHOOK`. A page may be short, even empty, and have a next one.
         */
        get: operations["passports.jobs.list"];
    };
    "/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A job: how it stands, its last error and its result */
        get: operations["passports.jobs.get"];
    };
    "/v1/jobs/{jobId}:retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Have a job done again that has failed
         * @description With all its attempts before it. One that was cancelled is not done again.
         */
        post: operations["passports.jobs.retry"];
    };
    "/v1/jobs/{jobId}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cancel a job
         * @description One that runs is told to end. What it was to do stays undone: a version that was to be compiled or signed says so in its `failure`.
         */
        post: operations["passports.jobs.cancel"];
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhook endpoints, by id */
        get: operations["passports.bpc.listWebhookEndpoints"];
        /** Make an endpoint of the format bpc; it receives what it is subscribed to */
        post: operations["passports.bpc.createWebhookEndpoint"];
    };
    "/v1/webhook-endpoints/{webhookEndpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook endpoint */
        get: operations["passports.bpc.getWebhookEndpoint"];
        /**
         * Send nothing more to an endpoint
         * @description It stays, with its deliveries. POST /v1/webhooks/endpoints/{endpointId}/enable undoes it.
         */
        delete: operations["passports.bpc.deactivateWebhookEndpoint"];
    };
    "/v1/webhook-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscriptions, by endpoint
         * @description `limit` counts endpoints.
         */
        get: operations["passports.bpc.listSubscriptions"];
        /** Have an endpoint receive events of a type */
        post: operations["passports.bpc.subscribe"];
    };
    "/v1/webhook-subscriptions/{webhookSubscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** End a subscription */
        delete: operations["passports.bpc.unsubscribe"];
    };
    "/v1/audit/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of all passports, documents, snapshots and rules, the newest first (BPC-EVENT-1)
         * @description /v1/passport-events has those of one thing, from its beginning, with the check of their chain.
         */
        get: operations["passports.bpc.auditEvents"];
    };
    "/v1/passports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Passports, the newest first */
        get: operations["passports.passports.list"];
        /**
         * Create the passport of a product or of one battery
         * @description With a serial number it is of one battery. Asked for again, it is the one that there is.
         */
        post: operations["passports.passports.create"];
    };
    "/v1/passports/{passportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One passport */
        get: operations["passports.passports.get"];
    };
    "/v1/passports/{passportId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The versions of a passport, the newest first */
        get: operations["passports.passports.versions"];
    };
    "/v1/passports/{passportId}/compile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compile a new version
         * @description It is compiled and signed, and its QR code drawn, by the workers. Activate it then. The same request within one second is for the same version.
         */
        post: operations["passports.passports.compile"];
    };
    "/v1/passport-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make the passports of many batteries
         * @description Each document becomes the facts of a snapshot of its own, which is sealed, compiled and signed, and its QR code drawn, in the background. A battery whose document is rejected or cannot be compiled says why; the others go on.
         */
        post: operations["passports.batches.create"];
    };
    "/v1/passport-batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the passports of a batch are */
        get: operations["passports.batches.get"];
    };
    "/v1/passport-batches/{batchId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The batteries of a batch in their order, each with its version */
        get: operations["passports.batches.items"];
    };
    "/v1/passport-versions/{passportVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version of a passport */
        get: operations["passports.versions.get"];
    };
    "/v1/passport-versions/{passportVersionId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make a signed version the one that counts
         * @description The version that was active until now is superseded by it.
         */
        post: operations["passports.versions.activate"];
    };
    "/v1/passport-versions/{passportVersionId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take a version back
         * @description For good. What was scanned or saved of it still verifies: its status tells that it was revoked, and why.
         */
        post: operations["passports.versions.revoke"];
    };
    "/v1/passport-versions/{passportVersionId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compile a version again and compare every hash
         * @description 202 when the workers take longer than the caller should wait: the result is that of the job.
         */
        post: operations["passports.versions.replay"];
    };
    "/v1/passport-versions/{passportVersionId}/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw the QR codes of a version again
         * @description Such as when passports have got another public address. BPC-QR-1 comes out as it was.
         */
        post: operations["passports.versions.draw"];
    };
    "/v1/passport-versions/{passportVersionId}/payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a version says (BPC-PASSPORT-1)
         * @description The stored bytes; the ETag is their hash, that of a proof its root.
         */
        get: operations["passports.versions.payload"];
    };
    "/v1/passport-versions/{passportVersionId}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How every field came about (BPC-PROOF-1)
         * @description The stored bytes; the ETag is their hash, that of a proof its root.
         */
        get: operations["passports.versions.proof"];
    };
    "/v1/passport-versions/{passportVersionId}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was made of what, and who signed it (BPC-RECEIPT-1)
         * @description The stored bytes; the ETag is their hash, that of a proof its root.
         */
        get: operations["passports.versions.receipt"];
    };
    "/v1/passport-versions/{passportVersionId}/qr.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** BPC-QR-1 as PNG */
        get: operations["passports.versions.qrPng"];
    };
    "/v1/passport-versions/{passportVersionId}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** BPC-QR-1 as SVG */
        get: operations["passports.versions.qrSvg"];
    };
    "/v1/passport-versions/{passportVersionId}/link.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The web link as a QR code, PNG */
        get: operations["passports.versions.linkPng"];
    };
    "/v1/passport-versions/{passportVersionId}/link.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The web link as a QR code, SVG */
        get: operations["passports.versions.linkSvg"];
    };
    "/v1/passport-versions/{passportVersionId}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A label to print */
        get: operations["passports.versions.label"];
    };
    "/v1/public/passports/{passportVersionId}/qr.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** BPC-QR-1 as PNG */
        get: operations["passports.public.qrPng"];
    };
    "/v1/public/passports/{passportVersionId}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** BPC-QR-1 as SVG */
        get: operations["passports.public.qrSvg"];
    };
    "/v1/public/passports/{passportVersionId}/link.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The web link as a QR code, PNG */
        get: operations["passports.public.linkPng"];
    };
    "/v1/public/passports/{passportVersionId}/link.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The web link as a QR code, SVG */
        get: operations["passports.public.linkSvg"];
    };
    "/v1/public/passports/{passportVersionId}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A label to print */
        get: operations["passports.public.label"];
    };
    "/v1/passport-versions/{passportVersionId}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The exports of a version */
        get: operations["passports.exports.list"];
        /** Export an active version */
        post: operations["passports.exports.create"];
    };
    "/v1/passport-exports/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was exported */
        get: operations["passports.exports.get"];
    };
    "/v1/rule-package-versions/{rulePackageVersionId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who may see which field */
        get: operations["passports.access.get"];
        /**
         * Say who may see which field
         * @description By the paths of fields: public, interested or authority. `*` stands for all fields that are not named, `compliance` for that list. What is not said is for authorities only.
         */
        put: operations["passports.access.set"];
    };
    "/v1/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public side of all signing keys
         * @description For everybody who verifies passports. A key that is compromised vouches for nothing.
         */
        get: operations["passports.keys.list"];
        /**
         * Add a signing key
         * @description The public side only: private keys are given to the workers. From now on it signs; the key that did so until now is retired, and signs what was compiled for it.
         */
        post: operations["passports.keys.add"];
    };
    "/v1/signing-keys/{keyId}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Let a key sign nothing new */
        post: operations["passports.keys.retire"];
    };
    "/v1/signing-keys/{keyId}/compromise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Disown a key that others may have
         * @description For good. Nothing that it signed is vouched for any more: compile those passports again.
         */
        post: operations["passports.keys.compromise"];
    };
    "/v1/public/passports/{passportVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you may see of a passport
         * @description Without a key the public tier. A key with the role passport:interested or passport:authority opens that tier, one with viewer everything of its tenant.
         */
        get: operations["passports.public.get"];
    };
    "/v1/public/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The passport of a scanned BPC-QR-1
         * @description Refused when the hashes of the code are not those of the passport: the label is then of another one, or forged.
         */
        get: operations["passports.public.scan"];
    };
    "/v1/public/gtin/{gtin}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The passport of a GTIN, as GS1 Digital Links name it */
        get: operations["passports.public.gtin"];
    };
    "/v1/verify/{passportVersionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status, hashes and what proves the fields that you may see
         * @description The signed receipt, and of the proof the root with the definitions of those fields: their hashes lead to the root that was signed. Have the key from somebody you trust.
         */
        get: operations["passports.public.verify"];
    };
    "/v1/public/passports/{passportVersionId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole passport as a file that verifies offline (BPC-FILE-1)
         * @description For those who may see every field of it. Verify it with `rota passports verify`.
         */
        get: operations["passports.public.file"];
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
    "passports.documents.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                kind?: "BOM" | "PCF" | "DUE_DILIGENCE" | "DATA_MODEL" | "OTHER";
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_id: string;
                            tenant: string;
                            /** @enum {string} */
                            kind: "BOM" | "PCF" | "DUE_DILIGENCE" | "DATA_MODEL" | "OTHER";
                            external_ref: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.documents.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description What it is about; of OTHER nothing is read.
                     * @enum {string}
                     */
                    kind: "BOM" | "PCF" | "DUE_DILIGENCE" | "DATA_MODEL" | "OTHER";
                    /** @description What it is called where it comes from. */
                    external_ref?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        document_id: string;
                        tenant: string;
                        /** @enum {string} */
                        kind: "BOM" | "PCF" | "DUE_DILIGENCE" | "DATA_MODEL" | "OTHER";
                        external_ref: string | null;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
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
    "passports.documents.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                documentId: string;
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
                        document: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_id: string;
                            tenant: string;
                            /** @enum {string} */
                            kind: "BOM" | "PCF" | "DUE_DILIGENCE" | "DATA_MODEL" | "OTHER";
                            external_ref: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        };
                        versions: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_version_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_id: string;
                            version: number;
                            /** @enum {string} */
                            status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
                            mime_type: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            sha256: string;
                            bytes: number;
                            /** @description Why it was rejected, with the place. */
                            objection: string | null;
                            uploaded_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            uploaded_at: string;
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
    "passports.facts.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                fact_type?: string;
                fact_key_prefix?: string;
                document_version_id?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            fact_id: string;
                            tenant: string;
                            fact_type: string;
                            fact_key: string;
                            schema_version: number;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_version_id: string;
                            /** @description BPC-CJSON-1: the very bytes that are hashed. */
                            payload_canonical: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            payload_hash: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.documents.versions.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The bytes in base64, at most 10000000 of them.
                     * @example eyJza3UiOiJTMSJ9
                     */
                    content: string;
                    /**
                     * @example application/json
                     * @example text/csv
                     */
                    mime_type: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        document_version_id: string;
                        version: number;
                        /** @description SHA-256 in hexadecimal digits. */
                        sha256: string;
                        /** @enum {string} */
                        status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
                        /** @description Reads it; null when that was done before. */
                        job_id: string | null;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        document_version_id: string;
                        version: number;
                        /** @description SHA-256 in hexadecimal digits. */
                        sha256: string;
                        /** @enum {string} */
                        status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
                        /** @description Reads it; null when that was done before. */
                        job_id: string | null;
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
    "passports.documents.uploads.stage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The bytes in base64, at most 10000000 of them.
                     * @example eyJza3UiOiJTMSJ9
                     */
                    content: string;
                    /**
                     * @example application/json
                     * @example text/csv
                     */
                    mime_type: string;
                };
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        upload_id: string;
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
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
    "passports.documents.versions.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                documentVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        document_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        document_id: string;
                        version: number;
                        /** @enum {string} */
                        status: "UPLOADED" | "PARSED" | "VALIDATED" | "REJECTED";
                        mime_type: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        sha256: string;
                        bytes: number;
                        /** @description Why it was rejected, with the place. */
                        objection: string | null;
                        uploaded_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        uploaded_at: string;
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
    "passports.documents.versions.content": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                documentVersionId: string;
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
                    "application/octet-stream": string;
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
    "passports.snapshots.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                status?: "BUILDING" | "READY" | "SEALED";
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            snapshot_id: string;
                            tenant: string;
                            /** @enum {string} */
                            status: "BUILDING" | "READY" | "SEALED";
                            /** @description Grows with each change of its items. */
                            revision: number;
                            label: string | null;
                            /** @description Null until it is sealed. */
                            snapshot_hash: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            sealed_by: string | null;
                            sealed_at: string | null;
                        }[];
                        next_cursor: string | null;
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
    "passports.snapshots.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    label?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        snapshot_id: string;
                        tenant: string;
                        /** @enum {string} */
                        status: "BUILDING" | "READY" | "SEALED";
                        /** @description Grows with each change of its items. */
                        revision: number;
                        label: string | null;
                        /** @description Null until it is sealed. */
                        snapshot_hash: string | null;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        sealed_by: string | null;
                        sealed_at: string | null;
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
    "passports.snapshots.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                snapshotId: string;
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
                        snapshot: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            snapshot_id: string;
                            tenant: string;
                            /** @enum {string} */
                            status: "BUILDING" | "READY" | "SEALED";
                            /** @description Grows with each change of its items. */
                            revision: number;
                            label: string | null;
                            /** @description Null until it is sealed. */
                            snapshot_hash: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            sealed_by: string | null;
                            sealed_at: string | null;
                        };
                        item_count: number;
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
    "passports.snapshots.build": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
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
    "passports.snapshots.seal": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        snapshot_id: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        snapshot_hash: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        sealed_at: string;
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
    "passports.snapshots.items.list": {
        parameters: {
            query?: {
                /** @description With after_key: the last fact of the page before. */
                after_type?: string;
                after_key?: string;
                limit?: number;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                snapshotId: string;
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            fact_id: string;
                            fact_type: string;
                            fact_key: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            payload_hash: string;
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
    "passports.snapshots.items.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    fact_id?: string;
                    fact_ids?: string[];
                    /** @description All facts that these versions of documents say. */
                    document_version_ids?: string[];
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
                        added: number;
                        snapshot: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            snapshot_id: string;
                            tenant: string;
                            /** @enum {string} */
                            status: "BUILDING" | "READY" | "SEALED";
                            /** @description Grows with each change of its items. */
                            revision: number;
                            label: string | null;
                            /** @description Null until it is sealed. */
                            snapshot_hash: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            sealed_by: string | null;
                            sealed_at: string | null;
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
    "passports.snapshots.items.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                snapshotId: string;
                factId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        snapshot_id: string;
                        tenant: string;
                        /** @enum {string} */
                        status: "BUILDING" | "READY" | "SEALED";
                        /** @description Grows with each change of its items. */
                        revision: number;
                        label: string | null;
                        /** @description Null until it is sealed. */
                        snapshot_hash: string | null;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        sealed_by: string | null;
                        sealed_at: string | null;
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
    "passports.products.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                sku?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            battery_product_id: string;
                            tenant: string;
                            sku: string;
                            name: string;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.products.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description Its number.
                     * @example SKU-123
                     */
                    sku: string;
                    /** @example Pack 75 */
                    name: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        tenant: string;
                        sku: string;
                        name: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
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
    "passports.products.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                batteryProductId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        tenant: string;
                        sku: string;
                        name: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
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
    "passports.rules.packages.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_id: string;
                            tenant: string;
                            name: string;
                            description: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.rules.packages.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @example eu-battery-regulation */
                    name: string;
                    description?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_id: string;
                        tenant: string;
                        name: string;
                        description: string | null;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
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
    "passports.rules.packages.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageId: string;
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
                        rule_package: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_id: string;
                            tenant: string;
                            name: string;
                            description: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        };
                        versions: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_version_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_id: string;
                            version: number;
                            /** @enum {string} */
                            status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                            compiler_min_build: string | null;
                            /** @description SHA-256 in hexadecimal digits. */
                            dsl_sha256: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            tests_sha256: string;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            published_by: string | null;
                            published_at: string | null;
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
    "passports.rules.versions.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The rules, in BPC-RULES-1. */
                    dsl_source: string;
                    /** @description Their examples and properties. Default: none. */
                    tests_source?: string;
                    /**
                     * @description The first build of the compiler that knows them, in the form of the build that stands in receipts.
                     * @example rota-0.1.0
                     */
                    compiler_min_build?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_id: string;
                        version: number;
                        /** @enum {string} */
                        status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                        compiler_min_build: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        dsl_sha256: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        tests_sha256: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        published_by: string | null;
                        published_at: string | null;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_id: string;
                        version: number;
                        /** @enum {string} */
                        status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                        compiler_min_build: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        dsl_sha256: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        tests_sha256: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        published_by: string | null;
                        published_at: string | null;
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
    "passports.rules.check": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The rules, in BPC-RULES-1. */
                    dsl_source: string;
                    /** @description Their examples and properties. Default: none. */
                    tests_source?: string;
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
                        fields: {
                            field_path: string;
                            field_type: string;
                        }[];
                        problem: {
                            /** @example RULE_TYPE_ERROR */
                            code: string;
                            message: string;
                            line: number | null;
                            column: number | null;
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
    "passports.rules.versions.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
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
                        version: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_version_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_id: string;
                            version: number;
                            /** @enum {string} */
                            status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                            compiler_min_build: string | null;
                            /** @description SHA-256 in hexadecimal digits. */
                            dsl_sha256: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            tests_sha256: string;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            published_by: string | null;
                            published_at: string | null;
                        };
                        dsl_source: string;
                        tests_source: string;
                        fields: {
                            field_path: string;
                            field_type: string;
                            is_required: boolean;
                        }[];
                        /** @description The newest first. */
                        test_runs: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            run_id: string;
                            seed: string | null;
                            /** @enum {string} */
                            status: "PASSED" | "FAILED";
                            cases: number;
                            failed: number;
                            /** @description The first: which test, and why. */
                            failure: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
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
    "passports.rules.versions.retire": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_id: string;
                        version: number;
                        /** @enum {string} */
                        status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                        compiler_min_build: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        dsl_sha256: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        tests_sha256: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        published_by: string | null;
                        published_at: string | null;
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
    "passports.rules.versions.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Mixed into the seeds of the properties: other cases are drawn. */
                    seed?: number;
                };
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
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
    "passports.rules.versions.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_id: string;
                        version: number;
                        /** @enum {string} */
                        status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                        compiler_min_build: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        dsl_sha256: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        tests_sha256: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        published_by: string | null;
                        published_at: string | null;
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
    "passports.rules.versions.deprecate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_id: string;
                        version: number;
                        /** @enum {string} */
                        status: "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";
                        compiler_min_build: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        dsl_sha256: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        tests_sha256: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        published_by: string | null;
                        published_at: string | null;
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
    "passports.events.list": {
        parameters: {
            query: {
                /** @description Whose it is. */
                tenant?: string;
                aggregate_type: "Document" | "DocumentVersion" | "DataSnapshot" | "BatteryProduct" | "RulePackage" | "RulePackageVersion" | "Passport" | "PassportVersion" | "SigningKey" | "Policy";
                aggregate_id: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            event_id: string;
                            /** @description As it stands in the hash. */
                            tenant_id: string;
                            aggregate_type: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            aggregate_id: string;
                            aggregate_version: number;
                            event_type: string;
                            /** @example 2026-01-02T03:04:05.000001Z */
                            occurred_at: string;
                            /** @description Null: the system itself. */
                            actor_id: string | null;
                            payload_canonical: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            payload_hash: string;
                            prev_event_hash: string | null;
                            /** @description SHA-256 in hexadecimal digits. */
                            event_hash: string;
                        }[];
                        /** @description Whether all hashes and links were found to be right. */
                        is_unchanged: boolean;
                        difference: {
                            aggregate_version: number;
                            why: string;
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
    "passports.policies.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            policy_id: string;
                            tenant: string;
                            name: string;
                            description: string | null;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            /** @description Null: none of its versions. */
                            in_force: {
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                policy_version_id: string;
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                policy_id: string;
                                version: number;
                                /** @description Whether it is in force. */
                                is_active: boolean;
                                /** @enum {string} */
                                effect: "ALLOW" | "DENY";
                                target: {
                                    path: string;
                                    methods?: string[];
                                };
                                priority: number;
                                conditions: {
                                    actor_ids?: string[];
                                    resource_ids?: string[];
                                    not_before?: string;
                                    not_after?: string;
                                    source_ips?: string[];
                                };
                                /** @description Effect, target, priority and conditions in BPC-CJSON-1. */
                                policy_canonical: string;
                                /** @description SHA-256 in hexadecimal digits. */
                                policy_hash: string;
                                created_by: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                created_at: string;
                                /** @description Who withdrew it, or put another version in its place. */
                                ended_by: string | null;
                                ended_at: string | null;
                            } | null;
                        }[];
                        next_cursor: string | null;
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
    "passports.policies.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description Told to whoever is denied something.
                     * @example revoked-by-two-people-only
                     */
                    name: string;
                    description?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_id: string;
                        tenant: string;
                        name: string;
                        description: string | null;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        /** @description Null: none of its versions. */
                        in_force: {
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            policy_version_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            policy_id: string;
                            version: number;
                            /** @description Whether it is in force. */
                            is_active: boolean;
                            /** @enum {string} */
                            effect: "ALLOW" | "DENY";
                            target: {
                                path: string;
                                methods?: string[];
                            };
                            priority: number;
                            conditions: {
                                actor_ids?: string[];
                                resource_ids?: string[];
                                not_before?: string;
                                not_after?: string;
                                source_ips?: string[];
                            };
                            /** @description Effect, target, priority and conditions in BPC-CJSON-1. */
                            policy_canonical: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            policy_hash: string;
                            created_by: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            /** @description Who withdrew it, or put another version in its place. */
                            ended_by: string | null;
                            ended_at: string | null;
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
    "passports.policies.versions.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                policyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    effect: "ALLOW" | "DENY";
                    target: {
                        /**
                         * @description A pattern of paths: `*` stands for any text, also with slashes.
                         * @example /v1/passports/*
                         * @example /v1/passport-versions/*\/revoke
                         */
                        path: string;
                        /** @description Default: all. */
                        methods?: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
                    };
                    /**
                     * @description The lowest number that is about a request decides; at the same number DENY.
                     * @default 100
                     */
                    priority?: number;
                    /** @description All that are given must hold. Default: none. */
                    conditions?: {
                        /** @description Who asks: names, as events tell them. */
                        actor_ids?: string[];
                        /** @description What is asked for: ids in the path. */
                        resource_ids?: string[];
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        not_before?: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        not_after?: string;
                        /** @description Where the request comes from: addresses, or ranges of them. */
                        source_ips?: string[];
                    };
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_id: string;
                        version: number;
                        /** @description Whether it is in force. */
                        is_active: boolean;
                        /** @enum {string} */
                        effect: "ALLOW" | "DENY";
                        target: {
                            path: string;
                            methods?: string[];
                        };
                        priority: number;
                        conditions: {
                            actor_ids?: string[];
                            resource_ids?: string[];
                            not_before?: string;
                            not_after?: string;
                            source_ips?: string[];
                        };
                        /** @description Effect, target, priority and conditions in BPC-CJSON-1. */
                        policy_canonical: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        policy_hash: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        /** @description Who withdrew it, or put another version in its place. */
                        ended_by: string | null;
                        ended_at: string | null;
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
    "passports.policies.versions.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                policyVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_id: string;
                        version: number;
                        /** @description Whether it is in force. */
                        is_active: boolean;
                        /** @enum {string} */
                        effect: "ALLOW" | "DENY";
                        target: {
                            path: string;
                            methods?: string[];
                        };
                        priority: number;
                        conditions: {
                            actor_ids?: string[];
                            resource_ids?: string[];
                            not_before?: string;
                            not_after?: string;
                            source_ips?: string[];
                        };
                        /** @description Effect, target, priority and conditions in BPC-CJSON-1. */
                        policy_canonical: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        policy_hash: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        /** @description Who withdrew it, or put another version in its place. */
                        ended_by: string | null;
                        ended_at: string | null;
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
    "passports.policies.versions.withdraw": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                policyVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        policy_id: string;
                        version: number;
                        /** @description Whether it is in force. */
                        is_active: boolean;
                        /** @enum {string} */
                        effect: "ALLOW" | "DENY";
                        target: {
                            path: string;
                            methods?: string[];
                        };
                        priority: number;
                        conditions: {
                            actor_ids?: string[];
                            resource_ids?: string[];
                            not_before?: string;
                            not_after?: string;
                            source_ips?: string[];
                        };
                        /** @description Effect, target, priority and conditions in BPC-CJSON-1. */
                        policy_canonical: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        policy_hash: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        /** @description Who withdrew it, or put another version in its place. */
                        ended_by: string | null;
                        ended_at: string | null;
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
    "passports.jobs.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                type?: "INGEST_DOCUMENT" | "PARSE_FACTS" | "BUILD_SNAPSHOT" | "RUN_RULE_TESTS" | "COMPILE_PASSPORT" | "SIGN_PASSPORT" | "GENERATE_QR" | "REPLAY_PASSPORT" | "EXPORT_PASSPORT" | "DELIVER_WEBHOOK";
                status?: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
            };
            header?: {
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
                            /**
                             * @description Of what is done in the background: see /v1/jobs.
                             * @example 42
                             */
                            job_id: string;
                            tenant: string;
                            /** @enum {string} */
                            type: "INGEST_DOCUMENT" | "PARSE_FACTS" | "BUILD_SNAPSHOT" | "RUN_RULE_TESTS" | "COMPILE_PASSPORT" | "SIGN_PASSPORT" | "GENERATE_QR" | "REPLAY_PASSPORT" | "EXPORT_PASSPORT" | "DELIVER_WEBHOOK";
                            /**
                             * @description FAILED: trying again could not help. DEAD_LETTER: its attempts are used up.
                             * @enum {string}
                             */
                            status: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
                            /** @description 0 goes first. */
                            priority: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            finished_at: string | null;
                        }[];
                        next_cursor: string | null;
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
    "passports.jobs.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                jobId: string;
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
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        tenant: string;
                        /** @enum {string} */
                        type: "INGEST_DOCUMENT" | "PARSE_FACTS" | "BUILD_SNAPSHOT" | "RUN_RULE_TESTS" | "COMPILE_PASSPORT" | "SIGN_PASSPORT" | "GENERATE_QR" | "REPLAY_PASSPORT" | "EXPORT_PASSPORT" | "DELIVER_WEBHOOK";
                        /**
                         * @description FAILED: trying again could not help. DEAD_LETTER: its attempts are used up.
                         * @enum {string}
                         */
                        status: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
                        /** @description 0 goes first. */
                        priority: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** @description Null: another job. */
                        created_by: string | null;
                        attempts: number;
                        max_attempts: number;
                        /** @description When it is tried next, if it waits for that. */
                        scheduled_at: string | null;
                        started_at: string | null;
                        last_error: {
                            code: string | null;
                            message: string | null;
                        } | null;
                        /** @description What it is about: ids. */
                        payload: unknown;
                        /** @description What came of it, once it has succeeded. */
                        result: unknown;
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
    "passports.jobs.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept in the audit log. */
                    reason?: string;
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
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        tenant: string;
                        /** @enum {string} */
                        type: "INGEST_DOCUMENT" | "PARSE_FACTS" | "BUILD_SNAPSHOT" | "RUN_RULE_TESTS" | "COMPILE_PASSPORT" | "SIGN_PASSPORT" | "GENERATE_QR" | "REPLAY_PASSPORT" | "EXPORT_PASSPORT" | "DELIVER_WEBHOOK";
                        /**
                         * @description FAILED: trying again could not help. DEAD_LETTER: its attempts are used up.
                         * @enum {string}
                         */
                        status: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
                        /** @description 0 goes first. */
                        priority: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** @description Null: another job. */
                        created_by: string | null;
                        attempts: number;
                        max_attempts: number;
                        /** @description When it is tried next, if it waits for that. */
                        scheduled_at: string | null;
                        started_at: string | null;
                        last_error: {
                            code: string | null;
                            message: string | null;
                        } | null;
                        /** @description What it is about: ids. */
                        payload: unknown;
                        /** @description What came of it, once it has succeeded. */
                        result: unknown;
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
    "passports.jobs.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept in the audit log. */
                    reason?: string;
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
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        tenant: string;
                        /** @enum {string} */
                        type: "INGEST_DOCUMENT" | "PARSE_FACTS" | "BUILD_SNAPSHOT" | "RUN_RULE_TESTS" | "COMPILE_PASSPORT" | "SIGN_PASSPORT" | "GENERATE_QR" | "REPLAY_PASSPORT" | "EXPORT_PASSPORT" | "DELIVER_WEBHOOK";
                        /**
                         * @description FAILED: trying again could not help. DEAD_LETTER: its attempts are used up.
                         * @enum {string}
                         */
                        status: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
                        /** @description 0 goes first. */
                        priority: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        finished_at: string | null;
                        /** @description Null: another job. */
                        created_by: string | null;
                        attempts: number;
                        max_attempts: number;
                        /** @description When it is tried next, if it waits for that. */
                        scheduled_at: string | null;
                        started_at: string | null;
                        last_error: {
                            code: string | null;
                            message: string | null;
                        } | null;
                        /** @description What it is about: ids. */
                        payload: unknown;
                        /** @description What came of it, once it has succeeded. */
                        result: unknown;
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
    "passports.bpc.listWebhookEndpoints": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            webhook_endpoint_id: string;
                            tenant_id: string;
                            url: string;
                            is_active: boolean;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.bpc.createWebhookEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    url: string;
                    /** @description `whsec_` and the base64 of 24 to 64 bytes. Default: a random one, which is in the answer. */
                    secret?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_endpoint_id: string;
                        tenant_id: string;
                        url: string;
                        is_active: boolean;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        /** @description Null when the request is repeated: it is shown once. */
                        secret: string | null;
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
    "passports.bpc.getWebhookEndpoint": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                webhookEndpointId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_endpoint_id: string;
                        tenant_id: string;
                        url: string;
                        is_active: boolean;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
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
    "passports.bpc.deactivateWebhookEndpoint": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                webhookEndpointId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_endpoint_id: string;
                        tenant_id: string;
                        url: string;
                        is_active: boolean;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
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
    "passports.bpc.listSubscriptions": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                webhook_endpoint_id?: string;
                event_type?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            webhook_subscription_id: string;
                            tenant_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            webhook_endpoint_id: string;
                            event_type: string;
                            /**
                             * Format: date-time
                             * @description When its endpoint was created.
                             */
                            created_at: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.bpc.subscribe": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    webhook_endpoint_id: string;
                    /**
                     * @description Such as `passport.version.signed`, or the name that it has in the body: `PASSPORT_SIGNED`.
                     * @example passport.version.signed
                     */
                    event_type: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_subscription_id: string;
                        tenant_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_endpoint_id: string;
                        event_type: string;
                        /**
                         * Format: date-time
                         * @description When its endpoint was created.
                         */
                        created_at: string;
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
    "passports.bpc.unsubscribe": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                webhookSubscriptionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_subscription_id: string;
                        tenant_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        webhook_endpoint_id: string;
                        event_type: string;
                        /**
                         * Format: date-time
                         * @description When its endpoint was created.
                         */
                        created_at: string;
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
    "passports.bpc.auditEvents": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                aggregate_type?: "Document" | "DocumentVersion" | "DataSnapshot" | "BatteryProduct" | "RulePackage" | "RulePackageVersion" | "Passport" | "PassportVersion" | "SigningKey" | "Policy";
                aggregate_id?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            event_id: string;
                            /** @description As it stands in the hash. */
                            tenant_id: string;
                            aggregate_type: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            aggregate_id: string;
                            aggregate_version: number;
                            event_type: string;
                            /** @example 2026-01-02T03:04:05.000001Z */
                            occurred_at: string;
                            /** @description Null: the system itself. */
                            actor_id: string | null;
                            payload_canonical: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            payload_hash: string;
                            prev_event_hash: string | null;
                            /** @description SHA-256 in hexadecimal digits. */
                            event_hash: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.passports.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                battery_product_id?: string;
                serial_number?: string;
            };
            header?: {
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            passport_id: string;
                            tenant: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            battery_product_id: string;
                            /** @enum {string} */
                            scope: "product" | "item";
                            serial_number: string | null;
                            gtin: string | null;
                            /** @description The version that is ACTIVE. */
                            current_version_id: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            created_by: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.passports.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    battery_product_id: string;
                    /** @example SN-0042 */
                    serial_number?: string;
                    /**
                     * @description With it, web links are GS1 Digital Links.
                     * @example 9506000134352
                     */
                    gtin?: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @enum {string} */
                        scope: "product" | "item";
                        serial_number: string | null;
                        gtin: string | null;
                        /** @description The version that is ACTIVE. */
                        current_version_id: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        created_by: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @enum {string} */
                        scope: "product" | "item";
                        serial_number: string | null;
                        gtin: string | null;
                        /** @description The version that is ACTIVE. */
                        current_version_id: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        created_by: string;
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
    "passports.passports.get": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @enum {string} */
                        scope: "product" | "item";
                        serial_number: string | null;
                        gtin: string | null;
                        /** @description The version that is ACTIVE. */
                        current_version_id: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        created_by: string;
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
    "passports.passports.versions": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are returned. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportId: string;
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            passport_version_id: string;
                            tenant: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            passport_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            battery_product_id: string;
                            /** @enum {string} */
                            status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                            /** @description Why it cannot be compiled or signed. */
                            failure: {
                                code: string;
                                message: string;
                            } | null;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            snapshot_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            rule_package_version_id: string;
                            compiler_build_id: string;
                            signing_key_id: string;
                            /** @example 2026-01-02T03:04:05Z */
                            issued_at: string;
                            payload_hash: string | null;
                            proof_root_hash: string | null;
                            receipt_hash: string | null;
                            has_qr: boolean;
                            compiled_at: string | null;
                            signed_at: string | null;
                            activated_at: string | null;
                            activated_by: string | null;
                            superseded_at: string | null;
                            revoked_at: string | null;
                            revoked_by: string | null;
                            revocation_reason: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
                            created_by: string;
                        }[];
                        next_cursor: string | null;
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
    "passports.passports.compile": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    snapshot_id: string;
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    rule_package_version_id: string;
                    /**
                     * @description 0 goes first among the jobs of the tenant.
                     * @default 1
                     */
                    priority?: number;
                };
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        /** @enum {string} */
                        status: "ACCEPTED";
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
    "passports.batches.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    battery_product_id: string;
                    /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                    rule_package_version_id: string;
                    batteries: {
                        /** @example SN-0042 */
                        serial_number: string;
                        /**
                         * @description With it, web links are GS1 Digital Links.
                         * @example 9506000134352
                         */
                        gtin?: string;
                        /**
                         * @description Of its document. Default: DATA_MODEL.
                         * @enum {string}
                         */
                        kind?: "BOM" | "PCF" | "DUE_DILIGENCE" | "DATA_MODEL" | "OTHER";
                        /**
                         * @description The bytes in base64, at most 10000000 of them.
                         * @example eyJza3UiOiJTMSJ9
                         */
                        content: string;
                        /**
                         * @example application/json
                         * @example text/csv
                         */
                        mime_type: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        batch_id: string;
                        /** @description Of the tasks that read the documents. */
                        job_ids: string[];
                        items: {
                            serial_number: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            passport_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            passport_version_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_version_id: string;
                        }[];
                        /** @enum {string} */
                        status: "ACCEPTED";
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
    "passports.batches.get": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                batchId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        batch_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        created_by: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        total: number;
                        /** @description Not signed yet. */
                        compiling: number;
                        /** @description Signed, and without a QR code yet. */
                        signed: number;
                        /** @description With their QR code. */
                        completed: number;
                        /** @description Their versions say why. */
                        failed: number;
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
    "passports.batches.items": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description The position of the last one of the page before. */
                after?: number;
                limit?: number;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                batchId: string;
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
                            position: number;
                            serial_number: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            document_version_id: string;
                            version: {
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                passport_version_id: string;
                                tenant: string;
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                passport_id: string;
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                battery_product_id: string;
                                /** @enum {string} */
                                status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                                /** @description Why it cannot be compiled or signed. */
                                failure: {
                                    code: string;
                                    message: string;
                                } | null;
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                snapshot_id: string;
                                /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                                rule_package_version_id: string;
                                compiler_build_id: string;
                                signing_key_id: string;
                                /** @example 2026-01-02T03:04:05Z */
                                issued_at: string;
                                payload_hash: string | null;
                                proof_root_hash: string | null;
                                receipt_hash: string | null;
                                has_qr: boolean;
                                compiled_at: string | null;
                                signed_at: string | null;
                                activated_at: string | null;
                                activated_by: string | null;
                                superseded_at: string | null;
                                revoked_at: string | null;
                                revoked_by: string | null;
                                revocation_reason: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                created_at: string;
                                created_by: string;
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
    "passports.versions.get": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @enum {string} */
                        status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @description Why it cannot be compiled or signed. */
                        failure: {
                            code: string;
                            message: string;
                        } | null;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        snapshot_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        compiler_build_id: string;
                        signing_key_id: string;
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        payload_hash: string | null;
                        proof_root_hash: string | null;
                        receipt_hash: string | null;
                        has_qr: boolean;
                        compiled_at: string | null;
                        signed_at: string | null;
                        activated_at: string | null;
                        activated_by: string | null;
                        superseded_at: string | null;
                        revoked_at: string | null;
                        revoked_by: string | null;
                        revocation_reason: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        created_by: string;
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
    "passports.versions.activate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @enum {string} */
                        status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @description Why it cannot be compiled or signed. */
                        failure: {
                            code: string;
                            message: string;
                        } | null;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        snapshot_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        compiler_build_id: string;
                        signing_key_id: string;
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        payload_hash: string | null;
                        proof_root_hash: string | null;
                        receipt_hash: string | null;
                        has_qr: boolean;
                        compiled_at: string | null;
                        signed_at: string | null;
                        activated_at: string | null;
                        activated_by: string | null;
                        superseded_at: string | null;
                        revoked_at: string | null;
                        revoked_by: string | null;
                        revocation_reason: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        created_by: string;
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
    "passports.versions.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @description Everybody can read it. */
                    reason: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        tenant: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        battery_product_id: string;
                        /** @enum {string} */
                        status: "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @description Why it cannot be compiled or signed. */
                        failure: {
                            code: string;
                            message: string;
                        } | null;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        snapshot_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        rule_package_version_id: string;
                        compiler_build_id: string;
                        signing_key_id: string;
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        payload_hash: string | null;
                        proof_root_hash: string | null;
                        receipt_hash: string | null;
                        has_qr: boolean;
                        compiled_at: string | null;
                        signed_at: string | null;
                        activated_at: string | null;
                        activated_by: string | null;
                        superseded_at: string | null;
                        revoked_at: string | null;
                        revoked_by: string | null;
                        revocation_reason: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        created_at: string;
                        created_by: string;
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
    "passports.versions.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
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
                        verification: "passed";
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
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        /** @enum {string} */
                        status: "ACCEPTED";
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
    "passports.versions.draw": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                };
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        /** @enum {string} */
                        status: "ACCEPTED";
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
    "passports.versions.payload": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "application/json": string;
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
    "passports.versions.proof": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "application/json": string;
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
    "passports.versions.receipt": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "application/json": string;
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
    "passports.versions.qrPng": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "image/png": string;
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
    "passports.versions.qrSvg": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "image/svg+xml": string;
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
    "passports.versions.linkPng": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "image/png": string;
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
    "passports.versions.linkSvg": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "image/svg+xml": string;
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
    "passports.versions.label": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description Width of a code. */
                qr_mm?: number;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                    "text/html": string;
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
    "passports.public.qrPng": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: never;
            path: {
                passportVersionId: string;
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
                    "image/png": string;
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
    "passports.public.qrSvg": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: never;
            path: {
                passportVersionId: string;
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
                    "image/svg+xml": string;
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
    "passports.public.linkPng": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: never;
            path: {
                passportVersionId: string;
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
                    "image/png": string;
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
    "passports.public.linkSvg": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: never;
            path: {
                passportVersionId: string;
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
                    "image/svg+xml": string;
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
    "passports.public.label": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description Width of a code. */
                qr_mm?: number;
            };
            header?: never;
            path: {
                passportVersionId: string;
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
                    "text/html": string;
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
    "passports.exports.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
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
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            export_id: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            passport_version_id: string;
                            format: string;
                            media_type: string;
                            /** @description SHA-256 in hexadecimal digits. */
                            sha256: string;
                            bytes: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            created_at: string;
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
    "passports.exports.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                passportVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @enum {string} */
                    format: "JSON" | "VC" | "CATENA_X";
                };
            };
        };
        responses: {
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Of what is done in the background: see /v1/jobs.
                         * @example 42
                         */
                        job_id: string;
                        /** @enum {string} */
                        status: "ACCEPTED";
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
    "passports.exports.get": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                exportId: string;
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
                    "application/json": string;
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
    "passports.access.get": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
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
                        tiers: {
                            [key: string]: "public" | "interested" | "authority";
                        };
                        /** @description Every field that the rules declare, and from which tier on it is shown. */
                        fields: {
                            path: string;
                            /** @enum {string} */
                            tier: "public" | "interested" | "authority";
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
    "passports.access.set": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                rulePackageVersionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    tiers: {
                        [key: string]: "public" | "interested" | "authority";
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
                        tiers: {
                            [key: string]: "public" | "interested" | "authority";
                        };
                        /** @description Every field that the rules declare, and from which tier on it is shown. */
                        fields: {
                            path: string;
                            /** @enum {string} */
                            tier: "public" | "interested" | "authority";
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
    "passports.keys.list": {
        parameters: {
            query?: {
                after?: string;
            };
            header?: never;
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
                            /** @example 2026-01 */
                            key_id: string;
                            /** @enum {string} */
                            algorithm: "ED25519";
                            /** @description 32 bytes in base64. */
                            public_key: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "RETIRED" | "COMPROMISED";
                            /** @description Whose passports it signs; null: those of all that have no key of their own, or you may not know. */
                            tenant: string | null;
                            /** @example 2026-01-02T03:04:05Z */
                            not_before: string;
                            /** @description Of what was issued later it signed nothing. */
                            not_after: string | null;
                            /** @description Why it is compromised. */
                            reason: string | null;
                        }[];
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
    "passports.keys.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 2026-01 */
                    key_id: string;
                    /** @description 32 bytes in base64. */
                    public_key: string;
                    /**
                     * @description Whose it is.
                     * @example ann
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
                        /** @example 2026-01 */
                        key_id: string;
                        /** @enum {string} */
                        algorithm: "ED25519";
                        /** @description 32 bytes in base64. */
                        public_key: string;
                        /** @enum {string} */
                        status: "ACTIVE" | "RETIRED" | "COMPROMISED";
                        /** @description Whose passports it signs; null: those of all that have no key of their own, or you may not know. */
                        tenant: string | null;
                        /** @example 2026-01-02T03:04:05Z */
                        not_before: string;
                        /** @description Of what was issued later it signed nothing. */
                        not_after: string | null;
                        /** @description Why it is compromised. */
                        reason: string | null;
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
    "passports.keys.retire": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
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
                        /** @example 2026-01 */
                        key_id: string;
                        /** @enum {string} */
                        algorithm: "ED25519";
                        /** @description 32 bytes in base64. */
                        public_key: string;
                        /** @enum {string} */
                        status: "ACTIVE" | "RETIRED" | "COMPROMISED";
                        /** @description Whose passports it signs; null: those of all that have no key of their own, or you may not know. */
                        tenant: string | null;
                        /** @example 2026-01-02T03:04:05Z */
                        not_before: string;
                        /** @description Of what was issued later it signed nothing. */
                        not_after: string | null;
                        /** @description Why it is compromised. */
                        reason: string | null;
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
    "passports.keys.compromise": {
        parameters: {
            query?: never;
            header?: {
                /** @description Needed. Drawn anew for each thing that is to be done, and sent again with each try of it. */
                "idempotency-key"?: string;
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @description Everybody can read it. */
                    reason: string;
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
                        /** @example 2026-01 */
                        key_id: string;
                        /** @enum {string} */
                        algorithm: "ED25519";
                        /** @description 32 bytes in base64. */
                        public_key: string;
                        /** @enum {string} */
                        status: "ACTIVE" | "RETIRED" | "COMPROMISED";
                        /** @description Whose passports it signs; null: those of all that have no key of their own, or you may not know. */
                        tenant: string | null;
                        /** @example 2026-01-02T03:04:05Z */
                        not_before: string;
                        /** @description Of what was issued later it signed nothing. */
                        not_after: string | null;
                        /** @description Why it is compromised. */
                        reason: string | null;
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
    "passports.public.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passportVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @enum {string} */
                        status: "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        revoked_at: string | null;
                        revocation_reason: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        payload_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        proof_root_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        receipt_hash: string;
                        signing_key_id: string;
                        /**
                         * @description Of who asks.
                         * @enum {string}
                         */
                        tier: "public" | "interested" | "authority";
                        /** @description The version of this passport that counts now. */
                        current_version_id: string | null;
                        battery_product: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Those that you may see; null: it is not in force yet. */
                        fields: {
                            [key: string]: unknown;
                        } | null;
                        hidden_fields: number | null;
                        compliance: {
                            [key: string]: unknown;
                        }[] | null;
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
    "passports.public.scan": {
        parameters: {
            query: {
                /** @description What was scanned. */
                text: string;
            };
            header?: never;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @enum {string} */
                        status: "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        revoked_at: string | null;
                        revocation_reason: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        payload_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        proof_root_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        receipt_hash: string;
                        signing_key_id: string;
                        /**
                         * @description Of who asks.
                         * @enum {string}
                         */
                        tier: "public" | "interested" | "authority";
                        /** @description The version of this passport that counts now. */
                        current_version_id: string | null;
                        battery_product: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Those that you may see; null: it is not in force yet. */
                        fields: {
                            [key: string]: unknown;
                        } | null;
                        hidden_fields: number | null;
                        compliance: {
                            [key: string]: unknown;
                        }[] | null;
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
    "passports.public.gtin": {
        parameters: {
            query?: {
                serial_number?: string;
            };
            header?: never;
            path: {
                gtin: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @enum {string} */
                        status: "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        revoked_at: string | null;
                        revocation_reason: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        payload_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        proof_root_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        receipt_hash: string;
                        signing_key_id: string;
                        /**
                         * @description Of who asks.
                         * @enum {string}
                         */
                        tier: "public" | "interested" | "authority";
                        /** @description The version of this passport that counts now. */
                        current_version_id: string | null;
                        battery_product: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Those that you may see; null: it is not in force yet. */
                        fields: {
                            [key: string]: unknown;
                        } | null;
                        hidden_fields: number | null;
                        compliance: {
                            [key: string]: unknown;
                        }[] | null;
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
    "passports.public.verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passportVersionId: string;
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
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_version_id: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        passport_id: string;
                        /** @enum {string} */
                        status: "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";
                        /** @example 2026-01-02T03:04:05Z */
                        issued_at: string;
                        revoked_at: string | null;
                        revocation_reason: string | null;
                        /** @description SHA-256 in hexadecimal digits. */
                        payload_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        proof_root_hash: string;
                        /** @description SHA-256 in hexadecimal digits. */
                        receipt_hash: string;
                        signing_key_id: string;
                        /**
                         * @description Of who asks.
                         * @enum {string}
                         */
                        tier: "public" | "interested" | "authority";
                        /** @description BPC-RECEIPT-1 with its signature, byte for byte. */
                        receipt: string;
                        key: {
                            key_id: string;
                            public_key: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "RETIRED" | "COMPROMISED";
                            not_before: string | null;
                            not_after: string | null;
                        };
                        disclosure: {
                            root: {
                                id: number;
                                data: {
                                    [key: string]: unknown;
                                };
                                children_hashes: string[];
                            };
                            fields: {
                                [key: string]: unknown;
                            };
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
    "passports.public.file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passportVersionId: string;
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
                        [key: string]: unknown;
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
