-- How often which word was said of somebody, by the reviews that are counted.
alter table marketplace.review_total add column words jsonb not null default '{}';

create function marketplace.sum_words(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(word, count) filter (where count > 0), '{}') from (
    select key as word, sum(value::int) as count
    from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) said group by key) summed
$$;

create function marketplace.add_reviews(person uuid, stars int[], said jsonb) returns void language plpgsql as $$
begin
  update marketplace.review_total set stars_1 = stars_1 + coalesce(stars[1], 0), stars_2 = stars_2 + coalesce(stars[2], 0),
    stars_3 = stars_3 + coalesce(stars[3], 0), stars_4 = stars_4 + coalesce(stars[4], 0), stars_5 = stars_5 + coalesce(stars[5], 0),
    words = marketplace.sum_words(words, said)
  where subject_id = person;
  if found then return; end if;
  insert into marketplace.review_total as t (subject_id, stars_1, stars_2, stars_3, stars_4, stars_5, words)
  values (person, coalesce(stars[1], 0), coalesce(stars[2], 0), coalesce(stars[3], 0), coalesce(stars[4], 0), coalesce(stars[5], 0), said)
  on conflict (subject_id) do update set stars_1 = t.stars_1 + excluded.stars_1, stars_2 = t.stars_2 + excluded.stars_2,
    stars_3 = t.stars_3 + excluded.stars_3, stars_4 = t.stars_4 + excluded.stars_4, stars_5 = t.stars_5 + excluded.stars_5,
    words = marketplace.sum_words(t.words, excluded.words);
end $$;

-- Adds to the sums what a statement changed of what is counted, person by person in one order, so that two never wait for each other.
create or replace function marketplace.sum_reviews() returns trigger language plpgsql as $$
declare
  steps jsonb := '[]';
  change record;
begin
  if tg_op <> 'DELETE' then
    select coalesce(jsonb_agg(jsonb_build_object('subject_id', subject_id, 'rating', rating, 'words', tags, 'step', 1)), '[]')
    into steps from changed where standing = 'counted';
  end if;
  if tg_op <> 'INSERT' then
    select steps || coalesce(jsonb_agg(jsonb_build_object('subject_id', subject_id, 'rating', rating, 'words', tags, 'step', -1)), '[]')
    into steps from before where standing = 'counted';
  end if;
  for change in
    with step as materialized (
      select * from jsonb_to_recordset(steps) as s (subject_id uuid, rating int, words jsonb, step int)
    ), word as (
      select subject_id, word, sum(step)::int as count from step cross join jsonb_array_elements_text(words) as word group by 1, 2
    ), said as (
      select subject_id, jsonb_object_agg(word, count) as words from word where count <> 0 group by 1
    ), star as (
      select subject_id, array[
        sum(step) filter (where rating = 1), sum(step) filter (where rating = 2), sum(step) filter (where rating = 3),
        sum(step) filter (where rating = 4), sum(step) filter (where rating = 5)]::int[] as stars
      from step group by 1
    )
    select star.subject_id, star.stars, coalesce(said.words, '{}') as words
    from star left join said using (subject_id) order by subject_id
  loop
    perform marketplace.add_reviews(change.subject_id, change.stars, change.words);
  end loop;
  return null;
end $$;

drop trigger reviews_gone on marketplace.review;
create trigger reviews_gone after delete on marketplace.review
  referencing old table as before for each statement execute function marketplace.sum_reviews();
drop trigger reviews_changed on marketplace.review;
create trigger reviews_changed after update on marketplace.review
  referencing new table as changed old table as before for each statement execute function marketplace.sum_reviews();
drop function marketplace.resum_reviews();
drop function marketplace.add_stars(uuid, int[]);

update marketplace.review_total t set words = said.words from (
  select subject_id, jsonb_object_agg(word, count) as words from (
    select subject_id, word, count(*) as count from marketplace.review cross join unnest(tags) as word
    where standing = 'counted' group by 1, 2) counted
  group by 1) said
where said.subject_id = t.subject_id;
