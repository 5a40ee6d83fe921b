create extension if not exists pg_trgm with schema public;

-- Letters without case and accents, for search.
create function wellness.folded(value text) returns text language sql immutable strict parallel safe as
  $$ select regexp_replace(normalize(lower(value), nfd), '[\u0300-\u036f]', '', 'g') $$;

create table wellness.category (
  id uuid primary key,
  version int not null default 0,
  -- A sub-category is a category with a parent; there are two levels.
  parent_id uuid references wellness.category,
  name text not null,
  description text not null default '',
  image_id uuid,
  icon_id uuid,
  color text,
  position int not null,
  is_premium boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  -- {language: {name, description}}
  translations jsonb not null default '{}',
  search text not null generated always as (wellness.folded(name)) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (parent_id <> id)
);
create unique index category_name on wellness.category (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where deleted_at is null;
create index category_order on wellness.category (parent_id, position, name, id) where deleted_at is null;
create index category_newest on wellness.category (created_at desc, id desc) where deleted_at is null;
create index category_search on wellness.category using gin (search public.gin_trgm_ops) where deleted_at is null;

create table wellness.exercise (
  id uuid primary key,
  version int not null default 0,
  category_id uuid not null references wellness.category,
  sub_category_id uuid references wellness.category,
  title text not null,
  description text not null default '',
  media_type text not null check (media_type in ('AUDIO', 'VIDEO', 'TEXT', 'TIMER', 'BREATHING')),
  media_id uuid,
  thumbnail_id uuid,
  duration_sec int check (duration_sec between 1 and 43200),
  modality text not null default 'OTHER' check (modality in ('MEDITATION', 'BREATHING', 'MOVEMENT', 'MUSIC', 'UNGUIDED', 'OTHER')),
  -- [{text, durationSec}]
  steps jsonb not null default '[]',
  level text check (level in ('BEGINNER', 'INTERMEDIATE', 'ADVANCED')),
  tags text[] not null default '{}',
  good_for text[] not null default '{}',
  is_premium boolean not null default false,
  position int not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  -- {language: {title, description}}
  translations jsonb not null default '{}',
  search text not null generated always as (wellness.folded(title)) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (media_type not in ('AUDIO', 'VIDEO') or media_id is not null)
);
create unique index exercise_title on wellness.exercise (coalesce(sub_category_id, category_id), lower(title)) where deleted_at is null;
create index exercise_order on wellness.exercise (category_id, position, title, id) where deleted_at is null;
create index exercise_of_sub_category on wellness.exercise (sub_category_id, position, title, id) where deleted_at is null;
create index exercise_newest on wellness.exercise (created_at desc, id desc) where deleted_at is null;
create index exercise_good_for on wellness.exercise using gin (good_for) where deleted_at is null;
create index exercise_search on wellness.exercise using gin (search public.gin_trgm_ops) where deleted_at is null;
