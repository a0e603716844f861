/** The paths of the API and what they take and answer. Generated from the OpenAPI document: npm run client-types. */
export interface paths {
    "/v1/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process answers */
        get: operations["health.live"];
    };
    "/v1/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can do its work
         * @description Work goes on without broker and Redis, unless `healthRequireBroker` or `healthRequireRedis` say otherwise. A process with an intake that should consume from the broker and does not is not ready.
         */
        get: operations["health.ready"];
    };
    "/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks, the newest first */
        get: operations["tasks.list"];
        /**
         * Submit a task
         * @description The input is checked by the definition of the type. With a key, or the header `Idempotency-Key`, the same submission again answers 200 with the task of the first one; other input under that key is a conflict. What it announces, and `callbackUrl`, are those of the first one.
         */
        post: operations["tasks.submit"];
    };
    "/v1/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One task with its phases */
        get: operations["tasks.get"];
    };
    "/v1/tasks/{taskId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a task is */
        get: operations["tasks.progress"];
    };
    "/v1/groups/{group}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the tasks of a group are
         * @description A group nobody knows has no tasks. Without a tenant it is that of the key, else `default`.
         */
        get: operations["groups.progress"];
    };
    "/v1/tasks/{taskId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cancel a task
         * @description None of its chunks is given out any more; those that run are asked to end.
         */
        post: operations["tasks.cancel"];
    };
    "/v1/tasks/{taskId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pause a task
         * @description What runs goes on, nothing else of it starts. A job is refused: pause the lane of its type.
         */
        post: operations["tasks.pause"];
    };
    "/v1/tasks/{taskId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Let a paused task go on
         * @description It has no claim to the turns that it missed.
         */
        post: operations["tasks.resume"];
    };
    "/v1/tasks/{taskId}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Chunks of a task, in order */
        get: operations["chunks.list"];
    };
    "/v1/tasks/{taskId}/grid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** States of up to 10,000 chunks, a letter each */
        get: operations["chunks.grid"];
    };
    "/v1/tasks/{taskId}/chunks/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One chunk with its attempts */
        get: operations["chunks.get"];
    };
    "/v1/tasks/{taskId}/chunks/{number}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a chunk stands and why it waits */
        get: operations["chunks.explain"];
    };
    "/v1/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Queues, by name */
        get: operations["queues.list"];
    };
    "/v1/queues/{queue}/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lanes of a queue as a tree: tenants, groups, tasks */
        get: operations["queues.lanes"];
    };
    "/v1/queues/{queue}/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shares of the latest turns against what was due */
        get: operations["queues.fairness"];
    };
    "/v1/queues/{queue}/dispatches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest turns, the newest first */
        get: operations["queues.dispatches"];
    };
    "/v1/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Processes that run chunks
         * @description A tenant sees only those that run chunks of its own, and only how many of these.
         */
        get: operations["workers.list"];
    };
    "/v1/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Set weight, pause and limits of a lane
         * @description What is left out stays as it is. The next claim goes by it. Who is bound to a tenant sets lanes below the tenant only: those above are shared with others.
         */
        put: operations["lanes.set"];
    };
    "/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the whole system stands
         * @description Of all tenants: refused to those who are bound to one.
         */
        get: operations["statistics.get"];
    };
    "/v1/statistics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened lately: 90 spans of 10 seconds unless told otherwise */
        get: operations["statistics.history"];
    };
    "/v1/locks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Locks that are held, by key */
        get: operations["locks.list"];
    };
    "/v1/locks/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often locks were taken, refused, held and overridden */
        get: operations["locks.statistics"];
    };
    "/v1/locks/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who holds a lock and who waits for it */
        get: operations["locks.get"];
        /**
         * End a lock, whoever holds it
         * @description Its holder is not asked and learns of it at its next call. A task that it guards runs on.
         */
        delete: operations["locks.override"];
    };
    "/v1/locks/{key}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who had a lock, the newest first */
        get: operations["locks.history"];
    };
    "/v1/locks/{key}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Extend a lock, whoever holds it
         * @description It lives for `ttlMs` from now on. A lock that guards a task ends with it and is refused.
         */
        post: operations["locks.extend"];
    };
    "/v1/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What failed for good, the newest first */
        get: operations["deadLetters.list"];
    };
    "/v1/dead-letters/{letterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One dead letter with all that is kept of it */
        get: operations["deadLetters.get"];
    };
    "/v1/dead-letters/{letterId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give a dead letter another chance, edited if a payload is given
         * @description Another payload is checked as at submission; the hashes of both stand in the audit log.
         */
        post: operations["deadLetters.replay"];
    };
    "/v1/dead-letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give all that match another chance, the oldest first
         * @description At most 1000 of one request: call again while some are left. At least one field must say which.
         */
        post: operations["deadLetters.replayMany"];
    };
    "/v1/dead-letters/{letterId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Give a dead letter up; the record of it is kept */
        post: operations["deadLetters.discard"];
    };
    "/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoints, by id */
        get: operations["webhooks.listEndpoints"];
        /** Make an endpoint; its secret is shown this once */
        post: operations["webhooks.createEndpoint"];
    };
    "/v1/webhooks/endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One endpoint */
        get: operations["webhooks.getEndpoint"];
        /** Remove an endpoint; the log of its deliveries stays */
        delete: operations["webhooks.removeEndpoint"];
        /** Change an endpoint; what is left out stays as it is */
        patch: operations["webhooks.updateEndpoint"];
    };
    "/v1/webhooks/endpoints/{endpointId}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send a test event and say how it ended */
        post: operations["webhooks.ping"];
    };
    "/v1/webhooks/endpoints/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send to an endpoint again, with nothing counted against it */
        post: operations["webhooks.enable"];
    };
    "/v1/webhooks/endpoints/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send nothing more to an endpoint */
        post: operations["webhooks.disable"];
    };
    "/v1/webhooks/endpoints/{endpointId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give an endpoint another secret, which is shown this once
         * @description Requests are signed with the old one too for a while, so that no receiver breaks.
         */
        post: operations["webhooks.rotateSecret"];
    };
    "/v1/webhooks/endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send again what failed, or all of a time */
        post: operations["webhooks.replayMany"];
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries, the newest first
         * @description Whoever sees all tenants says of which tenant or endpoint.
         */
        get: operations["webhooks.listDeliveries"];
    };
    "/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with its attempts */
        get: operations["webhooks.getDelivery"];
    };
    "/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send one again, under the same webhook-id */
        post: operations["webhooks.replay"];
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what, the newest first
         * @description The log of one tenant can be read from its oldest entry on.
         */
        get: operations["audit.list"];
    };
    "/v1/audit/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compute every hash again and compare
         * @description Reads the whole log of the tenant, or of all: it may take a while.
         */
        get: operations["audit.verify"];
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys, revoked and expired ones too, the newest first */
        get: operations["keys.list"];
        /**
         * Make a key; its text is shown this once
         * @description Who is bound to a tenant makes keys of that tenant only.
         */
        post: operations["keys.create"];
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * End a key for good
         * @description A server that saw it valid may let it in for some seconds more.
         */
        delete: operations["keys.revoke"];
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Schedules, by name */
        get: operations["schedules.list"];
    };
    "/v1/schedules/{name}/missed-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs that were left out, the newest first, at most 100 */
        get: operations["schedules.missedRuns"];
    };
    "/v1/schedules/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Submit nothing more by a schedule */
        post: operations["schedules.pause"];
    };
    "/v1/schedules/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Let a schedule go on with its next run */
        post: operations["schedules.resume"];
    };
    "/v1/intakes/{name}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take an event in, once for its tenant and id
         * @description 201: it was handled, the body is the answer. 200: it was handled before, the body is the answer of that time. 202: it is stored and not handled yet. 409: another payload was accepted under its id. 422: it was rejected.
         */
        post: operations["intakes.receive"];
    };
    "/v1/intakes/{name}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of an event */
        get: operations["intakes.get"];
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What Prometheus reads
         * @description Of all tenants: refused to those who are bound to one.
         */
        get: operations["metrics.read"];
    };
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start the session of a browser
         * @description Uses up the token of a sign-in link, which `rota sign-in` makes, and sets the cookie of the session.
         */
        post: operations["session.start"];
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who one is and what one may do */
        get: operations["session.get"];
        /**
         * Sign out
         * @description Ends the session of the browser. Keys and tokens go on.
         */
        delete: operations["session.end"];
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live events
         * @description Server-sent events `task`, `lane`, `dispatch`, `worker` and `announcement` (what tasks announce), each with an id. Who comes back with `Last-Event-ID` hears what happened meanwhile; an event `gap` says that it is too long ago, so look at everything anew. `ready` comes first and says from where on. A stream ends after ten minutes; come back then.
         */
        get: operations["events.listen"];
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
    "health.live": {
        parameters: {
            query?: never;
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
                        /** @constant */
                        status: "live";
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
    "health.ready": {
        parameters: {
            query?: never;
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
                        /** @enum {string} */
                        status: "ready" | "not-ready";
                        parts: {
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            database: "up" | "down" | "off";
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            broker: "up" | "down" | "off";
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            redis: "up" | "down" | "off";
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            intakes: "up" | "down" | "off";
                        };
                    };
                };
            };
            /** @description Answer. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready" | "not-ready";
                        parts: {
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            database: "up" | "down" | "off";
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            broker: "up" | "down" | "off";
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            redis: "up" | "down" | "off";
                            /**
                             * @description `off`: none is configured.
                             * @enum {string}
                             */
                            intakes: "up" | "down" | "off";
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
    "tasks.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
                state?: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                /** @description The name of a task definition. */
                type?: string;
                /** @description A pool of work with its own workers. */
                queue?: string;
                /** @description What a tenant shares its turns out by. */
                group?: string;
                /** @description Only jobs, or only tasks with chunks. */
                kind?: "job" | "task";
                /** @description The id that a workload gave it. */
                key?: string;
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
                            /** @example 42 */
                            taskId: string;
                            /** @description The id that a workload gave it. */
                            taskKey: string | null;
                            queue: string;
                            /** @description The pool in which it shares turns. */
                            pool: string;
                            tenant: string;
                            group: string;
                            type: string;
                            /** @description Whether it is of one chunk and shares a lane with others of its type. */
                            isJob: boolean;
                            /** @enum {string} */
                            state: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /** @description Chunks that there are, in all states. */
                            total: number;
                            chunks: {
                                SCHEDULED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                PENDING: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                QUEUED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                PROCESSING: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                COMPLETED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                FAILED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                DEAD_LETTER: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                CANCELLED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                            };
                            /** @description Completed chunks of all that there will be. */
                            percent: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            submittedAt: string;
                            finishedAt: string | null;
                            version: number;
                            /** @description 0 critical, 1 high, 2 normal, 3 low. */
                            priority: number;
                            /** @description The task that waits for this one. */
                            parentId: string | null;
                            /** @enum {string} */
                            phase: "chunks" | "finish" | "children" | "over";
                            /** @description What an open task waits for; null when something of it runs, or when it is over. */
                            waitingFor: ("turn" | "dueTime" | "broker" | "children" | "resume") | null;
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
    "tasks.submit": {
        parameters: {
            query?: never;
            header?: {
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
                     * @description The name of a task definition.
                     * @example demo.count-words
                     */
                    type: string;
                    version?: number;
                    input?: unknown;
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description What a tenant shares its turns out by.
                     * @example invoice-42
                     */
                    group?: string;
                    /**
                     * @description A pool of work with its own workers.
                     * @example tallies
                     */
                    queue?: string;
                    /** @description Unique for tenant and type: the same as `unique` in mode forever. */
                    key?: string;
                    unique?: {
                        /** @example order-4711 */
                        key: string;
                        /** @enum {string} */
                        mode?: "forever" | "singleton";
                    } | {
                        /** @example order-4711 */
                        key: string;
                        /** @enum {string} */
                        mode: "debounce" | "throttle";
                        windowMs: number;
                    };
                    /** @description An id of the workload's own, unique among all tasks. */
                    taskKey?: string;
                    priority?: number;
                    cost?: number;
                    weight?: number;
                    maxInFlight?: number;
                    /**
                     * Format: date-time
                     * @description ISO 8601, from 1970 on.
                     * @example 2026-03-01T12:00:00Z
                     */
                    dueAt?: string;
                    /** @description What it announces as events. Default: that it completed or failed, if a webhook endpoint of the tenant wants one of them. */
                    announce?: ("submitted" | "started" | "completed" | "failed" | "cancelled" | "deadLettered")[];
                    /**
                     * @description Receives the event of its end. The tenant needs an active webhook endpoint of the same origin, whose keys sign it.
                     * @example https://shop.example.org/done/4711
                     */
                    callbackUrl?: string;
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
                        /** @example 42 */
                        taskId: string;
                        taskKey: string | null;
                        /** @description False when the holder of its key stands for it. */
                        isNew: boolean;
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
                        /** @example 42 */
                        taskId: string;
                        taskKey: string | null;
                        /** @description False when the holder of its key stands for it. */
                        isNew: boolean;
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
    "tasks.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
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
                        /** @example 42 */
                        taskId: string;
                        /** @description The id that a workload gave it. */
                        taskKey: string | null;
                        queue: string;
                        /** @description The pool in which it shares turns. */
                        pool: string;
                        tenant: string;
                        group: string;
                        type: string;
                        /** @description Whether it is of one chunk and shares a lane with others of its type. */
                        isJob: boolean;
                        /** @enum {string} */
                        state: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                        /** @description Chunks that there are, in all states. */
                        total: number;
                        chunks: {
                            SCHEDULED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            PENDING: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            QUEUED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            PROCESSING: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            COMPLETED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            FAILED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            DEAD_LETTER: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            CANCELLED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                        };
                        /** @description Completed chunks of all that there will be. */
                        percent: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        submittedAt: string;
                        finishedAt: string | null;
                        version: number;
                        /** @description 0 critical, 1 high, 2 normal, 3 low. */
                        priority: number;
                        /** @description The task that waits for this one. */
                        parentId: string | null;
                        /** @enum {string} */
                        phase: "chunks" | "finish" | "children" | "over";
                        /** @description What an open task waits for; null when something of it runs, or when it is over. */
                        waitingFor: ("turn" | "dueTime" | "broker" | "children" | "resume") | null;
                        cost: number;
                        weight: number;
                        maxInFlight: number | null;
                        attemptsMax: number;
                        input: unknown;
                        phases: {
                            /** @enum {string} */
                            name: "chunks" | "finish" | "children";
                            /** @enum {string} */
                            state: "waiting" | "open" | "completed" | "failed" | "cancelled";
                            total: number;
                            ended: number;
                        }[];
                        children: {
                            /** @example 42 */
                            taskId: string;
                            taskKey: string | null;
                            type: string;
                            /** @enum {string} */
                            state: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            submittedAt: string;
                            finishedAt: string | null;
                        }[];
                        submittedBy: string | null;
                        acts: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            actor: string | null;
                            action: string;
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
    "tasks.progress": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
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
                        /** @example 42 */
                        taskId: string;
                        /** @description The id that a workload gave it. */
                        taskKey: string | null;
                        queue: string;
                        /** @description The pool in which it shares turns. */
                        pool: string;
                        tenant: string;
                        group: string;
                        type: string;
                        /** @description Whether it is of one chunk and shares a lane with others of its type. */
                        isJob: boolean;
                        /** @enum {string} */
                        state: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                        /** @description Chunks that there are, in all states. */
                        total: number;
                        chunks: {
                            SCHEDULED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            PENDING: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            QUEUED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            PROCESSING: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            COMPLETED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            FAILED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            DEAD_LETTER: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            CANCELLED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                        };
                        /** @description Completed chunks of all that there will be. */
                        percent: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        submittedAt: string;
                        finishedAt: string | null;
                        startedAt: string | null;
                        running: {
                            number: number;
                            attempt: number;
                            owner: string;
                            since: string | null;
                            reported: {
                                done: number;
                                total: number;
                                note: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
                        }[];
                        failures: {
                            number: number;
                            /** @enum {string} */
                            state: "FAILED" | "DEAD_LETTER";
                            attempt: number;
                            error: unknown;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            failedAt: string;
                        }[];
                        /** @description Chunks that wait for another attempt. */
                        waiting: {
                            number: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            dueAt: string;
                            code: string;
                            reason: string;
                        }[];
                        turnsPerSecond: number | null;
                        estimatedEndAt: string | null;
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
    "groups.progress": {
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
                /** @description What a tenant shares its turns out by. */
                group: string;
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
                        /** @description The newest first, at most 1,000. */
                        tasks: {
                            /** @example 42 */
                            taskId: string;
                            /** @description The id that a workload gave it. */
                            taskKey: string | null;
                            queue: string;
                            /** @description The pool in which it shares turns. */
                            pool: string;
                            tenant: string;
                            group: string;
                            type: string;
                            /** @description Whether it is of one chunk and shares a lane with others of its type. */
                            isJob: boolean;
                            /** @enum {string} */
                            state: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                            /** @description Chunks that there are, in all states. */
                            total: number;
                            chunks: {
                                SCHEDULED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                PENDING: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                QUEUED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                PROCESSING: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                COMPLETED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                FAILED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                DEAD_LETTER: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                                CANCELLED: {
                                    count: number;
                                    /**
                                     * @description Whether there are exactly so many, or perhaps more or fewer.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost";
                                };
                            };
                            /** @description Completed chunks of all that there will be. */
                            percent: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            submittedAt: string;
                            finishedAt: string | null;
                        }[];
                        /** @description Whether all tasks of the group are listed. */
                        isWhole: boolean;
                        byType: {
                            type: string;
                            tasks: {
                                ACTIVE: number;
                                PAUSED: number;
                                COMPLETED: number;
                                FAILED: number;
                                CANCELLED: number;
                            };
                            total: number;
                            completed: number;
                            failed: number;
                            percent: number;
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
    "tasks.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
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
                        /** @example 42 */
                        taskId: string;
                        /** @description False when it was so before. */
                        isChanged: boolean;
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
    "tasks.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
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
                        /** @example 42 */
                        taskId: string;
                        /** @description False when it was so before. */
                        isChanged: boolean;
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
    "tasks.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
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
                        /** @example 42 */
                        taskId: string;
                        /** @description False when it was so before. */
                        isChanged: boolean;
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
    "chunks.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                state?: "SCHEDULED" | "PENDING" | "QUEUED" | "PROCESSING" | "COMPLETED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
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
                            /** @example 42 */
                            taskId: string;
                            number: number;
                            /** @enum {string} */
                            state: "SCHEDULED" | "PENDING" | "QUEUED" | "PROCESSING" | "COMPLETED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
                            /** @enum {string} */
                            phase: "chunks" | "finish";
                            attempt: number;
                            /** @description Of its latest dispatch. */
                            turn: string | null;
                            dueAt: string | null;
                            startedAt: string | null;
                            finishedAt: string | null;
                            error: {
                                code: string | null;
                                message: string | null;
                            } | null;
                            /** @description Who runs it now. */
                            owner: string | null;
                            reported: {
                                done: number;
                                total: number;
                                note: string | null;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                            } | null;
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
    "chunks.grid": {
        parameters: {
            query?: {
                from?: number;
                count?: number;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
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
                        /** @example 42 */
                        taskId: string;
                        total: number;
                        from: number;
                        /**
                         * @description A letter for each chunk: s scheduled, p pending, q queued, r running, c completed, f failed, d dead letter, x cancelled.
                         * @example ccccrrpp
                         */
                        states: string;
                        /** @description A digit for each chunk: attempts so far, 9 for more. */
                        attempts: string;
                        /** @description The number that the next grid begins with; null: there is none. */
                        next: number | null;
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
    "chunks.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
                number: number;
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
                        /** @example 42 */
                        taskId: string;
                        number: number;
                        /** @enum {string} */
                        state: "SCHEDULED" | "PENDING" | "QUEUED" | "PROCESSING" | "COMPLETED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
                        /** @enum {string} */
                        phase: "chunks" | "finish";
                        attempt: number;
                        /** @description Of its latest dispatch. */
                        turn: string | null;
                        dueAt: string | null;
                        startedAt: string | null;
                        finishedAt: string | null;
                        error: {
                            code: string | null;
                            message: string | null;
                        } | null;
                        /** @description Who runs it now. */
                        owner: string | null;
                        reported: {
                            done: number;
                            total: number;
                            note: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        } | null;
                        tenant: string;
                        group: string;
                        queue: string;
                        type: string;
                        leaseUntil: string | null;
                        isSuspect: boolean;
                        returns: number;
                        payload: unknown;
                        result: unknown;
                        lastError: unknown;
                        /** @description Those that did not complete it, the oldest first. */
                        attempts: {
                            attempt: number;
                            /** @enum {string} */
                            outcome: "RETRY" | "EXHAUSTED" | "SNOOZE" | "FAIL" | "RETURN" | "LOST";
                            owner: string | null;
                            error: unknown;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endedAt: string;
                        }[];
                        decision: {
                            /** @enum {string} */
                            state: "REPLAYED" | "DISCARDED";
                            by: string;
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
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
    "chunks.explain": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                taskId: string;
                number: number;
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
                        /** @example 42 */
                        taskId: string;
                        taskKey: string | null;
                        number: number;
                        queue: string;
                        pool: string;
                        tenant: string;
                        group: string;
                        state: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        at: string;
                        standing: {
                            /** @constant */
                            kind: "WAITING";
                            obstacles: ({
                                /** @constant */
                                kind: "PAUSED";
                                /** @enum {string} */
                                level: "pool" | "queue" | "limit" | "tenant" | "group" | "task";
                                name: string;
                            } | {
                                /** @constant */
                                kind: "CAPPED";
                                /** @enum {string} */
                                level: "pool" | "queue" | "limit" | "tenant" | "group" | "task";
                                name: string;
                                maxInFlight: number;
                                inFlight: number;
                            } | {
                                /** @constant */
                                kind: "RATE_LIMITED";
                                /** @enum {string} */
                                level: "pool" | "queue" | "limit" | "tenant" | "group" | "task";
                                name: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                until: string;
                            })[];
                            ahead: {
                                chunks: number;
                                otherTenants: {
                                    chunks: number;
                                    lanes: number;
                                };
                                otherGroups: {
                                    chunks: number;
                                    lanes: number;
                                };
                                otherTasks: {
                                    chunks: number;
                                    lanes: number;
                                };
                                ownTask: number;
                            };
                            /** @description More turns are ahead than were looked at. */
                            isBeyond: boolean;
                        } | {
                            /** @constant */
                            kind: "DELAYED";
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            dueAt: string;
                            attempt: number;
                        } | {
                            /** @constant */
                            kind: "QUEUED";
                            turn: string | null;
                        } | {
                            /** @constant */
                            kind: "RUNNING";
                            owner: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            leaseUntil: string;
                            turn: string | null;
                            attempt: number;
                        } | {
                            /** @constant */
                            kind: "FINISHED";
                            state: string;
                            at: string | null;
                            turn: string | null;
                            attempt: number;
                        } | {
                            /** @constant */
                            kind: "CANCELLED";
                        };
                        /** @example 3 chunks of 2 other tenants go first */
                        sentence: string;
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
    "queues.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
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
                            isPaused: boolean;
                            maxInFlight: number | null;
                            rate: {
                                turns: number;
                                perMs: number;
                                burst: number;
                            } | null;
                            queue: string;
                            waiting: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            scheduled: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            queued: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            running: number;
                            lanesWaiting: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            oldestWaitingAt: string | null;
                            /** @description In the last minute. */
                            turnsPerSecond: number;
                            /** @example 42 */
                            turns: string;
                            lastTurnAt: string | null;
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
    "queues.lanes": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                /** @description A pool of work with its own workers. */
                queue: string;
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
                            isPaused: boolean;
                            maxInFlight: number | null;
                            rate: {
                                turns: number;
                                perMs: number;
                                burst: number;
                            } | null;
                            laneId: string;
                            parentId: string | null;
                            /**
                             * @description A leaf is of level task: a task, or all jobs of one type.
                             * @enum {string}
                             */
                            level: "tenant" | "group" | "task";
                            name: string;
                            tenant: string;
                            priority: number | null;
                            group: string | null;
                            weight: number | null;
                            cost: number | null;
                            /** @description Takes part in the sharing now. */
                            isAwake: boolean;
                            waiting: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            running: number;
                            turns: number;
                            /** @description Part of the latest turns of the queue that it had. */
                            share: number | null;
                            /** @description Part of the turns that is its due at this moment. */
                            entitlement: number;
                            lastTurnAt: string | null;
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
    "queues.fairness": {
        parameters: {
            query?: {
                turns?: number;
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                /** @description A pool of work with its own workers. */
                queue: string;
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
                        queue: string;
                        /** @description How many turns were looked at: the newest ones. */
                        turns: number;
                        from: string | null;
                        to: string | null;
                        lanes: {
                            laneId: string;
                            parentId: string | null;
                            /**
                             * @description A leaf is of level task: a task, or all jobs of one type.
                             * @enum {string}
                             */
                            level: "tenant" | "group" | "task";
                            name: string;
                            tenant: string;
                            group: string | null;
                            priority: number | null;
                            weight: number;
                            isLimited: boolean;
                            turns: number;
                            share: number;
                            entitlement: number;
                        }[];
                        isWhole: boolean;
                        /** @description How far two siblings that share turns are apart now, by level. */
                        spread: {
                            tenant: number;
                            group: number;
                            task: number;
                        };
                        /** @description How far they may be apart, by level. */
                        bound: {
                            tenant: number;
                            group: number;
                            task: number;
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
    "queues.dispatches": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                /** @description A pool of work with its own workers. */
                queue: string;
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
                            queue: string;
                            /** @example 42 */
                            turn: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            laneId: string;
                            tenant: string | null;
                            group: string | null;
                            priority: number | null;
                            type: string | null;
                            /** @example 42 */
                            taskId: string;
                            taskKey: string | null;
                            number: number;
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
    "workers.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
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
                            owner: string;
                            /** @enum {string} */
                            state: "present" | "absent" | "stopped";
                            since: string | null;
                            lastSeenAt: string | null;
                            queues: string[];
                            slots: number | null;
                            running: number;
                            leaseExpiresAt: string | null;
                            host: string | null;
                            pid: number | null;
                            version: string | null;
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
    "lanes.set": {
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
                    /**
                     * @description A pool of work with its own workers.
                     * @example tallies
                     */
                    pool?: string;
                    /**
                     * @description A pool of work with its own workers.
                     * @example tallies
                     */
                    queue?: string;
                    /** @description A limit that tasks share by name. */
                    limit?: string;
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description What a tenant shares its turns out by.
                     * @example invoice-42
                     */
                    group?: string;
                    priority?: number;
                    /**
                     * @description The name of a task definition.
                     * @example demo.count-words
                     */
                    type?: string;
                    /** @example 42 */
                    taskId?: string;
                    /** @description Its share among its siblings. */
                    weight?: number;
                    isPaused?: boolean;
                    /** @description How many chunks may run at once; null: no limit. */
                    maxInFlight?: number | null;
                    /** @description So many turns in so many milliseconds; null: no limit. */
                    rate?: {
                        turns: number;
                        perMs: number;
                        burst?: number;
                    } | null;
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
    "statistics.get": {
        parameters: {
            query?: never;
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
                        openTasks: {
                            count: number;
                            /**
                             * @description Whether there are exactly so many, or perhaps more or fewer.
                             * @enum {string}
                             */
                            precision: "exact" | "atLeast" | "atMost";
                        };
                        openTasksByType: {
                            [key: string]: number;
                        };
                        openJobsByType: {
                            [key: string]: number;
                        };
                        chunks: {
                            count: number;
                            /**
                             * @description Whether there are exactly so many, or perhaps more or fewer.
                             * @enum {string}
                             */
                            precision: "exact" | "atLeast" | "atMost";
                        };
                        chunksByState: {
                            SCHEDULED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            PENDING: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            QUEUED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            PROCESSING: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            COMPLETED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            FAILED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            DEAD_LETTER: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                            CANCELLED: {
                                count: number;
                                /**
                                 * @description Whether there are exactly so many, or perhaps more or fewer.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost";
                            };
                        };
                        lanesWaiting: {
                            count: number;
                            /**
                             * @description Whether there are exactly so many, or perhaps more or fewer.
                             * @enum {string}
                             */
                            precision: "exact" | "atLeast" | "atMost";
                        };
                        oldestWaitingAt: string | null;
                        turnsPerSecond: number;
                        queues: {
                            queue: string;
                            pending: number;
                            scheduled: number;
                            processing: number;
                            lanesWaiting: number;
                            oldestWaitingAt: string | null;
                            turnsPerSecond: number;
                        }[];
                        workers: {
                            owner: string;
                            queue: string;
                            chunks: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            leaseExpiresAt: string;
                            isAbsent: boolean;
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
    "statistics.history": {
        parameters: {
            query?: {
                /** @description A pool of work with its own workers. */
                queue?: string;
                /** @description Whose it is. */
                tenant?: string;
                spanMs?: number;
                spans?: number;
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
                        spanMs: number;
                        spans: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            dispatched: number;
                            completed: number;
                            retried: number;
                            failed: number;
                        }[];
                        /** @enum {string} */
                        completedPrecision: "exact" | "about";
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
    "locks.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
                prefix?: string;
                holder?: string;
                operation?: string;
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
                            key: string;
                            holder: string;
                            operation: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startedAt: string;
                            expectedEndAt: string | null;
                            /** @description When it ends unless it is extended; null: it ends with the task that it guards. */
                            expiresAt: string | null;
                            taskId: string | null;
                            context: unknown;
                            progress: {
                                done: number;
                                total: number;
                                note?: string | null;
                            } | null;
                            tenant: string | null;
                            /** @description Who waits, the next one first. */
                            line: {
                                holder: string;
                                operation: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                since: string;
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
    "locks.statistics": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description How far back. Default a day. */
                sinceMs?: number;
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
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        since: string;
                        isWhole: boolean;
                        operations: {
                            operation: string;
                            acquired: number;
                            held: number;
                            waiting: number;
                            refused: number;
                            released: number;
                            expired: number;
                            endedWithTask: number;
                            overridden: number;
                            heldMsMean: number | null;
                            heldMsMax: number | null;
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
    "locks.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                key: string;
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
                        key: string;
                        holder: string;
                        operation: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        startedAt: string;
                        expectedEndAt: string | null;
                        /** @description When it ends unless it is extended; null: it ends with the task that it guards. */
                        expiresAt: string | null;
                        taskId: string | null;
                        context: unknown;
                        progress: {
                            done: number;
                            total: number;
                            note?: string | null;
                        } | null;
                        tenant: string | null;
                        /** @description Who waits, the next one first. */
                        line: {
                            holder: string;
                            operation: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            since: string;
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
    "locks.override": {
        parameters: {
            query: {
                /** @description Kept in the audit log. */
                reason: string;
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                key: string;
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
                        key: string;
                        holder: string;
                        operation: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        startedAt: string;
                        expectedEndAt: string | null;
                        /** @description When it ends unless it is extended; null: it ends with the task that it guards. */
                        expiresAt: string | null;
                        taskId: string | null;
                        context: unknown;
                        progress: {
                            done: number;
                            total: number;
                            note?: string | null;
                        } | null;
                        tenant: string | null;
                        /** @description Who waits, the next one first. */
                        line: {
                            holder: string;
                            operation: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            since: string;
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
    "locks.history": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                key: string;
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
                            key: string;
                            holder: string;
                            operation: string;
                            tenant: string | null;
                            taskId: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startedAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endedAt: string;
                            heldMs: number;
                            /** @enum {string} */
                            outcome: "RELEASED" | "EXPIRED" | "TASK_ENDED" | "OVERRIDDEN";
                            endedBy: string | null;
                            reason: string | null;
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
    "locks.extend": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long it lives from now on. */
                    ttlMs: number;
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
                    reason: string;
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
                        key: string;
                        holder: string;
                        operation: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        startedAt: string;
                        expectedEndAt: string | null;
                        /** @description When it ends unless it is extended; null: it ends with the task that it guards. */
                        expiresAt: string | null;
                        taskId: string | null;
                        context: unknown;
                        progress: {
                            done: number;
                            total: number;
                            note?: string | null;
                        } | null;
                        tenant: string | null;
                        /** @description Who waits, the next one first. */
                        line: {
                            holder: string;
                            operation: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            since: string;
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
    "deadLetters.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                kind?: "chunk" | "event" | "parked";
                /** @description Whose it is. */
                tenant?: string;
                /** @description A pool of work with its own workers. */
                queue?: string;
                /** @description The name of a task definition. */
                type?: string;
                intake?: string;
                /** @description Of the error, or of the rejection. */
                code?: string;
                /** @description ISO 8601, from 1970 on. */
                from?: string;
                /** @description ISO 8601, from 1970 on. */
                before?: string;
                state?: "open" | "replayed" | "discarded";
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
                        items: ({
                            /** @example chunk-17-3 */
                            id: string;
                            /** @enum {string} */
                            state: "open" | "replayed" | "discarded";
                            code: string | null;
                            reason: string | null;
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            /** @constant */
                            kind: "chunk";
                            tenant: string;
                            queue: string;
                            group: string;
                            type: string;
                            version: number;
                            /** @example 42 */
                            taskId: string;
                            number: number;
                        } | {
                            /** @example chunk-17-3 */
                            id: string;
                            /** @enum {string} */
                            state: "open" | "replayed" | "discarded";
                            code: string | null;
                            reason: string | null;
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            /** @constant */
                            kind: "event";
                            tenant: string | null;
                            intake: string;
                            eventId: string | null;
                            /** @enum {string} */
                            rejection: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
                            routingKey: string | null;
                            times: number;
                        } | {
                            /** @example chunk-17-3 */
                            id: string;
                            /** @enum {string} */
                            state: "open" | "replayed" | "discarded";
                            code: string | null;
                            reason: string | null;
                            attempts: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            /** @constant */
                            kind: "parked";
                            tenant: string;
                            sink: string;
                            eventId: string;
                            type: string;
                            aggregate: {
                                type: string;
                                id: string;
                            };
                            waiting: number;
                        })[];
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
    "deadLetters.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                letterId: string;
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
                        /** @example chunk-17-3 */
                        id: string;
                        /** @enum {string} */
                        state: "open" | "replayed" | "discarded";
                        code: string | null;
                        reason: string | null;
                        attempts: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        at: string;
                        /** @constant */
                        kind: "chunk";
                        tenant: string;
                        queue: string;
                        group: string;
                        type: string;
                        version: number;
                        /** @example 42 */
                        taskId: string;
                        number: number;
                        payload: unknown;
                        /** @description Why the payload is shown as it is stored. */
                        payloadProblem: string | null;
                        error: unknown;
                        pastAttempts: {
                            attempt: number;
                            /** @enum {string} */
                            outcome: "RETRY" | "EXHAUSTED" | "SNOOZE" | "FAIL" | "RETURN" | "LOST";
                            owner: string | null;
                            error: unknown;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endedAt: string;
                        }[];
                        acts: {
                            /** @enum {string} */
                            action: "replayed" | "edited" | "discarded";
                            actor: string | null;
                            details: unknown;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        }[];
                    } | {
                        /** @example chunk-17-3 */
                        id: string;
                        /** @enum {string} */
                        state: "open" | "replayed" | "discarded";
                        code: string | null;
                        reason: string | null;
                        attempts: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        at: string;
                        /** @constant */
                        kind: "event";
                        tenant: string | null;
                        intake: string;
                        eventId: string | null;
                        /** @enum {string} */
                        rejection: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
                        routingKey: string | null;
                        times: number;
                        payload: unknown;
                        payloadHash: string;
                        /** @description As it was received, where it could not be read. */
                        raw: string | null;
                        held: {
                            payloadHash: string;
                            payload: unknown;
                        } | null;
                        error: unknown;
                        origin: unknown;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        lastAt: string;
                        acts: {
                            /** @enum {string} */
                            action: "replayed" | "edited" | "discarded";
                            actor: string | null;
                            details: unknown;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                        }[];
                    } | {
                        /** @example chunk-17-3 */
                        id: string;
                        /** @enum {string} */
                        state: "open" | "replayed" | "discarded";
                        code: string | null;
                        reason: string | null;
                        attempts: number;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        at: string;
                        /** @constant */
                        kind: "parked";
                        tenant: string;
                        sink: string;
                        eventId: string;
                        type: string;
                        aggregate: {
                            type: string;
                            id: string;
                        };
                        waiting: number;
                        payload: unknown;
                        headers: unknown;
                        routingKey: string;
                        acts: {
                            /** @enum {string} */
                            action: "replayed" | "edited" | "discarded";
                            actor: string | null;
                            details: unknown;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
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
    "deadLetters.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                letterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
                    reason?: string;
                    payload?: unknown;
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @description Of an event that does not say it. */
                    eventId?: string;
                    /** @description Also one that was discarded. */
                    force?: boolean;
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
                        /** @example chunk-17-3 */
                        id: string;
                        /**
                         * @description duplicate: the event was accepted meanwhile.
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
    "deadLetters.replayMany": {
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
                    /** @enum {string} */
                    kind?: "chunk" | "event" | "parked";
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description A pool of work with its own workers.
                     * @example tallies
                     */
                    queue?: string;
                    /**
                     * @description The name of a task definition.
                     * @example demo.count-words
                     */
                    type?: string;
                    intake?: string;
                    /**
                     * @description Of the error, or of the rejection.
                     * @example ECONNREFUSED
                     */
                    code?: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, from 1970 on.
                     * @example 2026-03-01T12:00:00Z
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, from 1970 on.
                     * @example 2026-03-01T12:00:00Z
                     */
                    before?: string;
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
                    reason?: string;
                    limit?: number;
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
                        done: number;
                        failed: number;
                        left: number;
                        failures: {
                            /** @example chunk-17-3 */
                            id: string;
                            code: string;
                            message: string;
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
    "deadLetters.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                letterId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
                    reason: string;
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
    "webhooks.listEndpoints": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
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
                            endpointId: string;
                            tenant: string;
                            url: string;
                            eventTypes: string[];
                            /** @enum {string} */
                            state: "ACTIVE" | "DISABLED";
                            disabledReason: string | null;
                            disabledAt: string | null;
                            timeoutMs: number;
                            /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                            schedule: "default" | "seed" | number[];
                            retry4xx: boolean;
                            maxInFlight: number;
                            ratePerSecond: number;
                            /** @enum {string} */
                            signatureKey: "shown" | "decoded";
                            /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                            format: string;
                            previousSecretUntil: string | null;
                            verificationKey: string | null;
                            failures: number;
                            failingSince: string | null;
                            heldUntil: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
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
    "webhooks.createEndpoint": {
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
                    url: string;
                    /** @description Event types, `prefix.*` for all that begin so, or `*` for all. `task.completed:demo.count` asks for events about tasks of one type. */
                    eventTypes: string[];
                    tenant?: string;
                    /** @description `whsec_` and the base64 of 24 to 64 bytes. Default: one of chance. */
                    secret?: string;
                    /** @description Whether requests are signed with a key of Ed25519 as well. */
                    ed25519?: boolean;
                    timeoutMs?: number;
                    /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                    schedule?: "default" | "seed" | number[];
                    retry4xx?: boolean;
                    maxInFlight?: number;
                    ratePerSecond?: number;
                    /** @enum {string} */
                    signatureKey?: "shown" | "decoded";
                    /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                    format?: string;
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
                        endpointId: string;
                        tenant: string;
                        url: string;
                        eventTypes: string[];
                        /** @enum {string} */
                        state: "ACTIVE" | "DISABLED";
                        disabledReason: string | null;
                        disabledAt: string | null;
                        timeoutMs: number;
                        /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                        schedule: "default" | "seed" | number[];
                        retry4xx: boolean;
                        maxInFlight: number;
                        ratePerSecond: number;
                        /** @enum {string} */
                        signatureKey: "shown" | "decoded";
                        /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                        format: string;
                        previousSecretUntil: string | null;
                        verificationKey: string | null;
                        failures: number;
                        failingSince: string | null;
                        heldUntil: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        /** @description Shown this once. */
                        secret: string;
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
    "webhooks.getEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
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
                        endpointId: string;
                        tenant: string;
                        url: string;
                        eventTypes: string[];
                        /** @enum {string} */
                        state: "ACTIVE" | "DISABLED";
                        disabledReason: string | null;
                        disabledAt: string | null;
                        timeoutMs: number;
                        /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                        schedule: "default" | "seed" | number[];
                        retry4xx: boolean;
                        maxInFlight: number;
                        ratePerSecond: number;
                        /** @enum {string} */
                        signatureKey: "shown" | "decoded";
                        /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                        format: string;
                        previousSecretUntil: string | null;
                        verificationKey: string | null;
                        failures: number;
                        failingSince: string | null;
                        heldUntil: string | null;
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
    "webhooks.removeEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
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
    "webhooks.updateEndpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    /** @description Event types, `prefix.*` for all that begin so, or `*` for all. `task.completed:demo.count` asks for events about tasks of one type. */
                    eventTypes?: string[];
                    timeoutMs?: number;
                    /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                    schedule?: "default" | "seed" | number[];
                    retry4xx?: boolean;
                    maxInFlight?: number;
                    ratePerSecond?: number;
                    /** @enum {string} */
                    signatureKey?: "shown" | "decoded";
                    /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                    format?: string;
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
                        endpointId: string;
                        tenant: string;
                        url: string;
                        eventTypes: string[];
                        /** @enum {string} */
                        state: "ACTIVE" | "DISABLED";
                        disabledReason: string | null;
                        disabledAt: string | null;
                        timeoutMs: number;
                        /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                        schedule: "default" | "seed" | number[];
                        retry4xx: boolean;
                        maxInFlight: number;
                        ratePerSecond: number;
                        /** @enum {string} */
                        signatureKey: "shown" | "decoded";
                        /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                        format: string;
                        previousSecretUntil: string | null;
                        verificationKey: string | null;
                        failures: number;
                        failingSince: string | null;
                        heldUntil: string | null;
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
    "webhooks.ping": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
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
                        isDelivered: boolean;
                        status: number | null;
                        errorClass: string | null;
                        error: string | null;
                        durationMs: number;
                        answerHeaders: {
                            [key: string]: string;
                        } | null;
                        answerBody: string | null;
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
    "webhooks.enable": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
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
                        endpointId: string;
                        tenant: string;
                        url: string;
                        eventTypes: string[];
                        /** @enum {string} */
                        state: "ACTIVE" | "DISABLED";
                        disabledReason: string | null;
                        disabledAt: string | null;
                        timeoutMs: number;
                        /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                        schedule: "default" | "seed" | number[];
                        retry4xx: boolean;
                        maxInFlight: number;
                        ratePerSecond: number;
                        /** @enum {string} */
                        signatureKey: "shown" | "decoded";
                        /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                        format: string;
                        previousSecretUntil: string | null;
                        verificationKey: string | null;
                        failures: number;
                        failingSince: string | null;
                        heldUntil: string | null;
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
    "webhooks.disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Kept in the audit log.
                     * @example sent by mistake
                     */
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
                        endpointId: string;
                        tenant: string;
                        url: string;
                        eventTypes: string[];
                        /** @enum {string} */
                        state: "ACTIVE" | "DISABLED";
                        disabledReason: string | null;
                        disabledAt: string | null;
                        timeoutMs: number;
                        /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                        schedule: "default" | "seed" | number[];
                        retry4xx: boolean;
                        maxInFlight: number;
                        ratePerSecond: number;
                        /** @enum {string} */
                        signatureKey: "shown" | "decoded";
                        /** @description Form of the requests: `standard`, one that a workload defines, or `all` for the headers of all of them. */
                        format: string;
                        previousSecretUntil: string | null;
                        verificationKey: string | null;
                        failures: number;
                        failingSince: string | null;
                        heldUntil: string | null;
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
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `whsec_` and the base64 of 24 to 64 bytes. Default: one of chance. */
                    secret?: string;
                    /** @description Default a day. */
                    overlapMs?: number;
                    /** @description Although the secret before is still valid. */
                    force?: boolean;
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
                        secret: string;
                        previousSecretUntil: string | null;
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
    "webhooks.replayMany": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description ISO 8601, from 1970 on.
                     * @example 2026-03-01T12:00:00Z
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, from 1970 on.
                     * @example 2026-03-01T12:00:00Z
                     */
                    to?: string;
                    /** @description Default: those that failed. */
                    states?: ("DELIVERED" | "FAILED")[];
                    /** @description The `next` of the call before. */
                    after?: string;
                    limit?: number;
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
    "webhooks.listDeliveries": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
                endpointId?: string;
                state?: "PENDING" | "DELIVERED" | "FAILED";
                eventType?: string;
                /** @description ISO 8601, from 1970 on. */
                from?: string;
                /** @description ISO 8601, from 1970 on. */
                to?: string;
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
                            deliveryId: string;
                            /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                            endpointId: string;
                            tenant: string;
                            eventId: string;
                            eventType: string;
                            replayOf: string | null;
                            /** @description The job that sends it, since its first attempt. That of a failed one is the dead letter `chunk-<taskId>-1`. */
                            taskId: string | null;
                            /** @enum {string} */
                            state: "PENDING" | "DELIVERED" | "FAILED";
                            attempts: number;
                            nextAttemptAt: string | null;
                            lastStatus: number | null;
                            lastError: string | null;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            endedAt: string | null;
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
    "webhooks.getDelivery": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                deliveryId: string;
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
                        deliveryId: string;
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        endpointId: string;
                        tenant: string;
                        eventId: string;
                        eventType: string;
                        replayOf: string | null;
                        /** @description The job that sends it, since its first attempt. That of a failed one is the dead letter `chunk-<taskId>-1`. */
                        taskId: string | null;
                        /** @enum {string} */
                        state: "PENDING" | "DELIVERED" | "FAILED";
                        attempts: number;
                        nextAttemptAt: string | null;
                        lastStatus: number | null;
                        lastError: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        endedAt: string | null;
                        /** @description What is sent; empty when it was erased. */
                        body: string;
                        history: {
                            number: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startedAt: string;
                            durationMs: number;
                            status: number | null;
                            errorClass: string | null;
                            error: string | null;
                            answerHeaders: {
                                [key: string]: string;
                            } | null;
                            /** @description The first 4 KiB of the answer. */
                            answerBody: string | null;
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
    "webhooks.replay": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301 */
                        deliveryId: string;
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
    "audit.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
                first?: "newest" | "oldest";
                actor?: string;
                action?: string;
                subjectType?: string;
                subjectId?: string;
                /** @description ISO 8601, from 1970 on. */
                from?: string;
                /** @description ISO 8601, from 1970 on. */
                before?: string;
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
                            tenant: string;
                            /** @description From 1 and without gaps in each tenant. */
                            number: number;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            at: string;
                            /** @description Null: the system itself. */
                            actor: string | null;
                            action: string;
                            subject: {
                                type: string;
                                id: string;
                            };
                            details: unknown;
                            previousHash: string | null;
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
    "audit.verify": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
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
                        tenants: number;
                        entries: number;
                        differing: number;
                        differences: {
                            tenant: string;
                            /** @enum {string} */
                            kind: "CHANGED" | "UNLINKED" | "MISSING" | "OUT_OF_ORDER" | "CUT_OFF" | "REWRITTEN" | "BEYOND_HEAD";
                            number: number;
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
    "keys.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
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
                            /** @example 0f1e2d3c4b5a6978 */
                            keyId: string;
                            /** @description Who acts with it, as it stands in locks, audit and history. */
                            name: string;
                            /** @description The only tenant that it opens; null: all. */
                            tenant: string | null;
                            roles: string[];
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            createdBy: string | null;
                            expiresAt: string | null;
                            revokedAt: string | null;
                            revokedBy: string | null;
                            /** @description Up to a minute late. */
                            lastUsedAt: string | null;
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
    "keys.create": {
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
                    /** @example ann@example.org */
                    name: string;
                    roles: string[];
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, from 1970 on.
                     * @example 2026-03-01T12:00:00Z
                     */
                    expiresAt?: string;
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
                        /** @example 0f1e2d3c4b5a6978 */
                        keyId: string;
                        /** @description Who acts with it, as it stands in locks, audit and history. */
                        name: string;
                        /** @description The only tenant that it opens; null: all. */
                        tenant: string | null;
                        roles: string[];
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        createdBy: string | null;
                        expiresAt: string | null;
                        revokedAt: string | null;
                        revokedBy: string | null;
                        /** @description Up to a minute late. */
                        lastUsedAt: string | null;
                        /** @description The text that opens: shown this once. */
                        key: string;
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
    "keys.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                keyId: string;
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
                        /** @example 0f1e2d3c4b5a6978 */
                        keyId: string;
                        /** @description Who acts with it, as it stands in locks, audit and history. */
                        name: string;
                        /** @description The only tenant that it opens; null: all. */
                        tenant: string | null;
                        roles: string[];
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        createdBy: string | null;
                        expiresAt: string | null;
                        revokedAt: string | null;
                        revokedBy: string | null;
                        /** @description Up to a minute late. */
                        lastUsedAt: string | null;
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
    "schedules.list": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description Whose it is. */
                tenant?: string;
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
                            name: string;
                            cron: string;
                            timeZone: string;
                            tenant: string;
                            group: string;
                            queue: string;
                            type: string;
                            /** @enum {string} */
                            onMissed: "once" | "all" | "none";
                            catchUpMax: number;
                            isPaused: boolean;
                            nextRunAt: string | null;
                            lastRunAt: string | null;
                            lastTaskId: string | null;
                            lastError: string | null;
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
    "schedules.missedRuns": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                name: string;
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
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            fromRun: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            beforeRun: string;
                            cron: string;
                            timeZone: string;
                            /** @enum {string} */
                            reason: "LATE" | "PAUSED" | "CHANGED";
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            recordedAt: string;
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
    "schedules.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                name: string;
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
                        name: string;
                        isChanged: boolean;
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
    "schedules.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                name: string;
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
                        name: string;
                        isChanged: boolean;
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
    "intakes.receive": {
        parameters: {
            query?: {
                /** @description For the outcome. Default 2 s. */
                waitMs?: number;
            };
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique within the tenant.
                     * @example order-4711
                     */
                    eventId: string;
                    payload?: unknown;
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
                    "application/json": unknown;
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        state: "waiting";
                        tenant: string;
                        eventId: string;
                    };
                };
            };
            /** @description Answer. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
            };
            /** @description Answer. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    "intakes.get": {
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
                name: string;
                /** @description Unique within the tenant. */
                eventId: string;
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
                        /** @enum {string} */
                        state: "waiting" | "done" | "rejected" | "discarded";
                        payloadHash: string;
                        answer: unknown;
                        code: string | null;
                        reason: string | null;
                        /** @description The dead letter that it is. */
                        letterId: string | null;
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
    "metrics.read": {
        parameters: {
            query?: never;
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
                    "text/plain": string;
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
    "session.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
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
                         * @description The acting person, as it stands in locks, audit and history.
                         * @example ann@example.org
                         */
                        name: string;
                        /**
                         * @description Credential of the caller. `host`: the application that mounts the server identified the caller.
                         * @enum {string}
                         */
                        kind: "key" | "session" | "token" | "host";
                        /** @description The only tenant that one sees; null: all. */
                        tenant: string | null;
                        roles: string[];
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        expiresAt: string;
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
    "session.get": {
        parameters: {
            query?: never;
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
                        /**
                         * @description The acting person, as it stands in locks, audit and history.
                         * @example ann@example.org
                         */
                        name: string;
                        /**
                         * @description Credential of the caller. `host`: the application that mounts the server identified the caller.
                         * @enum {string}
                         */
                        kind: "key" | "session" | "token" | "host";
                        /** @description The only tenant that one sees; null: all. */
                        tenant: string | null;
                        roles: string[];
                        /**
                         * @description Those that this server has, so that pages lead only where something is.
                         * @example [
                         *       "library"
                         *     ]
                         */
                        workloads: string[];
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
    "session.end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
    "events.listen": {
        parameters: {
            query?: {
                /** @description What to hear of: tasks, lanes, dispatches, workers, announcements, separated by commas. Default: all. */
                topics?: string;
                /** @description The id of the last event that was seen, as Last-Event-ID. */
                after?: string;
                /** @description Only this tenant. */
                tenant?: string;
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
                    "text/event-stream": unknown;
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
