-- A question keeps its identity through every rewording, so that answers can be compared over time.
create table wellness.question (
  id uuid primary key,
  -- The questionnaire it belongs to, such as `onboarding`.
  instrument text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'RETIRED')),
  version int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index question_of_instrument on wellness.question (instrument, status);

-- What a question said at a time. Rows never change: an answer refers to the wording that was seen.
create table wellness.question_revision (
  id uuid primary key,
  question_id uuid not null references wellness.question,
  number int not null,
  text text not null,
  help_text text,
  type text not null check (type in ('SINGLE_CHOICE', 'MULTI_CHOICE', 'SCALE', 'NUMBER', 'TEXT', 'DATE', 'BOOLEAN')),
  min double precision,
  max double precision,
  step double precision,
  is_required boolean not null default true,
  is_sensitive boolean not null default true,
  -- [{questionId, operator, value}]: shown only where all of them hold.
  enable_when jsonb not null default '[]',
  -- {minScore} or {optionIds}: an answer that shows where help is to be had.
  safety_rule jsonb,
  -- {language: {question, options: {optionId: label}}}
  translations jsonb not null default '{}',
  created_at timestamptz(3) not null,
  unique (question_id, number),
  check (type <> 'SCALE' or (min is not null and max is not null))
);

create table wellness.question_option (
  revision_id uuid not null references wellness.question_revision,
  -- Stays the same from revision to revision; one that is left out is never used again.
  option_id uuid not null,
  position int not null,
  label text not null,
  score double precision,
  -- Chosen alone, such as `none of these`.
  is_exclusive boolean not null default false,
  primary key (revision_id, option_id),
  unique (revision_id, position)
);

-- A published questionnaire: an ordered list of revisions. A change publishes the next number.
create table wellness.instrument_version (
  instrument text not null,
  number int not null,
  created_at timestamptz(3) not null,
  primary key (instrument, number)
);
create table wellness.instrument_version_question (
  instrument text not null,
  number int not null,
  position int not null,
  revision_id uuid not null references wellness.question_revision,
  primary key (instrument, number, position),
  unique (instrument, number, revision_id),
  foreign key (instrument, number) references wellness.instrument_version
);
create index instrument_version_question_revision on wellness.instrument_version_question (revision_id);
