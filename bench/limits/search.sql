-- Searching in bounded work. `offset 0` keeps a condition above the index that brings rows in their order.

create function newest_with(asked tsquery, words text[], before uuid, most int) returns setof uuid
rows 20 language plpgsql stable as $$
declare
  total float8 := (select number from listing order by id desc limit 1);
  walked int := (select bucket from listing where id < before order by id desc limit 1);
  left_over int := most;
  gotten int;
  rarest bigint;
  share float8;
begin
  select min(coalesce(w.listings, 0)), exp(sum(ln(greatest(coalesce(w.listings, 0), 1) / total))) into rarest, share
    from unnest(words) a left join word w on w.word = a;
  -- What many listings have is met on the way; a rare word is looked up and sorted; between them, the newest buckets do.
  if share > 0.05 then
    return query select l.id from (
      select id, search from listing where is_open and id < before order by id desc offset 0
    ) l where l.search @@ asked limit most;
    return;
  end if;
  if rarest < 2000 then
    return query select l.id from (
      select id from listing where is_open and search @@ asked and id < before offset 0
    ) l order by l.id desc limit most;
    return;
  end if;
  while walked >= 0 and left_over > 0 loop
    return query select l.id from (
      select id from listing where bucket = walked and is_open and search @@ asked and id < before offset 0
    ) l order by l.id desc limit left_over;
    get diagnostics gotten = row_count;
    left_over := left_over - gotten;
    walked := walked - 1;
  end loop;
end $$;

-- The newest listings that have all the words, or else the likest words that there are.
create function search_newest(said text, before uuid, most int) returns setof uuid
rows 20 language plpgsql stable as $$
declare
  words text[] := tsvector_to_array(to_tsvector('simple', said));
begin
  return query select newest_with(plainto_tsquery('simple', said), words, before, most);
  if found then return; end if;
  words := array(
    select likest.word from unnest(words) a cross join lateral (
      select w.word from word w where w.word % a order by similarity(w.word, a) desc, w.listings desc limit 1
    ) likest);
  return query select newest_with(plainto_tsquery('simple', array_to_string(words, ' ')), words, before, most)
    where words <> '{}';
end $$;

-- The nearest that have the words: around, then farther around, and at last among the newest two thousand.
create function search_nearest(said text, latitude_here float8, longitude_here float8, most int) returns setof uuid
rows 20 language plpgsql stable as $$
declare
  asked tsquery := plainto_tsquery('simple', said);
  width float8 := cos(radians(latitude_here));
  steps int;
  nearest uuid[];
begin
  foreach steps in array array[1, 4] loop
    nearest := array(
      select l.id
      from generate_series(-steps, steps) y, generate_series(-steps, steps) x
      cross join lateral (
        select p.id, (p.latitude - latitude_here) ^ 2 + ((p.longitude - longitude_here) * width) ^ 2 as away from listing p
        where p.cell = cell_of(latitude_here, longitude_here) + y * 1440 + x and p.is_open and p.search @@ asked offset 0
      ) l
      -- Farther away the squares do not hold everything.
      where l.away <= (steps / 4.0 * width) ^ 2
      order by l.away limit most);
    if cardinality(nearest) = most then
      return query select unnest(nearest);
      return;
    end if;
  end loop;
  return query select p.id from listing p
    where p.id = any(array(select search_newest(said, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 2000)))
    order by (p.latitude - latitude_here) ^ 2 + ((p.longitude - longitude_here) * width) ^ 2 limit most;
end $$;

-- The cheapest that have the words, and the newest of a category: for words that many listings have.
create function search_cheapest(said text, most int) returns setof uuid rows 20 language sql stable as $$
  select l.id from (select id, search from listing where is_open order by price, id offset 0) l
  where l.search @@ plainto_tsquery('simple', said) limit most
$$;
create function search_category(said text, category int, before uuid, most int) returns setof uuid
rows 20 language sql stable as $$
  select l.id from (
    select id, search from listing where category_id = category and is_open and id < before order by id desc offset 0
  ) l where l.search @@ plainto_tsquery('simple', said) limit most
$$;
