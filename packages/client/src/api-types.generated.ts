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
        /**
         * Send a financial event
         * @description Posted once for its tenant and id, in batches with what comes over the queue. 201: it is posted. 200: it was posted before. 202: it is stored, and posted soon. 409: another event was accepted under its id. Else: it was rejected, is kept with its reason, and can be replayed. X-Source-System says where it comes from.
         */
        post: operations["ledger.events.send"];
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
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Documents, the newest first */
        get: operations["passports.documents.list"];
        put?: never;
        /**
         * Create a document
         * @description It has no bytes yet: add a version.
         */
        post: operations["passports.documents.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a version of a document
         * @description What it says is read in the background. Bytes that the document has already are the version that there is.
         */
        post: operations["passports.documents.versions.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{documentId}/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in bytes that become a version in the background
         * @description For many documents at once: whose turn it is decides when each becomes a version.
         */
        post: operations["passports.documents.uploads.stage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /** Create an empty snapshot of facts */
        post: operations["passports.snapshots.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots/{snapshotId}/build": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the facts of a snapshot, which is READY then */
        post: operations["passports.snapshots.build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots/{snapshotId}/seal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seal a snapshot that is READY
         * @description From then on its facts are one hash, and it never changes.
         */
        post: operations["passports.snapshots.seal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Add facts to a snapshot
         * @description A snapshot that was READY is to be built again.
         */
        post: operations["passports.snapshots.items.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/snapshots/{snapshotId}/items/{factId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a fact out of a snapshot */
        delete: operations["passports.snapshots.items.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Create a battery product
         * @description Its number and name stand in passports and never change.
         */
        post: operations["passports.products.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /** Create a package of rules */
        post: operations["passports.rules.packages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-packages/{rulePackageId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a version to a package of rules
         * @description Refused with line and column when the sources are no rules. The same sources are the version that there is.
         */
        post: operations["passports.rules.versions.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check rules without storing them
         * @description For editors: what is wrong is an answer, with its place.
         */
        post: operations["passports.rules.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        /**
         * Retire rules
         * @description They stay for whoever checks passports that were compiled with them.
         */
        delete: operations["passports.rules.versions.retire"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{rulePackageVersionId}/tests:run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run the tests of rules */
        post: operations["passports.rules.versions.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{rulePackageVersionId}:publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish rules whose tests have passed */
        post: operations["passports.rules.versions.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-package-versions/{rulePackageVersionId}:deprecate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take rules out of use for new passports */
        post: operations["passports.rules.versions.deprecate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Create a policy
         * @description It decides nothing until it has a version.
         */
        post: operations["passports.policies.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies/{policyId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version of a policy in force
         * @description In place of the version before. It may deny what a role allows, and never allows what a role does not. Refused when you could not withdraw it.
         */
        post: operations["passports.policies.versions.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        /**
         * Withdraw a version of a policy
         * @description Nothing of the policy is in force then. What it was is kept.
         */
        delete: operations["passports.policies.versions.withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Create the passport of a product or of one battery
         * @description With a serial number it is of one battery. Asked for again, it is the one that there is.
         */
        post: operations["passports.passports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passports/{passportId}/compile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compile a new version
         * @description It is compiled and signed, and its QR code drawn, by the workers. Activate it then.
         */
        post: operations["passports.passports.compile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{passportVersionId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a signed version the one that counts
         * @description The version that was active until now is superseded by it.
         */
        post: operations["passports.versions.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{passportVersionId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a version back
         * @description For good. What was scanned or saved of it still verifies: its status tells that it was revoked, and why.
         */
        post: operations["passports.versions.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{passportVersionId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compile a version again and compare every hash
         * @description 202 when the workers take longer than the caller should wait: the result is that of the job.
         */
        post: operations["passports.versions.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passport-versions/{passportVersionId}/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw the QR codes of a version again
         * @description Such as when passports have got another public address. BPC-QR-1 comes out as it was.
         */
        post: operations["passports.versions.draw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /** Export an active version */
        post: operations["passports.exports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Add a signing key
         * @description The public side only: private keys are given to the workers. From now on it signs; the key that did so until now is retired, and signs what was compiled for it.
         */
        post: operations["passports.keys.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-keys/{keyId}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a key sign nothing new */
        post: operations["passports.keys.retire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signing-keys/{keyId}/compromise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disown a key that others may have
         * @description For good. Nothing that it signed is vouched for any more: compile those passports again.
         */
        post: operations["passports.keys.compromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Begin the books of a tenant
         * @description With a default ledger. Base currency and fiscal year stay as they are once there are accounts.
         */
        post: operations["ledger.entity.create"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of a tenant's books
         * @description What is left out stays as it is; null empties a setting.
         */
        patch: operations["ledger.entity.change"];
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Add an account to the chart
         * @description Code, type, currency and parent stay as they are.
         */
        post: operations["ledger.accounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an account, or take it in or out of use
         * @description An account that is not active takes no postings; its history stays in all reports.
         */
        patch: operations["ledger.accounts.change"];
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Open an accounting period
         * @description Both days belong to it. Periods of a tenant share no day.
         */
        post: operations["ledger.periods.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounting-periods/{periodId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Close a period, or open it again
         * @description SOFT_CLOSED: only administrators of the books post. HARD_CLOSED: nobody does; foreign balances are revalued first, and all periods before it must be closed so. OPEN again: only while all after it are open. The same status changes nothing.
         */
        patch: operations["ledger.periods.change"];
        trace?: never;
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
        put?: never;
        /**
         * Take exchange rates in
         * @description Of one day, type and pair the newest holds; those it replaces are kept.
         */
        post: operations["ledger.rates.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Save the rule for events of a type
         * @description It is checked, makes of its examples what they say, and is active from now on.
         */
        post: operations["ledger.rules.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        post?: never;
        /**
         * Take a rule out of use
         * @description Events of its type are rejected from now on, and may be replayed later. Saving a version brings it back.
         */
        delete: operations["ledger.rules.deactivate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mapping-rules/{ruleId}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a rule makes of an event; nothing is posted
         * @description With `rule`, what the rule would make if it were changed so. `problem` says why the entry would be refused now.
         */
        post: operations["ledger.rules.simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Post an entry by hand
         * @description Once for its event id: sent again it answers 200 with what it became. An entry that reaches the tenant's threshold of approval becomes a draft.
         */
        post: operations["ledger.entries.post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal-entries/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post entries together, or make drafts of them
         * @description All or none. POST_NOW is refused as a whole when one of them needs approval, or an event id is used.
         */
        post: operations["ledger.entries.batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal-entries/{journalEntryId}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an entry back by its mirror image
         * @description Same amounts and rate, sides swapped; the original stays. On the day that is given, else on the original's if its period takes postings, else on the first day after it that does.
         */
        post: operations["ledger.entries.reverse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal-entries/{journalEntryId}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an entry
         * @description Its mirror image and the entry as it should have been, posted together; both name the original.
         */
        post: operations["ledger.entries.correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Post what the settlement of a foreign amount gained or lost */
        post: operations["ledger.settlements.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal-entries/{workflowId}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for the approval of a draft */
        post: operations["ledger.drafts.submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal-entries/{workflowId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a draft, which posts it
         * @description Not by who made it. It is checked against the books as they stand now. Of two who approve at once, one does.
         */
        post: operations["ledger.drafts.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal-entries/{workflowId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a draft */
        post: operations["ledger.drafts.reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Value foreign assets and liabilities at a period's end
         * @description By the CLOSING rates, from all entries up to its last day; the entries reverse themselves in the next period. Once for each period that is not open; one that failed may be asked for again. 202: it is not done yet.
         */
        post: operations["ledger.revaluations.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        /**
         * Translate the foreign income of a period at its average rate
         * @description By the AVERAGE rates; the difference goes to other comprehensive income. Once for each period that is not open.
         */
        post: operations["ledger.translations.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/year-end-close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Empty revenue and expenses of a fiscal year into retained earnings
         * @description All its periods must be closed hard. 200: nothing was left to close. After a year was opened again and added to, it closes what was added.
         */
        post: operations["ledger.year.close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opening-balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring in the balances of other books
         * @description As a list, or as CSV with the columns account, debit, credit and, for foreign accounts, base_debit, base_credit. What is left over goes to the account of equity.
         */
        post: operations["ledger.opening.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rejected-events/{rejectedEventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event through the rules once more, as it was or edited
         * @description Under its own event id. What is edited is kept with who did it; another delivery of the original is then a conflict.
         */
        post: operations["ledger.rejected.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rejected-events/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all events that match through the rules once more, the oldest first
         * @description At most 1000 of one request: call again while some are left.
         */
        post: operations["ledger.rejected.replayMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/rejected-events/{rejectedEventId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an event up; the record of it is kept */
        post: operations["ledger.rejected.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/outbox/dlq/{outboxId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try to tell an event once more */
        post: operations["ledger.outbox.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/outbox/dlq/{outboxId}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give up telling an event */
        post: operations["ledger.outbox.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
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
                        /**
                         * @description Those that this server has, so that pages lead only where something is.
                         * @example [
                         *       "elections"
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
    "passports.documents.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are told. */
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
                /** @description At most 200 are told. */
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
                         * @description Of the task that does it: see /v1/tasks.
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
                /** @description At most 200 are told. */
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
                         * @description Of the task that does it: see /v1/tasks.
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
                /** @description At most 200 are told. */
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
                /** @description At most 200 are told. */
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
                    /** @description The first build of the compiler that knows them. */
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
                         * @description Of the task that does it: see /v1/tasks.
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
                /** @description At most 200 are told. */
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
    "passports.passports.list": {
        parameters: {
            query?: {
                /** @description Whose it is. */
                tenant?: string;
                /** @description At most 200 are told. */
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
                /** @description At most 200 are told. */
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
                         * @description Of the task that does it: see /v1/tasks.
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
                         * @description Of the task that does it: see /v1/tasks.
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
                         * @description Of the task that does it: see /v1/tasks.
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
                         * @description Of the task that does it: see /v1/tasks.
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
