-- Everything that others send, each event once: as it came, and what became of it.
create table platform.inbox (
  id uuid primary key,
  product text not null,
  provider text not null,
  -- The sender's own name of the event, which comes again when it is sent again.
  event_id text not null,
  bytes bytea not null,
  -- Without what would let somebody pass for the sender.
  headers jsonb not null,
  -- The job that applies it.
  job text not null,
  received_at timestamptz(3) not null,
  -- When that job was queued last.
  queued_at timestamptz(3) not null,
  -- How often it was begun to be applied.
  attempts int not null default 0,
  applied_at timestamptz(3),
  -- What came of it; of one that is not applied, why the last attempt failed.
  outcome text,
  unique (provider, event_id)
);
create index inbox_waiting on platform.inbox (queued_at) where applied_at is null;
create index inbox_applied on platform.inbox (applied_at) where applied_at is not null;
