-- Where several things are asked for at once, few numbers have them all: a search begins with wider spans then.
create function marketplace.spans_below(newest bigint, narrowest int) returns setof int
language sql immutable parallel safe
begin atomic
  with a as (select case when narrowest = 0 then newest >> 9 end as first),
  b as (select case when narrowest = 1 then newest >> 12 when narrowest < 1 then greatest((first - 1) >> 3, 0) - 1 end as first from a),
  c as (select case when narrowest = 2 then newest >> 15 when narrowest < 2 then greatest((first - 1) >> 3, 0) - 1 end as first from b),
  d as (select greatest((first - 1) >> 3, 0) - 1 as first from c),
  e as (select greatest((first - 1) >> 3, 0) - 1 as first from d)
  select (span << 3)::int from a, generate_series(first, greatest((first - 1) >> 3, 0) << 3, -1) span
  union all select (span << 3)::int + 1 from b, generate_series(first, greatest((first - 1) >> 3, 0) << 3, -1) span
  union all select (span << 3)::int + 2 from c, generate_series(first, greatest((first - 1) >> 3, 0) << 3, -1) span
  union all select (span << 3)::int + 3 from d, generate_series(first, greatest((first - 1) >> 3, 0) << 3, -1) span
  union all select (span << 3)::int + 4 from e, generate_series(first, 0, -1) span;
end;
drop function marketplace.spans_below(bigint);

-- Cards that are out of date are taken in an order that no other index has. Else, when nearly all are, the primary key
-- looks as good, and each part that is made anew passes over all that were before.
drop index marketplace.post_card_stale;
create index post_card_stale on marketplace.post_card ((is_stale::int), post_id) where is_stale;
drop index marketplace.room_member_outdated;
create index room_member_outdated on marketplace.room_member ((card is null), room_id, user_id) where card is null;
