-- A request that talks to the outside commits its key before its first step, so that what a crash
-- leaves open can be found and finished. Rows of such requests have an input.
alter table platform.idempotency
  add operation text,
  -- Sealed: what recovery needs to run it again may hold secrets.
  add input bytea,
  add holder uuid,
  add lease_until timestamptz(3),
  add tries int not null default 1,
  -- Of those, the ones that nobody asked for again.
  add recoveries int not null default 0,
  add next_try_at timestamptz(3),
  -- Why it was given up.
  add failure text,
  add kept_until timestamptz(3);
update platform.idempotency set kept_until = created_at + interval '7 days';
alter table platform.idempotency alter kept_until set not null, drop column content_type;
drop index platform.idempotency_by_age;
create index idempotency_by_end on platform.idempotency (kept_until);
create index idempotency_open on platform.idempotency (next_try_at) where status is null and input is not null;
create index idempotency_given_up on platform.idempotency (created_at) where failure is not null;

-- Results of the finished steps of what is still open, of requests and of jobs.
create table platform.step (
  scope text not null,
  key text not null,
  name text not null,
  -- Sealed.
  result bytea not null,
  created_at timestamptz(3) not null,
  primary key (scope, key, name)
);
create index step_by_age on platform.step (created_at);
