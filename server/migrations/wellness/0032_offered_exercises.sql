-- What the categories above an exercise decide is kept beside it, so that a list of any order reads a page.
alter table wellness.exercise
  -- Neither it nor what it stands under is inactive or deleted.
  add column is_offered boolean not null default false,
  -- It or what it stands under belongs to the subscription.
  add column needs_subscription boolean not null default false,
  -- Completed sessions of everybody, and what they did to a feeling; summed anew each night.
  add column popularity int not null default 0,
  add column mood_lift double precision not null default 0;

create function wellness.place_exercise() returns trigger language plpgsql as $$
begin
  select coalesce(bool_and(c.status = 'ACTIVE' and c.deleted_at is null), false) and new.status = 'ACTIVE' and new.deleted_at is null,
    coalesce(bool_or(c.is_premium), false) or new.is_premium
  into new.is_offered, new.needs_subscription
  from wellness.category c where c.id in (new.category_id, new.sub_category_id);
  return new;
end $$;
create trigger exercise_place before insert or update of category_id, sub_category_id, status, deleted_at, is_premium
  on wellness.exercise for each row execute function wellness.place_exercise();

create function wellness.place_exercises_below() returns trigger language plpgsql as $$
begin
  update wellness.exercise set status = status where category_id = new.id or sub_category_id = new.id;
  return null;
end $$;
create trigger category_place after update of status, deleted_at, is_premium on wellness.category for each row
  when ((old.status, old.deleted_at is null, old.is_premium) is distinct from (new.status, new.deleted_at is null, new.is_premium))
  execute function wellness.place_exercises_below();

-- Tags are compared as they are stored.
update wellness.exercise set status = status,
  tags = array(select tag from (select lower(tag) as tag, min(place) as place from unnest(tags) with ordinality as t (tag, place) group by 1) t order by place);

create index exercise_offered_newest on wellness.exercise (created_at desc, id desc) where is_offered;
create index exercise_offered_popular on wellness.exercise (popularity desc, id desc) where is_offered;
create index exercise_offered_lifting on wellness.exercise (mood_lift desc, id desc) where is_offered;
-- Those that say no length come last.
create index exercise_offered_by_length on wellness.exercise (coalesce(duration_sec, 43201), id) where is_offered;
create index exercise_tags on wellness.exercise using gin (tags) where is_offered;
drop index wellness.exercise_suits;
create index exercise_suits on wellness.exercise using gin (suits) where is_offered;
