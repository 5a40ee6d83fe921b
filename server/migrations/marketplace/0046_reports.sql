-- What people report, gathered by what it is about: docs/decisions/0041-order-in-the-town.md.
create table marketplace.moderation_case (
  id uuid primary key,
  model text not null check (model in ('post', 'comment', 'chat', 'user')),
  -- No foreign key: a case outlives what it is about.
  target_id uuid not null,
  -- Whose it is, or who is reported.
  subject_id uuid not null references marketplace.users,
  is_open boolean not null default true,
  opened_at timestamptz(3) not null,
  -- What its reports weigh together.
  points int not null default 0,
  report_count int not null default 0,
  -- One of its reports is of a severe class, or it has hidden what it is about.
  is_urgent boolean not null default false,
  -- Its reports hid the listing until somebody looks at it.
  has_hidden boolean not null default false
);
create unique index moderation_case_open on marketplace.moderation_case (model, target_id, subject_id) where is_open;
create index moderation_case_waiting on marketplace.moderation_case (opened_at, id) where is_open;
create index moderation_case_urgent on marketplace.moderation_case (opened_at, id) where is_open and is_urgent;
create index moderation_case_of_subject on marketplace.moderation_case (subject_id);

create table marketplace.report (
  id uuid primary key,
  case_id uuid not null references marketplace.moderation_case,
  -- Shown to staff alone.
  reporter_id uuid not null references marketplace.users,
  reason text not null,
  details text not null,
  -- Upload ids of the pictures that the reporter adds, each counted as a use.
  evidence_ids uuid[] not null,
  -- What stood there when it was reported, whatever becomes of it.
  snapshot jsonb not null,
  -- Upload ids of the snapshot's pictures, each counted as a use.
  kept_ids uuid[] not null,
  points int not null,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  -- Whether staff found that a rule was broken; null until it is settled.
  is_upheld boolean,
  -- One open report of a person about a thing.
  unique (case_id, reporter_id)
);
create index report_of_reporter on marketplace.report (reporter_id, settled_at);
create index report_settled on marketplace.report (settled_at) where settled_at is not null;

-- What everybody may know, by month of UTC. Rows are added up in the transaction of what they count.
create table marketplace.moderation_count (
  month date not null,
  -- 'report', 'hidden', 'decision', 'appeal', 'undone'.
  what text not null,
  -- The reason of a report, the action of a decision, the outcome of an appeal.
  kind text not null,
  count int not null,
  primary key (month, what, kind)
);
