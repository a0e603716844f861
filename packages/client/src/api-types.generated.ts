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
        put?: never;
        post?: never;
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
        /**
         * Whether the process can do its work
         * @description Work goes on without broker and Redis, unless `healthRequireBroker` or `healthRequireRedis` say otherwise.
         */
        get: operations["health.ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Submit a task
         * @description The input is checked by the definition of the type. With a key, or the header `Idempotency-Key`, the same submission again answers 200 with the task of the first one; other input under that key is a conflict.
         */
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
        /** One task with its phases */
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
        /** How far a task is */
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
        /**
         * How far the tasks of a group are
         * @description A group nobody knows has no tasks. Without a tenant it is that of the key, else `default`.
         */
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
        /**
         * Cancel a task
         * @description None of its chunks is given out any more; those that run are asked to end.
         */
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
        /**
         * Pause a task
         * @description What runs goes on, nothing else of it starts. A job is refused: pause the lane of its type.
         */
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
        /**
         * Let a paused task go on
         * @description It has no claim to the turns that it missed.
         */
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
        /** Chunks of a task, in order */
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
        /** States of up to 10,000 chunks, a letter each */
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
        /** One chunk with its attempts */
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
        /** Where a chunk stands and why it waits */
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
        /** Queues, by name */
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
        /** Lanes of a queue as a tree: tenants, groups, tasks */
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
        /** Shares of the latest turns against what was due */
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
        /** The latest turns, the newest first */
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
        /**
         * Processes that run chunks
         * @description A tenant sees only those that run chunks of its own, and only how many of these.
         */
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
        /**
         * Set weight, pause and limits of a lane
         * @description What is left out stays as it is. The next claim goes by it. Who is bound to a tenant sets lanes below the tenant only: those above are shared with others.
         */
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
        /**
         * How the whole system stands
         * @description Of all tenants: refused to those who are bound to one.
         */
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
        /** What happened lately: 90 spans of 10 seconds unless told otherwise */
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
        /** Locks that are held, by key */
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
        /** How often locks were taken, refused, held and overridden */
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
        /** Who holds a lock and who waits for it */
        get: operations["locks.get"];
        put?: never;
        post?: never;
        /**
         * End a lock, whoever holds it
         * @description Its holder is not asked and learns of it at its next call. A task that it guards runs on.
         */
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
        /** Who had a lock, the newest first */
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
        /** What failed for good, the newest first */
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
        /** One dead letter with all that is kept of it */
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
        /**
         * Give a dead letter another chance, edited if a payload is given
         * @description Another payload is checked as at submission; the hashes of both stand in the audit log.
         */
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
        /**
         * Give all that match another chance, the oldest first
         * @description At most 1000 of one request: call again while some are left. At least one field must say which.
         */
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
        /** Give a dead letter up; the record of it is kept */
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
        /** Endpoints, by id */
        get: operations["webhooks.listEndpoints"];
        put?: never;
        /** Make an endpoint; its secret is shown this once */
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
        /** One endpoint */
        get: operations["webhooks.getEndpoint"];
        put?: never;
        post?: never;
        /** Remove an endpoint; the log of its deliveries stays */
        delete: operations["webhooks.removeEndpoint"];
        options?: never;
        head?: never;
        /** Change an endpoint; what is left out stays as it is */
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
        /** Send a test event and say how it ended */
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
        /** Send to an endpoint again, with nothing counted against it */
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
        /** Send nothing more to an endpoint */
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
        /**
         * Give an endpoint another secret, which is shown this once
         * @description Requests are signed with the old one too for a while, so that no receiver breaks.
         */
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
        /** Send again what failed, or all of a time */
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
        /**
         * Deliveries, the newest first
         * @description Whoever sees all tenants says of which tenant or endpoint.
         */
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
        /** One delivery with its attempts */
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
        /** Send one again, under the same webhook-id */
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
        /**
         * Who did what, the newest first
         * @description The log of one tenant can be read from its oldest entry on.
         */
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
        /**
         * Compute every hash again and compare
         * @description Reads the whole log of the tenant, or of all: it may take a while.
         */
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
        /** Keys, revoked and expired ones too, the newest first */
        get: operations["keys.list"];
        put?: never;
        /**
         * Make a key; its text is shown this once
         * @description Who is bound to a tenant makes keys of that tenant only.
         */
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
        /**
         * End a key for good
         * @description A server that saw it valid may let it in for some seconds more.
         */
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
        /** Schedules, by name */
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
        /** Runs that were left out, the newest first, at most 100 */
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
        /** Submit nothing more by a schedule */
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
        /** Let a schedule go on with its next run */
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
        /**
         * Take an event in, once for its tenant and id
         * @description 201: it was handled, the body is the answer. 200: it was handled before, the body is the answer of that time. 202: it is stored and not handled yet. 409: another payload was accepted under its id. 422: it was rejected.
         */
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
        /** What became of an event */
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
        /** How far a task is */
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
        /**
         * How far the tasks of an election are
         * @description The group `election-{electionId}` of the tenant; without one that of the key, else `default`.
         */
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
        /**
         * How the whole system stands
         * @description Of all tenants: refused to those who are bound to one.
         */
        get: operations["scheduler.statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
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
        /**
         * Start the session of a browser
         * @description Uses up the token of a sign-in link, which `rota sign-in` makes, and sets the cookie of the session.
         */
        post: operations["session.start"];
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
        /** Who one is and what one may do */
        get: operations["session.get"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session of the browser. Keys and tokens go on.
         */
        delete: operations["session.end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
         * @description Server-sent events `task`, `lane`, `dispatch` and `worker`, each with an id. Who comes back with `Last-Event-ID` hears what happened meanwhile; an event `gap` says that it is too long ago, so look at everything anew. `ready` comes first and says from where on. A stream ends after ten minutes; come back then.
         */
        get: operations["events.listen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Elections, the newest first */
        get: operations["elections.list"];
        put?: never;
        /**
         * Create an election
         * @description Its manifest is fixed by this; the key ceremony begins. Warnings say what may be regretted.
         */
        post: operations["elections.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One election, with its turn-out */
        get: operations["elections.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The manifest, as it stands in the record */
        get: operations["elections.manifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the election for voting
         * @description Joins the guardians' keys; from now on manifest and keys are frozen.
         */
        post: operations["elections.open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close the election
         * @description Refused while a ballot is unverified. Draws the seed that orders the ballots, and plans the chunks.
         */
        post: operations["elections.close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/voters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Voters by id, and whether they have voted
         * @description Says that somebody voted, never when or which ballot: nothing in the database does.
         */
        get: operations["elections.voters.list"];
        put?: never;
        /**
         * Put voters on the roll, from CSV
         * @description Its first line names the columns voter_id (or email) and precinct. Who is on the roll stays as it is.
         */
        post: operations["elections.voters.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/voters/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take voters off the roll, before voting starts */
        post: operations["elections.voters.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/voters/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give voters their tokens, shown this once
         * @description For the named voters, or for up to 10,000 who have none. Only hashes are kept. A new token ends the old one.
         */
        post: operations["elections.voters.tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ceremony": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The board of the key ceremony: who is missing in which round */
        get: operations["elections.ceremony"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ceremony/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public keys that guardians have published, with their proofs */
        get: operations["elections.ceremony.keys"];
        put?: never;
        /**
         * Round 1: publish a guardian's public keys
         * @description Secret keys stay with the guardian. The proofs are checked before anything is kept.
         */
        post: operations["elections.ceremony.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/guardians/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give guardians their tokens, shown this once
         * @description For the named ones, or for those who have none. Only hashes are kept. A new token ends the old one.
         */
        post: operations["elections.guardians.tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ceremony/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the ceremony again, with a guardian replaced if need be
         * @description All keys and backups are forgotten. A guardian that was replaced needs a token.
         */
        post: operations["elections.ceremony.restart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ceremony/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The backups that the others left for a guardian
         * @description Sealed to the guardian's key. Empty until all have left theirs.
         */
        get: operations["elections.ceremony.backups"];
        put?: never;
        /** Round 2: leave a sealed backup for each of the others */
        post: operations["elections.ceremony.backUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ceremony/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Round 3: say which backups could be used
         * @description A backup that is not right is challenged: its sender has to publish the point for everybody to check.
         */
        post: operations["elections.ceremony.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ceremony/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a challenge by publishing the point
         * @description If it fits the sender's commitments, the challenge is over; if not, the ceremony has to start again.
         */
        post: operations["elections.ceremony.answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/voting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a voter needs to encrypt a ballot */
        get: operations["elections.voting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ballots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an encrypted ballot, to be cast or challenged afterwards
         * @description Verified at once; 202 when that takes longer: look the code up. Whoever gives the key whose hash is sent may decide about it. Sending the same again changes nothing.
         */
        post: operations["elections.ballots.submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ballots/{code}/cast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cast a ballot: it will be counted
         * @description Once for each voter, and final. Casting the same ballot again changes nothing.
         */
        post: operations["elections.ballots.cast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ballots/{code}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Challenge a ballot: it is opened for everybody and never counted
         * @description The nonce becomes public, and with it the votes on this ballot. The voter may encrypt another one.
         */
        post: operations["elections.ballots.challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/kiosk/ballots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the server encrypt a ballot (kiosk mode)
         * @description The server learns the vote. It stores it nowhere, and keeps the nonce sealed until the voter has decided.
         */
        post: operations["elections.kiosk.encrypt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/kiosk/ballots/{code}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Challenge a ballot that the server encrypted */
        post: operations["elections.kiosk.challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ballots/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the ballot with a confirmation code
         * @description Never what is on it, unless it was challenged.
         */
        get: operations["elections.ballots.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/ballots/{code}/encrypted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The encrypted ballot with a confirmation code, with its proofs */
        get: operations["elections.ballots.encrypted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/bulletin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The codes of all verified ballots, by code
         * @description The order tells nothing about when a ballot came.
         */
        get: operations["elections.bulletin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-election": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an election with one contest */
        post: operations["elections.source.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/all-elections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Elections, the newest first */
        get: operations["elections.source.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One election */
        get: operations["elections.source.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{electionId}/voters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Voters, and whether they have voted */
        get: operations["elections.source.voters"];
        put?: never;
        /** Put voters on the roll */
        post: operations["elections.source.addVoters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key-ceremony/status/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the key ceremony stands */
        get: operations["elections.source.ceremonyStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/key-ceremony/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open the election for voting */
        post: operations["elections.source.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/eligibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether the holder of a token may vote now */
        post: operations["elections.source.eligibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-encrypted-ballot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the server encrypt a ballot (kiosk mode)
         * @description Only for elections with kiosk mode: the server learns the vote. It gives no nonce away; keep cast_key.
         */
        post: operations["elections.source.encrypt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cast-encrypted-ballot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cast a ballot that was encrypted and verified before */
        post: operations["elections.source.cast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/benaloh-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Challenge a ballot: it is opened for everybody and never counted
         * @description With the nonce of a ballot that was encrypted by the voter; the server has that of a kiosk.
         */
        post: operations["elections.source.challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify-vote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether a ballot with a code is on the bulletin */
        post: operations["elections.source.verifyVote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ballot-details/{electionId}/{trackingCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The encrypted ballot with a code */
        get: operations["elections.source.ballotDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cast-ballot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.castBallot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-ceremony/generate/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        get: operations["elections.refused.guardianKeyCeremonyGenerate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-ceremony/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyPrepare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-ceremony/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-ceremony/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonySubmit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-ceremony/backup/generate/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyBackupGenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-ceremony/backup/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyBackupSubmit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/key-verification/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the tally is */
        get: operations["elections.tally.status"];
        put?: never;
        /**
         * Start the tally
         * @description Every cast ballot is checked once more and added up, chunk by chunk. Refused while it runs, saying who started it and when.
         */
        post: operations["elections.tally.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has decrypted, and who is missing */
        get: operations["elections.decryption.board"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/guardians/{sequence}/decryption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the workers are with a guardian's shares */
        get: operations["elections.decryption.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption/missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declare guardians missing
         * @description For ever: from now on the others decrypt for them. Refused when too few would be left.
         */
        post: operations["elections.decryption.missing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption/deadline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say until when guardians are waited for
         * @description Whoever has not given all shares by then counts as missing, if enough others have.
         */
        put: operations["elections.decryption.deadline"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/fleet-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key of the workers, which guardians seal to */
        get: operations["elections.fleetKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the workers decrypt with a sealed credential
         * @description It is kept for at most 6 hours and forgotten when the guardian's work is done. Given again when it was lost, the work goes on.
         */
        post: operations["elections.decryption.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption/open-slices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a guardian has still to give shares of */
        get: operations["elections.decryption.open"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption/slices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ciphertexts of a slice */
        get: operations["elections.decryption.slice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/decryption/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the shares of a slice
         * @description Every share is checked before it is kept. The first ones stay. 202: the workers have not come to it yet.
         */
        post: operations["elections.decryption.shares"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/combine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far combining is */
        get: operations["elections.combine.status"];
        put?: never;
        /**
         * Put the guardians' shares together
         * @description Fixes, for ever, whose shares count. Refused while a share is missing, naming the guardians.
         */
        post: operations["elections.combine.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results, and how they agree with the turn-out */
        get: operations["elections.results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The record as a zip file
         * @description Verify it with `rota elections verify`. The same bytes every time; X-Record-Digest names them.
         */
        get: operations["elections.record.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/record/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of the record, without ballots */
        get: operations["elections.record.files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/record/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One file of the record */
        get: operations["elections.record.file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/tally/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the tally
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.tally.stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/combine/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop combining
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.combine.stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/elections/{electionId}/guardians/{sequence}/decryption/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop what workers do for a guardian
         * @description What was done stays. Started again, it goes on from there. Its credential is forgotten: the guardian gives it again.
         */
        post: operations["elections.decryption.stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tally/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the tally
         * @description As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.
         */
        post: operations["elections.source.createTally"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the tally
         * @description As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.
         */
        post: operations["elections.source.createTallyOld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/initiate-tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the tally
         * @description As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.
         */
        post: operations["elections.source.initiateTally"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{id}/tally-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the tally is */
        get: operations["elections.source.tallyStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/initiate-combine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the guardians' shares together
         * @description As `POST /v1/elections/{electionId}/combine`; answers 200 also while it runs.
         */
        post: operations["elections.source.initiateCombine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/combine-status/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far combining is */
        get: operations["elections.source.combineStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/decryption/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the workers decrypt for a guardian
         * @description As `POST /v1/elections/{electionId}/decryption/credential`; the token says which guardian. Answers 200 also while it runs.
         */
        post: operations["elections.source.initiateDecryption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/initiate-decryption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the workers decrypt for a guardian
         * @description As `POST /v1/elections/{electionId}/decryption/credential`; the token says which guardian. Answers 200 also while it runs.
         */
        post: operations["elections.source.guardianInitiateDecryption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/decryption/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a guardian's decryption is */
        get: operations["elections.source.decryptionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guardian/decryption-status/{id}/{guardianId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a guardian's decryption is */
        get: operations["elections.source.guardianDecryptionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{id}/guardians/decryption-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far the decryption of every guardian is */
        get: operations["elections.source.decryptionProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of an election
         * @description Totals only: results of chunks beside their tracking codes would show how people voted.
         */
        get: operations["elections.source.results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{id}/cached-results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of an election
         * @description Totals only: results of chunks beside their tracking codes would show how people voted.
         */
        get: operations["elections.source.cachedResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/election/{id}/cached-results/ballots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The codes of all verified ballots, by code
         * @description As `GET /v1/elections/{electionId}/bulletin`: neither chunks nor times beside them.
         */
        get: operations["elections.source.cachedBallots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-logs/tally/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What workers did: tally */
        get: operations["elections.source.workerLog.tally"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-logs/decryption/partial/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What workers did: partial */
        get: operations["elections.source.workerLog.partial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-logs/decryption/compensated/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What workers did: compensated */
        get: operations["elections.source.workerLog.compensated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/worker-logs/combine/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What workers did: combine */
        get: operations["elections.source.workerLog.combine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/elections/{id}/process/tally/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a phase: tally
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.source.stopTally"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/elections/{id}/process/combine/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a phase: combine
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.source.stopCombine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/elections/{id}/process/decryption/{guardianId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a phase: decryption
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.source.stopDecryption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/elections/{id}/process/tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Refused: what was computed is never deleted */
        delete: operations["elections.refused.deleteTally"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/elections/{id}/process/combine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Refused: what was computed is never deleted */
        delete: operations["elections.refused.deleteCombine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/elections/{id}/process/decryption/{guardianId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Refused: what was computed is never deleted */
        delete: operations["elections.refused.deleteDecryption"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
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
export type $defs = Record<string, never>;
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
    "scheduler.taskProgress": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                /** @description The key of a task, or its id. */
                taskInstanceId: string;
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
    "scheduler.electionProgress": {
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
                electionId: string;
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
    "scheduler.statistics": {
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
                         * @description What proved it.
                         * @enum {string}
                         */
                        kind: "key" | "session" | "token";
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
                         * @description What proved it.
                         * @enum {string}
                         */
                        kind: "key" | "session" | "token";
                        /** @description The only tenant that one sees; null: all. */
                        tenant: string | null;
                        roles: string[];
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
                /** @description What to hear of: tasks, lanes, dispatches, workers, separated by commas. Default: all. */
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
    "elections.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                limit?: number;
                after?: string;
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
                            electionId: string;
                            tenant: string;
                            /** @enum {string} */
                            state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                            /** @description Why the phase of this state failed; it can be started again. */
                            stateError: string | null;
                            title: string;
                            description: string;
                            group: string;
                            /** @description The group is so small that it hides nothing: for trying things out. */
                            isToy: boolean;
                            guardians: number;
                            quorum: number;
                            /** @enum {string} */
                            reporting: "election" | "precinct" | "chunk";
                            chunkSize: number;
                            isKiosk: boolean;
                            manifestHash: string;
                            /** @description The joint key; null before the election was opened. */
                            publicKey: string | null;
                            baseHash: string | null;
                            extendedHash: string | null;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            openedAt: string | null;
                            closedAt: string | null;
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
    "elections.create": {
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
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @example Town council */
                    title: string;
                    description?: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-01T08:00:00Z
                     */
                    startsAt: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-01T18:00:00Z
                     */
                    endsAt: string;
                    guardians: {
                        /** @example Gina */
                        name: string;
                        /** @example mayor */
                        guardianId?: string;
                    }[];
                    /** @description How many guardians are enough to decrypt. */
                    quorum: number;
                    contests: {
                        /** @example mayor */
                        contestId?: string;
                        /** @example Mayor */
                        title: string;
                        /** @description How many options a ballot may choose. Default 1. */
                        votesAllowed?: number;
                        candidates: {
                            /** @example mayor */
                            candidateId?: string;
                            /** @example Ann */
                            name: string;
                            party?: string;
                        }[];
                        /** @description Default false. */
                        hasWriteIn?: boolean;
                        /** @description Where it is voted on. Default: everywhere. */
                        precincts?: string[];
                    }[];
                    precincts?: {
                        /** @example mayor */
                        precinctId: string;
                        name?: string;
                    }[];
                    /**
                     * @description Default eg-v1-4096. Toys hide nothing, and are labelled so.
                     * @enum {string}
                     */
                    group?: "eg-v1-4096" | "toy-256";
                    /** @description Ballots of a chunk. Default 200. */
                    chunkSize?: number;
                    /**
                     * @description For what totals are published. Default: the whole election.
                     * @enum {string}
                     */
                    reporting?: "election" | "precinct" | "chunk";
                    /** @description Whether results tell ballots with too many votes from those with too few. Default false. */
                    countsOvervotes?: boolean;
                    /** @description Whether the server may encrypt; it then knows those votes. Default false. */
                    isKiosk?: boolean;
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
                        election: {
                            electionId: string;
                            tenant: string;
                            /** @enum {string} */
                            state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                            /** @description Why the phase of this state failed; it can be started again. */
                            stateError: string | null;
                            title: string;
                            description: string;
                            group: string;
                            /** @description The group is so small that it hides nothing: for trying things out. */
                            isToy: boolean;
                            guardians: number;
                            quorum: number;
                            /** @enum {string} */
                            reporting: "election" | "precinct" | "chunk";
                            chunkSize: number;
                            isKiosk: boolean;
                            manifestHash: string;
                            /** @description The joint key; null before the election was opened. */
                            publicKey: string | null;
                            baseHash: string | null;
                            extendedHash: string | null;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            openedAt: string | null;
                            closedAt: string | null;
                        };
                        warnings: string[];
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
    "elections.get": {
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
                electionId: string;
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
                        election: {
                            electionId: string;
                            tenant: string;
                            /** @enum {string} */
                            state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                            /** @description Why the phase of this state failed; it can be started again. */
                            stateError: string | null;
                            title: string;
                            description: string;
                            group: string;
                            /** @description The group is so small that it hides nothing: for trying things out. */
                            isToy: boolean;
                            guardians: number;
                            quorum: number;
                            /** @enum {string} */
                            reporting: "election" | "precinct" | "chunk";
                            chunkSize: number;
                            isKiosk: boolean;
                            manifestHash: string;
                            /** @description The joint key; null before the election was opened. */
                            publicKey: string | null;
                            baseHash: string | null;
                            extendedHash: string | null;
                            createdBy: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            createdAt: string;
                            openedAt: string | null;
                            closedAt: string | null;
                        };
                        standing: {
                            voters: number;
                            voted: number;
                            ballots: {
                                received: number;
                                submitted: number;
                                cast: number;
                                challenged: number;
                                rejected: number;
                            };
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
    "elections.manifest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                    "application/json": Record<string, never>;
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
    "elections.open": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                        electionId: string;
                        tenant: string;
                        /** @enum {string} */
                        state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                        /** @description Why the phase of this state failed; it can be started again. */
                        stateError: string | null;
                        title: string;
                        description: string;
                        group: string;
                        /** @description The group is so small that it hides nothing: for trying things out. */
                        isToy: boolean;
                        guardians: number;
                        quorum: number;
                        /** @enum {string} */
                        reporting: "election" | "precinct" | "chunk";
                        chunkSize: number;
                        isKiosk: boolean;
                        manifestHash: string;
                        /** @description The joint key; null before the election was opened. */
                        publicKey: string | null;
                        baseHash: string | null;
                        extendedHash: string | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        openedAt: string | null;
                        closedAt: string | null;
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
    "elections.close": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                        electionId: string;
                        tenant: string;
                        /** @enum {string} */
                        state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                        /** @description Why the phase of this state failed; it can be started again. */
                        stateError: string | null;
                        title: string;
                        description: string;
                        group: string;
                        /** @description The group is so small that it hides nothing: for trying things out. */
                        isToy: boolean;
                        guardians: number;
                        quorum: number;
                        /** @enum {string} */
                        reporting: "election" | "precinct" | "chunk";
                        chunkSize: number;
                        isKiosk: boolean;
                        manifestHash: string;
                        /** @description The joint key; null before the election was opened. */
                        publicKey: string | null;
                        baseHash: string | null;
                        extendedHash: string | null;
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        createdAt: string;
                        openedAt: string | null;
                        closedAt: string | null;
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
    "elections.voters.list": {
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
                electionId: string;
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
                            voterId: string;
                            precinctId: string;
                            hasVoted: boolean;
                            hasToken: boolean;
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
    "elections.voters.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example voter_id,precinct
                     *     17,north
                     */
                    csv: string;
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
                        added: number;
                        known: number;
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
    "elections.voters.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    voterIds: string[];
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
                        removed: number;
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
    "elections.voters.tokens": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    voterIds?: string[];
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
                        tokens: {
                            voterId: string;
                            token: string;
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
    "elections.ceremony": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                        state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                        guardianCount: number;
                        quorum: number;
                        group: string;
                        /** @description 1 keys, 2 backups, 3 verification; 4: all is done. */
                        round: number;
                        guardians: {
                            sequence: number;
                            guardianId: string;
                            name: string;
                            hasToken: boolean;
                            /** @description Round 1: its public keys are here, and their proofs hold. */
                            hasPublished: boolean;
                            /** @description Round 2: its sealed backups for the others are here. */
                            hasBackedUp: boolean;
                            /** @description Round 3: it could use the backups of all others. */
                            hasVerified: boolean;
                        }[];
                        challenges: {
                            sender: number;
                            receiver: number;
                            /** @enum {string} */
                            state: "CHALLENGED" | "DISMISSED";
                            reason: string;
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
    "elections.ceremony.keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                        guardians: Record<string, never>[];
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
    "elections.ceremony.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A guardian's public record in the JSON of ElectionGuard 1.4. */
                    guardian: {
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
                        isChecked: boolean;
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
                        isChecked: boolean;
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
    "elections.guardians.tokens": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sequences?: number[];
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
                        tokens: {
                            sequence: number;
                            guardianId: string;
                            name: string;
                            token: string;
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
    "elections.ceremony.restart": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept in the audit log. */
                    reason: string;
                    replace?: {
                        /** @description The number of a guardian. */
                        sequence: number;
                        name: string;
                    };
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
                        round: number;
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
    "elections.ceremony.backups": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
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
                        backups: {
                            sender: number;
                            receiver: number;
                            state: string;
                            sealed: {
                                pad: string;
                                data: string;
                                mac: string;
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
    "elections.ceremony.backUp": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    backups: {
                        /** @description The number of a guardian. */
                        receiver: number;
                        sealed: {
                            /** @description A number in hexadecimal digits. */
                            pad: string;
                            data: string;
                            mac: string;
                        };
                    }[];
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
                        backups: number;
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
    "elections.ceremony.verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    judgements: {
                        /** @description The number of a guardian. */
                        sender: number;
                        isRight: boolean;
                        /** @description Kept in the audit log. */
                        reason?: string;
                    }[];
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
                        judged: number;
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
    "elections.ceremony.answer": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The number of a guardian. */
                    receiver: number;
                    /** @description A number in hexadecimal digits. */
                    point: string;
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
                        isChecked: boolean;
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
                        isChecked: boolean;
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
    "elections.voting": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
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
                        electionId: string;
                        /** @enum {string} */
                        state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                        title: string;
                        group: string;
                        isToy: boolean;
                        isKiosk: boolean;
                        styleId: string;
                        hasVoted: boolean;
                        /** @description To be put into the ballot: the beginning of today, in seconds. */
                        timestamp: number;
                        /** @description As in the record. */
                        manifest: {
                            [key: string]: unknown;
                        };
                        /** @description As in the record: joint key and hashes. */
                        context: {
                            [key: string]: unknown;
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
    "elections.ballots.submit": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
                /** @description `wait=5`: wait at most so many seconds, 15 at most, then answer 202 (RFC 7240). */
                prefer?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An encrypted ballot in the JSON of ElectionGuard 1.4, without nonces. */
                    ballot: {
                        [key: string]: unknown;
                    };
                    /** @description What encrypted: random numbers, nothing about the voter. Its hash begins the chain of codes. */
                    device: {
                        deviceId: number;
                        sessionId: number;
                        launchCode: number;
                        /** @example browser */
                        location: string;
                    };
                    /** @description SHA-256 of the key, which stays with the voter until the decision. */
                    castKeyHash: string;
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
                        ballotId: string;
                        /** @description The confirmation code: show it before the voter decides. */
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
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
                        ballotId: string;
                        /** @description The confirmation code: show it before the voter decides. */
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
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
    "elections.ballots.cast": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
                /** @description A confirmation code, as it was shown to the voter. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whose SHA-256 was sent with the ballot. */
                    castKey: string;
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
                        ballotId: string;
                        /** @description The confirmation code: show it before the voter decides. */
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
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
    "elections.ballots.challenge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
                /** @description A confirmation code, as it was shown to the voter. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whose SHA-256 was sent with the ballot. */
                    castKey: string;
                    /** @description A number in hexadecimal digits. */
                    nonce: string;
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
                        ballotId: string;
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
                        styleId: string;
                        /** @description The server encrypted it. */
                        isKiosk: boolean;
                        /** @description It is in the tally, or will be. */
                        isCounted: boolean;
                        /** @description Of a challenged ballot. */
                        opened: {
                            nonce: string;
                            /** @description Whether encrypting its votes with the nonce gives this very ballot; null while that is computed. */
                            verdict: ("REPEATED" | "DIFFERENT") | null;
                            votes: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            } | null;
                            objection: string | null;
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
    "elections.kiosk.encrypt": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is not named gets no vote. */
                    contests: {
                        contestId: string;
                        selectionIds: string[];
                    }[];
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
                        ballotId: string;
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
                        /** @description Shown once: it casts or challenges this ballot. */
                        castKey: string;
                        /** @description Always true: the server has seen the vote. */
                        isKiosk: boolean;
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
    "elections.kiosk.challenge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
                /** @description A confirmation code, as it was shown to the voter. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whose SHA-256 was sent with the ballot. */
                    castKey: string;
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
                        ballotId: string;
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
                        styleId: string;
                        /** @description The server encrypted it. */
                        isKiosk: boolean;
                        /** @description It is in the tally, or will be. */
                        isCounted: boolean;
                        /** @description Of a challenged ballot. */
                        opened: {
                            nonce: string;
                            /** @description Whether encrypting its votes with the nonce gives this very ballot; null while that is computed. */
                            verdict: ("REPEATED" | "DIFFERENT") | null;
                            votes: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            } | null;
                            objection: string | null;
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
    "elections.ballots.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
                /** @description A confirmation code, as it was shown to the voter. */
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
                        ballotId: string;
                        code: string;
                        /** @enum {string} */
                        state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
                        styleId: string;
                        /** @description The server encrypted it. */
                        isKiosk: boolean;
                        /** @description It is in the tally, or will be. */
                        isCounted: boolean;
                        /** @description Of a challenged ballot. */
                        opened: {
                            nonce: string;
                            /** @description Whether encrypting its votes with the nonce gives this very ballot; null while that is computed. */
                            verdict: ("REPEATED" | "DIFFERENT") | null;
                            votes: {
                                [key: string]: {
                                    [key: string]: number;
                                };
                            } | null;
                            objection: string | null;
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
    "elections.ballots.encrypted": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
                /** @description A confirmation code, as it was shown to the voter. */
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
    "elections.bulletin": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description A confirmation code, as it was shown to the voter. */
                after?: string;
            };
            header?: never;
            path: {
                electionId: string;
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
                            code: string;
                            /** @enum {string} */
                            state: "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";
                            isKiosk: boolean;
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
    "elections.source.create": {
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
                    electionTitle: string;
                    electionDescription?: string;
                    candidateNames: string[];
                    partyNames?: string[];
                    maxChoices?: number;
                    guardianEmails: string[];
                    electionQuorum?: number;
                    /** Format: date-time */
                    startingTime?: string;
                    /** Format: date-time */
                    endingTime?: string;
                    /** @enum {string} */
                    electionEligibility?: "listed" | "unlisted";
                    voterEmails?: string[];
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
                        electionId: number;
                        electionTitle: string;
                        electionDescription: string;
                        numberOfGuardians: number;
                        electionQuorum: number;
                        /** @description The state of the election. */
                        status: string;
                        candidateNames: string[];
                        warnings: string[];
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
    "elections.source.list": {
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
                        electionId: number;
                        electionTitle: string;
                        electionDescription: string;
                        numberOfGuardians: number;
                        electionQuorum: number;
                        /** @description The state of the election. */
                        status: string;
                        candidateNames: string[];
                        warnings: string[];
                    }[];
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
    "elections.source.get": {
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
                electionId: string;
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
                        electionId: number;
                        electionTitle: string;
                        electionDescription: string;
                        numberOfGuardians: number;
                        electionQuorum: number;
                        /** @description The state of the election. */
                        status: string;
                        candidateNames: string[];
                        warnings: string[];
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
    "elections.source.voters": {
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
                electionId: string;
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
                        email: string;
                        hasVoted: boolean;
                    }[];
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
    "elections.source.addVoters": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    voterEmails: string[];
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
                        added: number;
                        known: number;
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
    "elections.source.ceremonyStatus": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                        totalGuardians: number;
                        currentRound: number;
                        submittedKeys: number;
                        submittedBackups: number;
                        allBackupsSubmitted: boolean;
                        readyForActivation: boolean;
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
    "elections.source.activate": {
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
                    /** @example 42 */
                    electionId: number;
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
                        electionId: number;
                        electionTitle: string;
                        electionDescription: string;
                        numberOfGuardians: number;
                        electionQuorum: number;
                        /** @description The state of the election. */
                        status: string;
                        candidateNames: string[];
                        warnings: string[];
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
    "elections.source.eligibility": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    electionId: number;
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
                        eligible: boolean;
                        hasVoted: boolean;
                        isElectionActive: boolean;
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
    "elections.source.encrypt": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    electionId: number;
                    selectedCandidates: string[];
                    /** @description Makes all requests alike in length. */
                    padding?: string;
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
                        /** @description In the JSON of ElectionGuard 1.4. */
                        encrypted_ballot: {
                            [key: string]: unknown;
                        };
                        ballot_hash: string;
                        ballot_tracking_code: string;
                        ballot_id: string;
                        cast_key: string;
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
    "elections.source.cast": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    electionId: number;
                    /**
                     * @description A confirmation code, as it was shown to the voter.
                     * @example 5F2A
                     */
                    ballot_tracking_code: string;
                    /** @description A number in hexadecimal digits. */
                    ballot_hash?: string;
                    /** @description Whose SHA-256 was sent with the ballot. */
                    cast_key: string;
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
                        hashCode: string;
                        trackingCode: string;
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
    "elections.source.challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    electionId: number;
                    /**
                     * @description A confirmation code, as it was shown to the voter.
                     * @example 5F2A
                     */
                    ballot_tracking_code: string;
                    /** @description Whose SHA-256 was sent with the ballot. */
                    cast_key: string;
                    /** @description A number in hexadecimal digits. */
                    nonce?: string;
                    candidate_names_to_verify?: string[];
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
                        match: boolean;
                        verified_candidates: string[];
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
    "elections.source.verifyVote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    election_id: number;
                    /**
                     * @description A confirmation code, as it was shown to the voter.
                     * @example 5F2A
                     */
                    tracking_code: string;
                    /** @description A number in hexadecimal digits. */
                    hash_code?: string;
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
                        found: boolean;
                        hashMatches: boolean;
                        status: string | null;
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
    "elections.source.ballotDetails": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
                /** @description A confirmation code, as it was shown to the voter. */
                trackingCode: string;
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
                        trackingCode: string;
                        status: string;
                        /** @description Without nonces. */
                        cipher_text: {
                            [key: string]: unknown;
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
    "elections.refused.castBallot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyCeremonyGenerate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyCeremonyPrepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyCeremonyConfirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyCeremonySubmit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyCeremonyBackupGenerate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyCeremonyBackupSubmit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.guardianKeyVerification": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.tally.status": {
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
                electionId: string;
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
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.tally.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                        chunks: number;
                        taskId: string;
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
    "elections.decryption.board": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                        state: "CEREMONY" | "READY" | "OPEN" | "CLOSED" | "TALLYING" | "TALLIED" | "DECRYPTING" | "COMBINING" | "DECRYPTED";
                        /** @description Pieces of work that each guardian gives shares of. */
                        slices: number;
                        quorum: number;
                        /** @description Everything is there that combining needs. */
                        isComplete: boolean;
                        deadline: string | null;
                        guardians: {
                            sequence: number;
                            guardianId: string;
                            name: string;
                            /**
                             * @description DECRYPTED: all own shares are here.
                             * @enum {string}
                             */
                            state: "WAITING" | "DECRYPTING" | "DECRYPTED" | "MISSING";
                            /** @description Sends shares and keeps its key; else workers decrypt for it. */
                            isAtHome: boolean | null;
                            since: string | null;
                            ownSlices: number;
                            compensatedFor: {
                                missing: number;
                                slices: number;
                            }[];
                            missingBy: string | null;
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
    "elections.decryption.status": {
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
                electionId: string;
                sequence: string;
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
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.decryption.missing": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                    guardians: number[];
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
                        missing: number[];
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
    "elections.decryption.deadline": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                    /**
                     * Format: date-time
                     * @example 2026-03-01T12:00:00.000Z
                     */
                    at: string;
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
                         * Format: date-time
                         * @example 2026-03-01T12:00:00.000Z
                         */
                        deadline: string;
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
    "elections.fleetKey": {
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
                        /** @description X25519 and ML-KEM-1024, as base64. */
                        publicKey: string;
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
    "elections.decryption.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The guardian's keys, sealed to the fleet's key, as base64. */
                    sealed: string;
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
                        chunks: number;
                        taskId: string;
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
    "elections.decryption.open": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path: {
                electionId: string;
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
                        total: number;
                        /** @description The first 1,000. */
                        slices: {
                            /**
                             * @description The tally of a reporting unit, or a challenged ballot.
                             * @enum {string}
                             */
                            subject: "unit" | "ballot";
                            subjectId: string;
                            slice: number;
                            /** @description The missing guardian that the shares are for. */
                            missingGuardian: number | null;
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
    "elections.decryption.slice": {
        parameters: {
            query: {
                /** @description The tally of a reporting unit, or a challenged ballot. */
                subject: "unit" | "ballot";
                subjectId: string;
                slice: string;
            };
            header?: never;
            path: {
                electionId: string;
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
                            contest: string;
                            selection: string;
                            pad: string;
                            data: string;
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
    "elections.decryption.shares": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
                /** @description `wait=5`: wait at most so many seconds, 15 at most, then answer 202 (RFC 7240). */
                prefer?: string;
            };
            path: {
                electionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The tally of a reporting unit, or a challenged ballot.
                     * @enum {string}
                     */
                    subject: "unit" | "ballot";
                    subjectId: string;
                    slice: number;
                    /** @description The number of a guardian. */
                    missingGuardian?: number;
                    shares: {
                        contest: string;
                        selection: string;
                        /** @description A number in hexadecimal digits. */
                        share: string;
                        proof: {
                            /** @description A number in hexadecimal digits. */
                            pad: string;
                            /** @description A number in hexadecimal digits. */
                            data: string;
                            /** @description A number in hexadecimal digits. */
                            challenge: string;
                            /** @description A number in hexadecimal digits. */
                            response: string;
                        };
                    }[];
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
                        isChecked: boolean;
                        isNew: boolean;
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
                        isChecked: boolean;
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
    "elections.combine.status": {
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
                electionId: string;
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
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.combine.start": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                        chunks: number;
                        taskId: string;
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
    "elections.results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                        electionId: string;
                        title: string;
                        /** @description Held in a group that hides nothing: for trying things out. */
                        isToy: boolean;
                        units: {
                            unitId: string;
                            contests: {
                                contestId: string;
                                name: string;
                                ballots: number;
                                votesAllowed: number;
                                votes: number;
                                /** @description Not given, or lost because a ballot gave too many. */
                                unusedVotes: number;
                                /** @description Ballots that gave too many; null where that is not counted apart. */
                                overvotes: number | null;
                                /** @description Votes that were not given; null together with `overvotes`. */
                                undervotes: number | null;
                                /** @description Seats that several selections with as many votes share; nothing here decides between them. */
                                tiedFor: {
                                    seats: number;
                                    selectionIds: string[];
                                };
                                selections: {
                                    selectionId: string;
                                    candidateId: string;
                                    votes: number;
                                    percentage: number;
                                    rank: number;
                                    /** @enum {string} */
                                    outcome: "ELECTED" | "TIED" | "NOT_ELECTED";
                                }[];
                            }[];
                        }[];
                        reconciliation: {
                            eligible: number;
                            voted: number;
                            cast: number;
                            tallied: number;
                            challenged: number;
                            unresolved: number;
                            rejected: number;
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
    "elections.record.download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                    "application/zip": string;
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
    "elections.record.files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                electionId: string;
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
                        files: {
                            path: string;
                            sha256: string;
                            bytes: number;
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
    "elections.record.file": {
        parameters: {
            query: {
                path: string;
            };
            header?: never;
            path: {
                electionId: string;
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
    "elections.tally.stop": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                        /** @description False: nothing ran. */
                        isStopped: boolean;
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
    "elections.combine.stop": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
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
                        /** @description False: nothing ran. */
                        isStopped: boolean;
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
    "elections.decryption.stop": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                electionId: string;
                sequence: string;
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
                        /** @description False: nothing ran. */
                        isStopped: boolean;
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
    "elections.source.createTally": {
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
                    /** @example 42 */
                    electionId?: number | string;
                    /** @example 42 */
                    election_id?: number | string;
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
                        success: boolean;
                        message: string;
                        encryptedTally: string | null;
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
    "elections.source.createTallyOld": {
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
                    /** @example 42 */
                    electionId?: number | string;
                    /** @example 42 */
                    election_id?: number | string;
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
                        success: boolean;
                        message: string;
                        encryptedTally: string | null;
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
    "elections.source.initiateTally": {
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
                    /** @example 42 */
                    electionId?: number | string;
                    /** @example 42 */
                    election_id?: number | string;
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
                        success: boolean;
                        message: string;
                        encryptedTally: string | null;
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
    "elections.source.tallyStatus": {
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
                id: string;
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
                        success: boolean;
                        /** @enum {string} */
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.source.initiateCombine": {
        parameters: {
            query: {
                electionId: string;
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
                        success: boolean;
                        message: string;
                        encryptedTally: string | null;
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
    "elections.source.combineStatus": {
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
                id: string;
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
                        success: boolean;
                        /** @enum {string} */
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.source.initiateDecryption": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    electionId?: number | string;
                    /** @example 42 */
                    election_id?: number | string;
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @description The guardian's keys, sealed to the fleet's key, as base64. */
                    encrypted_data: string;
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
                        success: boolean;
                        message: string;
                        encryptedTally: string | null;
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
    "elections.source.guardianInitiateDecryption": {
        parameters: {
            query?: never;
            header?: {
                /** @description What the election office handed out. */
                "x-election-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 42 */
                    electionId?: number | string;
                    /** @example 42 */
                    election_id?: number | string;
                    /**
                     * @description Whose it is.
                     * @example ann
                     */
                    tenant?: string;
                    /** @description The guardian's keys, sealed to the fleet's key, as base64. */
                    encrypted_data: string;
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
                        success: boolean;
                        message: string;
                        encryptedTally: string | null;
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
    "elections.source.decryptionStatus": {
        parameters: {
            query: {
                electionId: string;
                /** @description The number of the guardian. */
                guardianId: string;
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
                        success: boolean;
                        /** @enum {string} */
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.source.guardianDecryptionStatus": {
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
                id: string;
                /** @description The number of the guardian. */
                guardianId: string;
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
                        success: boolean;
                        /** @enum {string} */
                        status: "not_started" | "in_progress" | "completed" | "failed";
                        totalChunks: number;
                        processedChunks: number;
                        failedChunks: number;
                        progressPercentage: number;
                        createdBy: string | null;
                        isLocked: boolean;
                        lockHeldBy: string | null;
                        lockStartTime: string | null;
                        /** @description Why it failed, or what it waits for. */
                        errorMessage: string | null;
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
    "elections.source.decryptionProgress": {
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
                id: string;
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
                        success: boolean;
                        guardians: {
                            guardianId: number;
                            guardianName: string;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "completed" | "failed";
                            totalChunks: number;
                            processedChunks: number;
                            failedChunks: number;
                            progressPercentage: number;
                            createdBy: string | null;
                            isLocked: boolean;
                            lockHeldBy: string | null;
                            lockStartTime: string | null;
                            /** @description Why it failed, or what it waits for. */
                            errorMessage: string | null;
                            decrypted: boolean;
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
    "elections.source.results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                        success: boolean;
                        status: string;
                        /** @description By contest and selection; empty until the election is decrypted. */
                        finalResults: {
                            [key: string]: {
                                [key: string]: {
                                    votes: number;
                                    percentage: number;
                                };
                            };
                        };
                        totalBallots: number;
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
    "elections.source.cachedResults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                        success: boolean;
                        status: string;
                        /** @description By contest and selection; empty until the election is decrypted. */
                        finalResults: {
                            [key: string]: {
                                [key: string]: {
                                    votes: number;
                                    percentage: number;
                                };
                            };
                        };
                        totalBallots: number;
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
    "elections.source.cachedBallots": {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description A confirmation code, as it was shown to the voter. */
                after?: string;
            };
            header?: never;
            path: {
                id: string;
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
                        success: boolean;
                        ballots: {
                            tracking_code: string;
                            status: string;
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
    "elections.source.workerLog.tally": {
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
                id: string;
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
                        chunkId: string;
                        chunkNumber: number;
                        taskInstanceId: string;
                        startTime: string | null;
                        endTime: string | null;
                        status: string;
                        errorMessage: string | null;
                    }[];
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
    "elections.source.workerLog.partial": {
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
                id: string;
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
                        chunkId: string;
                        chunkNumber: number;
                        taskInstanceId: string;
                        startTime: string | null;
                        endTime: string | null;
                        status: string;
                        errorMessage: string | null;
                    }[];
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
    "elections.source.workerLog.compensated": {
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
                id: string;
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
                        chunkId: string;
                        chunkNumber: number;
                        taskInstanceId: string;
                        startTime: string | null;
                        endTime: string | null;
                        status: string;
                        errorMessage: string | null;
                    }[];
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
    "elections.source.workerLog.combine": {
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
                id: string;
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
                        chunkId: string;
                        chunkNumber: number;
                        taskInstanceId: string;
                        startTime: string | null;
                        endTime: string | null;
                        status: string;
                        errorMessage: string | null;
                    }[];
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
    "elections.source.stopTally": {
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
                id: string;
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
                        success: boolean;
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
    "elections.source.stopCombine": {
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
                id: string;
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
                        success: boolean;
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
    "elections.source.stopDecryption": {
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
                id: string;
                /** @description The number of the guardian. */
                guardianId: string;
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
                        success: boolean;
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
    "elections.refused.deleteTally": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.deleteCombine": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
    "elections.refused.deleteDecryption": {
        parameters: {
            query?: never;
            header?: {
                /** @description Only this tenant, for who may see all. */
                "x-rota-tenant"?: string;
            };
            path: {
                id: string;
                /** @description The number of the guardian. */
                guardianId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
