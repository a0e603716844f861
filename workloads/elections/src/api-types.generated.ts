/** The paths of the API and what they take and answer. Generated from the OpenAPI document: npm run client-types. */
export interface paths {
    "/v1/elections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Elections, the newest first */
        get: operations["elections.list"];
        /**
         * Create an election
         * @description Its manifest is fixed by this; the key ceremony begins. Warnings say what may be regretted.
         */
        post: operations["elections.create"];
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
    };
    "/v1/elections/{electionId}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the election for voting
         * @description Joins the guardians' keys; from now on manifest and keys are frozen. Ballots are accepted during the hours only. An election whose ceremony is over when they begin opens by itself.
         */
        post: operations["elections.open"];
    };
    "/v1/elections/{electionId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Close the election
         * @description Refused while a ballot is unverified. Draws the seed that orders the ballots, and plans the chunks. An election closes by itself when its hours end.
         */
        post: operations["elections.close"];
    };
    "/v1/elections/{electionId}/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The hours of voting, and every extension with its reason */
        get: operations["elections.hours"];
    };
    "/v1/elections/{electionId}/hours/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Extend the hours of voting in an emergency
         * @description Only to a later end, and only before voting is over. Everybody sees it with the reason, also in the record.
         */
        post: operations["elections.hours.extend"];
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
        /**
         * Put voters on the roll, from CSV
         * @description Its first line names the columns voter_id (or email) and precinct. Who is on the roll stays as it is.
         */
        post: operations["elections.voters.add"];
    };
    "/v1/elections/{electionId}/voters/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Take voters off the roll, before voting starts */
        post: operations["elections.voters.remove"];
    };
    "/v1/elections/{electionId}/voters/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give voters their tokens, shown this once
         * @description For the named voters, or for up to 10,000 who have none, in elections whose links officials hand out. Only hashes are kept. A new token ends the old one.
         */
        post: operations["elections.voters.tokens"];
    };
    "/v1/elections/{electionId}/voters/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send voters their links, which no official sees
         * @description To the named voters, or to up to 10,000 who have none, through the hook of the installation. A new link ends the old one.
         */
        post: operations["elections.voters.links"];
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
        /**
         * Round 1: publish a guardian's public keys
         * @description Secret keys stay with the guardian. The proofs are checked before anything is kept.
         */
        post: operations["elections.ceremony.publish"];
    };
    "/v1/elections/{electionId}/guardians/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give guardians their tokens, shown this once
         * @description For the named ones, or for those who have none. Only hashes are kept. A new token ends the old one.
         */
        post: operations["elections.guardians.tokens"];
    };
    "/v1/elections/{electionId}/ceremony/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start the ceremony again, with a guardian replaced if need be
         * @description All keys and backups are forgotten. A guardian that was replaced needs a token.
         */
        post: operations["elections.ceremony.restart"];
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
        /** Round 2: leave a sealed backup for each of the others */
        post: operations["elections.ceremony.backUp"];
    };
    "/v1/elections/{electionId}/ceremony/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Round 3: say which backups could be used
         * @description A backup that is not right is challenged: its sender has to publish the point for everybody to check.
         */
        post: operations["elections.ceremony.verify"];
    };
    "/v1/elections/{electionId}/ceremony/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answer a challenge by publishing the point
         * @description If it fits the sender's commitments, the challenge is over; if not, the ceremony has to start again.
         */
        post: operations["elections.ceremony.answer"];
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
    };
    "/v1/elections/{electionId}/ballots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Submit an encrypted ballot, to be cast or challenged afterwards
         * @description Verified at once; 202 when that takes longer: look the code up. Whoever gives the key whose hash is sent may decide about it. Sending the same again changes nothing.
         */
        post: operations["elections.ballots.submit"];
    };
    "/v1/elections/{electionId}/ballots/{code}/cast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cast a ballot: it will be counted
         * @description Once for each voter, and final. Casting the same ballot again changes nothing.
         */
        post: operations["elections.ballots.cast"];
    };
    "/v1/elections/{electionId}/ballots/{code}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Challenge a ballot: it is opened for everybody and never counted
         * @description The nonce becomes public, and with it the votes on this ballot. The voter may encrypt another one.
         */
        post: operations["elections.ballots.challenge"];
    };
    "/v1/elections/{electionId}/kiosk/ballots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Have the server encrypt a ballot (kiosk mode)
         * @description The server learns the vote. It stores it nowhere, and keeps the nonce sealed until the voter has decided.
         */
        post: operations["elections.kiosk.encrypt"];
    };
    "/v1/elections/{electionId}/kiosk/ballots/{code}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Challenge a ballot that the server encrypted */
        post: operations["elections.kiosk.challenge"];
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
    };
    "/api/create-election": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Create an election with one contest */
        post: operations["elections.source.create"];
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
        /** Put voters on the roll */
        post: operations["elections.source.addVoters"];
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
    };
    "/api/admin/key-ceremony/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the election for voting */
        post: operations["elections.source.activate"];
    };
    "/api/eligibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the holder of a token may vote now */
        post: operations["elections.source.eligibility"];
    };
    "/api/create-encrypted-ballot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Have the server encrypt a ballot (kiosk mode)
         * @description Only for elections with kiosk mode: the server learns the vote. It gives no nonce away; keep cast_key.
         */
        post: operations["elections.source.encrypt"];
    };
    "/api/cast-encrypted-ballot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cast a ballot that was encrypted and verified before */
        post: operations["elections.source.cast"];
    };
    "/api/benaloh-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Challenge a ballot: it is opened for everybody and never counted
         * @description With the nonce of a ballot that was encrypted by the voter; the server has that of a kiosk.
         */
        post: operations["elections.source.challenge"];
    };
    "/api/verify-vote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a ballot with a code is on the bulletin */
        post: operations["elections.source.verifyVote"];
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
    };
    "/api/cast-ballot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.castBallot"];
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
    };
    "/api/guardian/key-ceremony/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyPrepare"];
    };
    "/api/guardian/key-ceremony/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyConfirm"];
    };
    "/api/guardian/key-ceremony/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonySubmit"];
    };
    "/api/guardian/key-ceremony/backup/generate/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyBackupGenerate"];
    };
    "/api/guardian/key-ceremony/backup/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyCeremonyBackupSubmit"];
    };
    "/api/guardian/key-verification/{electionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: it would give away keys or votes */
        post: operations["elections.refused.guardianKeyVerification"];
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
        /**
         * Start the tally
         * @description Every cast ballot is checked once more and added up, chunk by chunk. Refused while it runs, saying who started it and when, unless `waitMs` is given.
         */
        post: operations["elections.tally.start"];
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
    };
    "/v1/elections/{electionId}/decryption/missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Declare guardians missing
         * @description For ever: from now on the others decrypt for them. Refused when too few would be left.
         */
        post: operations["elections.decryption.missing"];
    };
    "/v1/elections/{electionId}/decryption/deadline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say until when guardians are waited for
         * @description Whoever has not given all shares by then counts as missing, if enough others have.
         */
        put: operations["elections.decryption.deadline"];
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
    };
    "/v1/elections/{electionId}/decryption/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Let the workers decrypt with a sealed credential
         * @description It is kept for at most 6 hours and forgotten when the guardian's work is done. Given again when it was lost, the work goes on.
         */
        post: operations["elections.decryption.start"];
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
    };
    "/v1/elections/{electionId}/decryption/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Give the shares of a slice
         * @description Every share is checked before it is kept. The first ones stay. 202: the workers have not come to it yet.
         */
        post: operations["elections.decryption.shares"];
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
        /**
         * Put the guardians' shares together
         * @description Fixes, for ever, whose shares count. Refused while a share is missing, naming the guardians.
         */
        post: operations["elections.combine.start"];
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
    };
    "/v1/elections/{electionId}/tally/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stop the tally
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.tally.stop"];
    };
    "/v1/elections/{electionId}/combine/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stop combining
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.combine.stop"];
    };
    "/v1/elections/{electionId}/guardians/{sequence}/decryption/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stop what workers do for a guardian
         * @description What was done stays. Started again, it goes on from there. Its credential is forgotten: the guardian gives it again.
         */
        post: operations["elections.decryption.stop"];
    };
    "/api/tally/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start the tally
         * @description As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.
         */
        post: operations["elections.source.createTally"];
    };
    "/api/create-tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start the tally
         * @description As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.
         */
        post: operations["elections.source.createTallyOld"];
    };
    "/api/initiate-tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start the tally
         * @description As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.
         */
        post: operations["elections.source.initiateTally"];
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
    };
    "/api/initiate-combine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Put the guardians' shares together
         * @description As `POST /v1/elections/{electionId}/combine`; answers 200 also while it runs.
         */
        post: operations["elections.source.initiateCombine"];
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
    };
    "/api/decryption/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Let the workers decrypt for a guardian
         * @description As `POST /v1/elections/{electionId}/decryption/credential`; the token says which guardian. Answers 200 also while it runs.
         */
        post: operations["elections.source.initiateDecryption"];
    };
    "/api/guardian/initiate-decryption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Let the workers decrypt for a guardian
         * @description As `POST /v1/elections/{electionId}/decryption/credential`; the token says which guardian. Answers 200 also while it runs.
         */
        post: operations["elections.source.guardianInitiateDecryption"];
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
    };
    "/api/elections/{id}/process/tally/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stop a phase: tally
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.source.stopTally"];
    };
    "/api/elections/{id}/process/combine/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stop a phase: combine
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.source.stopCombine"];
    };
    "/api/elections/{id}/process/decryption/{guardianId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stop a phase: decryption
         * @description What was done stays. Started again, it goes on from there.
         */
        post: operations["elections.source.stopDecryption"];
    };
    "/api/elections/{id}/process/tally": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: what was computed is never deleted */
        delete: operations["elections.refused.deleteTally"];
    };
    "/api/elections/{id}/process/combine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: what was computed is never deleted */
        delete: operations["elections.refused.deleteCombine"];
    };
    "/api/elections/{id}/process/decryption/{guardianId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Refused: what was computed is never deleted */
        delete: operations["elections.refused.deleteDecryption"];
    };
    "/api/scheduler/task/{taskInstanceId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a task is */
        get: operations["elections.source.taskProgress"];
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
         * @description The tasks of the group `election-{electionId}` of the election's tenant, the newest first.
         */
        get: operations["elections.source.electionProgress"];
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
         * @description Of all tenants: refused to those who are bound to one. Jobs count as task instances. All numbers are exact; of task instances at least 100,000 beside the jobs.
         */
        get: operations["elections.source.statistics"];
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
                            /** @enum {string} */
                            voterLinks: "sent" | "handed-out";
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
                            /** @description Null for an election that was created before hours were enforced. */
                            hours: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                startsAt: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                endsAt: string;
                                /**
                                 * Format: date-time
                                 * @description The end that the manifest names.
                                 */
                                plannedEndsAt: string;
                                /**
                                 * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                                 * @enum {string}
                                 */
                                phase: "BEFORE" | "DURING" | "AFTER";
                                extensions: {
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    at: string;
                                    by: string;
                                    reason: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    from: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    to: string;
                                }[];
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
                     * @description No ballot is accepted before. The election opens then if its ceremony is over.
                     * @example 2036-11-01T08:00:00Z
                     */
                    startsAt: string;
                    /**
                     * Format: date-time
                     * @description No ballot is accepted from then on, and the election closes. A time in the future.
                     * @example 2036-11-01T18:00:00Z
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
                        /** @description How many candidates it elects. Default: as many as votes. */
                        seats?: number;
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
                    /**
                     * @description Default `sent`: the hook of the installation sends each voter a link that no official sees.
                     * @enum {string}
                     */
                    voterLinks?: "sent" | "handed-out";
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
                            /** @enum {string} */
                            voterLinks: "sent" | "handed-out";
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
                            /** @description Null for an election that was created before hours were enforced. */
                            hours: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                startsAt: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                endsAt: string;
                                /**
                                 * Format: date-time
                                 * @description The end that the manifest names.
                                 */
                                plannedEndsAt: string;
                                /**
                                 * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                                 * @enum {string}
                                 */
                                phase: "BEFORE" | "DURING" | "AFTER";
                                extensions: {
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    at: string;
                                    by: string;
                                    reason: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    from: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    to: string;
                                }[];
                            } | null;
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
                            /** @enum {string} */
                            voterLinks: "sent" | "handed-out";
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
                            /** @description Null for an election that was created before hours were enforced. */
                            hours: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                startsAt: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                endsAt: string;
                                /**
                                 * Format: date-time
                                 * @description The end that the manifest names.
                                 */
                                plannedEndsAt: string;
                                /**
                                 * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                                 * @enum {string}
                                 */
                                phase: "BEFORE" | "DURING" | "AFTER";
                                extensions: {
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    at: string;
                                    by: string;
                                    reason: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    from: string;
                                    /**
                                     * Format: date-time
                                     * @example 2026-03-01T12:00:00.000Z
                                     */
                                    to: string;
                                }[];
                            } | null;
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
                        /** @enum {string} */
                        voterLinks: "sent" | "handed-out";
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
                        /** @description Null for an election that was created before hours were enforced. */
                        hours: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endsAt: string;
                            /**
                             * Format: date-time
                             * @description The end that the manifest names.
                             */
                            plannedEndsAt: string;
                            /**
                             * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                             * @enum {string}
                             */
                            phase: "BEFORE" | "DURING" | "AFTER";
                            extensions: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                by: string;
                                reason: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                from: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                to: string;
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
                        /** @enum {string} */
                        voterLinks: "sent" | "handed-out";
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
                        /** @description Null for an election that was created before hours were enforced. */
                        hours: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endsAt: string;
                            /**
                             * Format: date-time
                             * @description The end that the manifest names.
                             */
                            plannedEndsAt: string;
                            /**
                             * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                             * @enum {string}
                             */
                            phase: "BEFORE" | "DURING" | "AFTER";
                            extensions: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                by: string;
                                reason: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                from: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                to: string;
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
    "elections.hours": {
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
                        openedAt: string | null;
                        closedAt: string | null;
                        hours: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endsAt: string;
                            /**
                             * Format: date-time
                             * @description The end that the manifest names.
                             */
                            plannedEndsAt: string;
                            /**
                             * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                             * @enum {string}
                             */
                            phase: "BEFORE" | "DURING" | "AFTER";
                            extensions: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                by: string;
                                reason: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                from: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                to: string;
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
    "elections.hours.extend": {
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
                     * Format: date-time
                     * @example 2036-11-01T20:00:00Z
                     */
                    endsAt: string;
                    /** @description Kept in the audit log. */
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
                        /** @enum {string} */
                        voterLinks: "sent" | "handed-out";
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
                        /** @description Null for an election that was created before hours were enforced. */
                        hours: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endsAt: string;
                            /**
                             * Format: date-time
                             * @description The end that the manifest names.
                             */
                            plannedEndsAt: string;
                            /**
                             * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                             * @enum {string}
                             */
                            phase: "BEFORE" | "DURING" | "AFTER";
                            extensions: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                by: string;
                                reason: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                from: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                to: string;
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
                            /** @description How often a link or token was given. */
                            linkIssues: number;
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
    "elections.voters.links": {
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
            /** @description Taken, and not done yet. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        voters: number;
                    };
                };
            };
            /** @description What is refused, and why. */
            default: {
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
                        hours: {
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-03-01T12:00:00.000Z
                             */
                            endsAt: string;
                            /**
                             * Format: date-time
                             * @description The end that the manifest names.
                             */
                            plannedEndsAt: string;
                            /**
                             * @description Where the clock of the database is. Ballots are accepted while the election is OPEN and this is DURING.
                             * @enum {string}
                             */
                            phase: "BEFORE" | "DURING" | "AFTER";
                            extensions: {
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                at: string;
                                by: string;
                                reason: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                from: string;
                                /**
                                 * Format: date-time
                                 * @example 2026-03-01T12:00:00.000Z
                                 */
                                to: string;
                            }[];
                        } | null;
                        title: string;
                        group: string;
                        isToy: boolean;
                        isKiosk: boolean;
                        styleId: string;
                        hasVoted: boolean;
                        /** @description How often this voter was given a link. Earlier ones no longer work. */
                        linkIssues: number;
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
                    /** @description Made with the key of the voter's link: `credentialOf(secret).sign(context.crypto_extended_base_hash)`. */
                    signature?: string;
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
                    /** @description Made with the key of the voter's link: `credentialOf(secret).sign(context.crypto_extended_base_hash)`. */
                    signature?: string;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                    /** @description How long to wait in line while another caller's runs, at most an hour. When that one fails or is stopped, this one starts; when it succeeds, this one is refused. Who closes the connection leaves the line. Default: refused at once. */
                    waitMs?: number;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                    /** @description How long to wait in line while another caller's runs, at most an hour. When that one fails or is stopped, this one starts; when it succeeds, this one is refused. Who closes the connection leaves the line. Default: refused at once. */
                    waitMs?: number;
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
                                /** @description How many candidates the contest elects. */
                                seats: number;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                        /** @description While it runs, if chunks end as fast as until now. */
                        expectedEndTime: string | null;
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
                            /** @description While it runs, if chunks end as fast as until now. */
                            expectedEndTime: string | null;
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
    "elections.source.taskProgress": {
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
    "elections.source.electionProgress": {
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
    "elections.source.statistics": {
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
}
