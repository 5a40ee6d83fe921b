-- What questionnaires there are, and which version of each is asked. Whoever publishes one holds its row.
create table wellness.instrument (
  -- Such as `onboarding`.
  name text primary key,
  version int not null,
  -- {items: [questionId], factor, bands: [{from, key, label, translations}]}; null where nothing is counted.
  scoring jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
insert into wellness.instrument (name, version, created_at, updated_at)
select instrument, max(number), min(created_at), max(created_at) from wellness.instrument_version group by instrument;
insert into wellness.instrument (name, version, created_at, updated_at)
select instrument, 0, min(created_at), max(created_at) from wellness.question group by instrument
on conflict do nothing;

alter table wellness.instrument_version
  add column scoring jsonb,
  -- Whoever answered an earlier one is asked again.
  add column asks_again boolean not null default false,
  add foreign key (instrument) references wellness.instrument;

alter table wellness.question
  -- Where it stands among the others; those of the same place stand by age.
  add column place int not null default 0,
  -- From the first answer on it can be retired, and not deleted.
  add column is_answered boolean not null default false,
  add foreign key (instrument) references wellness.instrument;
update wellness.question q set place = listed.position
from wellness.instrument_version_question listed
  join wellness.question_revision r on r.id = listed.revision_id
  join wellness.instrument i on i.name = listed.instrument and i.version = listed.number
where r.question_id = q.id;
create index question_in_place on wellness.question (instrument, place, id);

-- How many of the present answers to a question are which. Nobody's name is near them.
create table wellness.answer_count (
  question_id uuid not null references wellness.question on delete cascade,
  -- ANSWERED; HELP_SHOWN, which only grows; or the answer: the id of an option, or a value of a scale.
  counted text not null,
  total bigint not null,
  primary key (question_id, counted)
);

-- What somebody answered, sealed with their own key: {answers: [{questionId, revisionId, at, …}], result}.
create table wellness.answer_set (
  id uuid primary key,
  user_id uuid not null references wellness.users on delete cascade,
  instrument text not null,
  number int not null,
  -- AMENDED: it took the place of the previous one, which is kept as it was.
  status text not null check (status in ('IN_PROGRESS', 'COMPLETED', 'AMENDED')),
  previous_id uuid references wellness.answer_set on delete set null,
  -- Otherwise it is a later time of answering.
  amends_previous boolean not null default false,
  sealed bytea not null,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  foreign key (instrument, number) references wellness.instrument_version
);
create index answer_set_of_user on wellness.answer_set (user_id, instrument, started_at desc, id desc);
create index answer_set_of_version on wellness.answer_set (instrument, number);
create index answer_set_previous on wellness.answer_set (previous_id) where previous_id is not null;

-- The set that counts, one for each person and questionnaire. Whoever answers holds this row.
create table wellness.answering (
  user_id uuid not null references wellness.users on delete cascade,
  instrument text not null references wellness.instrument,
  set_id uuid references wellness.answer_set on delete cascade,
  primary key (user_id, instrument)
);
create index answering_of_instrument on wellness.answering (instrument, user_id);
create index answering_set on wellness.answering (set_id) where set_id is not null;
