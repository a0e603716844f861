/** Generated. */
export interface paths {
    "/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tasks.list"];
        put?: never;
        post: operations["tasks.submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tasks.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tasks.progress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["groups.progress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tasks.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tasks.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tasks.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["chunks.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/grid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["chunks.grid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/chunks/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["chunks.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{taskId}/chunks/{number}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["chunks.explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["queues.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{queue}/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["queues.lanes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{queue}/fairness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["queues.fairness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{queue}/dispatches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["queues.dispatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["workers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["lanes.set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["statistics.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statistics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["statistics.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["locks.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locks/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["locks.statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locks/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["locks.get"];
        put?: never;
        post?: never;
        delete: operations["locks.override"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locks/{key}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["locks.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deadLetters.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters/{letterId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deadLetters.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters/{letterId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deadLetters.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deadLetters.replayMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters/{letterId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deadLetters.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks.listEndpoints"];
        put?: never;
        post: operations["webhooks.createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks.getEndpoint"];
        put?: never;
        post?: never;
        delete: operations["webhooks.removeEndpoint"];
        options?: never;
        head?: never;
        patch: operations["webhooks.updateEndpoint"];
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.replayMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks.listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["webhooks.getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["audit.verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["keys.list"];
        put?: never;
        post: operations["keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["keys.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["schedules.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{name}/missed-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["schedules.missedRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["schedules.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["schedules.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes/{name}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["intakes.receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/intakes/{name}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["intakes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scheduler/task/{taskInstanceId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["scheduler.taskProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scheduler/election/{electionId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["scheduler.electionProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scheduler/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["scheduler.statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["health.live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            name: string;
                            kind: string;
                            tenant: string | null;
                            roles: string[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
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
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            status: string;
                            parts: {
                                name: string;
                                state: string;
                                detail?: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "tasks.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
                state?: "ACTIVE" | "PAUSED" | "COMPLETED" | "FAILED" | "CANCELLED";
                type?: string;
                queue?: string;
                group?: string;
                kind?: "job" | "task";
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                PENDING: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                QUEUED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                PROCESSING: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                COMPLETED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                FAILED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                DEAD_LETTER: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                CANCELLED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "tasks.submit": {
        parameters: {
            query?: never;
            header?: never;
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
                     * @example election-42
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
                };
            };
        };
        responses: {
            /** @description x */
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
            /** @description x */
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
        };
    };
    "tasks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            PENDING: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            QUEUED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            PROCESSING: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            COMPLETED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            FAILED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            DEAD_LETTER: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            CANCELLED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "tasks.progress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            PENDING: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            QUEUED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            PROCESSING: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            COMPLETED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            FAILED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            DEAD_LETTER: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            CANCELLED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "groups.progress": {
        parameters: {
            query?: {
                tenant?: string;
            };
            header?: never;
            path: {
                group: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                PENDING: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                QUEUED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                PROCESSING: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                COMPLETED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                FAILED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                DEAD_LETTER: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
                                };
                                CANCELLED: {
                                    count: number;
                                    /**
                                     * @description How sure the count is.
                                     * @enum {string}
                                     */
                                    precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "tasks.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
            /** @description x */
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
        };
    };
    "tasks.pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
            /** @description x */
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
        };
    };
    "tasks.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
            /** @description x */
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
        };
    };
    "chunks.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                state?: "SCHEDULED" | "PENDING" | "QUEUED" | "PROCESSING" | "COMPLETED" | "FAILED" | "DEAD_LETTER" | "CANCELLED";
            };
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "chunks.grid": {
        parameters: {
            query?: {
                from?: number;
                count?: number;
            };
            header?: never;
            path: {
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "chunks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "chunks.explain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                level: "queue" | "tenant" | "group" | "task";
                                name: string;
                            } | {
                                /** @constant */
                                kind: "CAPPED";
                                /** @enum {string} */
                                level: "queue" | "tenant" | "group" | "task";
                                name: string;
                                maxInFlight: number;
                            } | {
                                /** @constant */
                                kind: "RATE_LIMITED";
                                /** @enum {string} */
                                level: "queue" | "tenant" | "group" | "task";
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
        };
    };
    "queues.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            scheduled: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            queued: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            running: number;
                            lanesWaiting: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "queues.lanes": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "queues.fairness": {
        parameters: {
            query?: {
                turns?: number;
                tenant?: string;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "queues.dispatches": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path: {
                queue: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "workers.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "lanes.set": {
        parameters: {
            query?: never;
            header?: never;
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
                    queue?: string;
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /**
                     * @description What a tenant shares its turns out by.
                     * @example election-42
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
            /** @description x */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "statistics.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openTasks: {
                            count: number;
                            /**
                             * @description How sure the count is.
                             * @enum {string}
                             */
                            precision: "exact" | "atLeast" | "atMost" | "about";
                        };
                        openTasksByType: {
                            [key: string]: number;
                        };
                        pendingJobsByType: {
                            [key: string]: number;
                        };
                        chunks: {
                            count: number;
                            /**
                             * @description How sure the count is.
                             * @enum {string}
                             */
                            precision: "exact" | "atLeast" | "atMost" | "about";
                        };
                        chunksByState: {
                            SCHEDULED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            PENDING: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            QUEUED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            PROCESSING: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            COMPLETED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            FAILED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            DEAD_LETTER: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                            CANCELLED: {
                                count: number;
                                /**
                                 * @description How sure the count is.
                                 * @enum {string}
                                 */
                                precision: "exact" | "atLeast" | "atMost" | "about";
                            };
                        };
                        lanesWaiting: {
                            count: number;
                            /**
                             * @description How sure the count is.
                             * @enum {string}
                             */
                            precision: "exact" | "atLeast" | "atMost" | "about";
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
        };
    };
    "statistics.history": {
        parameters: {
            query?: {
                queue?: string;
                tenant?: string;
                spanMs?: number;
                spans?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "locks.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
                prefix?: string;
                holder?: string;
                operation?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "locks.statistics": {
        parameters: {
            query?: {
                tenant?: string;
                sinceMs?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "locks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "locks.override": {
        parameters: {
            query: {
                reason: string;
                tenant?: string;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "locks.history": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "deadLetters.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                kind?: "chunk" | "event" | "parked";
                tenant?: string;
                queue?: string;
                type?: string;
                intake?: string;
                code?: string;
                from?: string;
                before?: string;
                state?: "open" | "replayed" | "discarded";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "deadLetters.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                letterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "deadLetters.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                letterId: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
            /** @description x */
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
        };
    };
    "deadLetters.replayMany": {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description x */
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
        };
    };
    "deadLetters.discard": {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description x */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.listEndpoints": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "webhooks.createEndpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    /** @description Event types, `prefix.*` for all that begin so, or `*` for all. */
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
                };
            };
        };
        responses: {
            /** @description x */
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
        };
    };
    "webhooks.getEndpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "webhooks.removeEndpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.updateEndpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    /** @description Event types, `prefix.*` for all that begin so, or `*` for all. */
                    eventTypes?: string[];
                    timeoutMs?: number;
                    /** @description When a failed attempt is tried again: a known schedule, or waits in milliseconds. */
                    schedule?: "default" | "seed" | number[];
                    retry4xx?: boolean;
                    maxInFlight?: number;
                    ratePerSecond?: number;
                    /** @enum {string} */
                    signatureKey?: "shown" | "decoded";
                };
            };
        };
        responses: {
            /** @description x */
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
        };
    };
    "webhooks.ping": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                        answerBody: string | null;
                    };
                };
            };
        };
    };
    "webhooks.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "webhooks.disable": {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description x */
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
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
            /** @description x */
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
        };
    };
    "webhooks.replayMany": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: {
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
            /** @description x */
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
        };
    };
    "webhooks.listDeliveries": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
                endpointId?: string;
                state?: "PENDING" | "DELIVERED" | "FAILED";
                eventType?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "webhooks.getDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
                            /** @description The first 4 KiB of the answer. */
                            answerBody: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "webhooks.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
                first?: "newest" | "oldest";
                actor?: string;
                action?: string;
                subjectType?: string;
                subjectId?: string;
                from?: string;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "audit.verify": {
        parameters: {
            query?: {
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "keys.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "keys.create": {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description x */
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
        };
    };
    "keys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "schedules.list": {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                tenant?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "schedules.missedRuns": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "schedules.pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "schedules.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "intakes.receive": {
        parameters: {
            query?: {
                waitMs?: number;
            };
            header?: never;
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
            /** @description x */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description x */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description x */
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
            /** @description x */
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
            /** @description x */
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
        };
    };
    "intakes.get": {
        parameters: {
            query?: {
                tenant?: string;
            };
            header?: never;
            path: {
                name: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
    "scheduler.taskProgress": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskInstanceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        taskInstanceId: string;
                        /** @example TALLY_CREATION */
                        taskType: string;
                        totalChunks: number;
                        completedChunks: number;
                        failedChunks: number;
                        processingChunks: number;
                        queuedChunks: number;
                        pendingChunks: number;
                        completionPercentage: number;
                        complete: boolean;
                    };
                };
            };
        };
    };
    "scheduler.electionProgress": {
        parameters: {
            query?: {
                tenant?: string;
            };
            header?: never;
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        taskInstanceId: string;
                        /** @example TALLY_CREATION */
                        taskType: string;
                        totalChunks: number;
                        completedChunks: number;
                        failedChunks: number;
                        processingChunks: number;
                        queuedChunks: number;
                        pendingChunks: number;
                        completionPercentage: number;
                        complete: boolean;
                    }[];
                };
            };
        };
    };
    "scheduler.statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activeTaskInstances: number;
                        /** @description Chunks registered so far, in all states. */
                        totalChunksQueued: number;
                        totalChunksCompleted: number;
                        totalChunksFailed: number;
                        taskInstancesByType: {
                            [key: string]: number;
                        };
                        chunksByState: {
                            PENDING: number;
                            QUEUED: number;
                            PROCESSING: number;
                            COMPLETED: number;
                            FAILED: number;
                        };
                    };
                };
            };
        };
    };
    "health.live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description x */
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
        };
    };
}
