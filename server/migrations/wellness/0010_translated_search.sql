-- What search finds something by: its name as it was written and in every language, one a line.
create function wellness.searchable(name text, translations jsonb, field text) returns text language sql immutable strict parallel safe as
  $$ select wellness.folded(name || coalesce((select string_agg(E'\n' || (t.value ->> field), '' order by t.key) from jsonb_each(translations) t), '')) $$;

alter table wellness.category
  add column search_texts text not null generated always as (wellness.searchable(name, translations, 'name')) stored;
alter table wellness.exercise
  add column search_texts text not null generated always as (wellness.searchable(title, translations, 'title')) stored;
create index category_search_texts on wellness.category using gin (search_texts public.gin_trgm_ops) where deleted_at is null;
create index exercise_search_texts on wellness.exercise using gin (search_texts public.gin_trgm_ops) where deleted_at is null;
-- The columns of the name alone stay for a release: programs of the last one still read them.
drop index wellness.category_search, wellness.exercise_search;
