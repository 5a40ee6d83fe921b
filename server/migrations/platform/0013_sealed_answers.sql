-- The answer that repeats of a key get, sealed: it may hold what only its receiver should know. `body` is that
-- of answers from before.
alter table platform.idempotency add column sealed_body bytea;
