-- What administrators have set of the system config: all that is set, anew with each change. The highest version holds.
create table platform.system_config_revision (
  version int primary key check (version > 0),
  -- By the names of their keys; those that are not there hold as the program says.
  values jsonb not null,
  -- Of each key that was changed: what it was, and what it is since.
  changes jsonb not null,
  -- Of the version whose values came back.
  restored_version int,
  -- Who of the product's people; they may be gone.
  actor_id uuid,
  created_at timestamptz(3) not null
);
