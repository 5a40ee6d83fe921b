-- What two people dealt with each other: an order that came to its end, or a listing marked as sold to somebody here.
-- Only of such a thing they review each other.
create table marketplace.deal (
  id uuid primary key,
  -- Null of a sale that was only written down.
  order_id uuid unique references marketplace.orders,
  post_id uuid not null references marketplace.post on delete cascade,
  buyer_id uuid not null references marketplace.users,
  seller_id uuid not null references marketplace.users,
  completed_at timestamptz(3) not null,
  -- From then on nobody reviews any more, and what one of them wrote is for all to read.
  review_until timestamptz(3) not null,
  check (buyer_id <> seller_id),
  check (review_until > completed_at)
);
-- Marking a listing again and again makes no more reviews.
create unique index deal_of_sale on marketplace.deal (post_id, buyer_id) where order_id is null;
create index deal_of_post on marketplace.deal (post_id);
create index deal_of_buyer on marketplace.deal (buyer_id, review_until desc, id desc);
create index deal_of_seller on marketplace.deal (seller_id, review_until desc, id desc);

create table marketplace.review (
  id uuid primary key,
  deal_id uuid not null references marketplace.deal on delete cascade,
  author_id uuid not null references marketplace.users,
  subject_id uuid not null references marketplace.users,
  rating smallint not null check (rating between 1 and 5),
  text text not null check (char_length(text) <= 2000),
  -- Whether the clock has come to it says whether anybody but the author sees it; nothing has to run for that.
  visible_at timestamptz(3) not null,
  -- `waiting`: not in the sums of its subject yet, be it visible or not. `withheld`: its author is suspended or about to leave.
  standing text not null default 'waiting' check (standing in ('waiting', 'counted', 'withheld', 'removed')),
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (deal_id, author_id),
  check (author_id <> subject_id),
  check ((reply is null) = (replied_at is null))
);
create index review_by_author on marketplace.review (author_id);
create index review_about on marketplace.review (subject_id, visible_at desc, id desc);
create index review_unfolded on marketplace.review (subject_id, visible_at) where standing = 'waiting';
create index review_due on marketplace.review (visible_at) where standing = 'waiting';

-- How often somebody was given so many stars, by the reviews that are counted.
create table marketplace.review_total (
  subject_id uuid primary key references marketplace.users,
  stars_1 int not null check (stars_1 >= 0),
  stars_2 int not null check (stars_2 >= 0),
  stars_3 int not null check (stars_3 >= 0),
  stars_4 int not null check (stars_4 >= 0),
  stars_5 int not null check (stars_5 >= 0)
);

-- Adds to the sums what a statement changed of what is counted, person by person in one order, so that two never wait for each other.
create function marketplace.sum_reviews() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select subject_id, (sum(step) filter (where rating = 1))::int as one, (sum(step) filter (where rating = 2))::int as two,
      (sum(step) filter (where rating = 3))::int as three, (sum(step) filter (where rating = 4))::int as four,
      (sum(step) filter (where rating = 5))::int as five
    from (
      select subject_id, rating, 1 as step from changed where tg_op <> 'DELETE' and standing = 'counted'
      union all select subject_id, rating, -1 from changed where tg_op = 'DELETE' and standing = 'counted') step
    group by subject_id order by subject_id
  loop
    perform marketplace.add_stars(change.subject_id, array[change.one, change.two, change.three, change.four, change.five]);
  end loop;
  return null;
end $$;

create function marketplace.resum_reviews() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select subject_id, (sum(step) filter (where rating = 1))::int as one, (sum(step) filter (where rating = 2))::int as two,
      (sum(step) filter (where rating = 3))::int as three, (sum(step) filter (where rating = 4))::int as four,
      (sum(step) filter (where rating = 5))::int as five
    from (
      select subject_id, rating, 1 as step from changed where standing = 'counted'
      union all select subject_id, rating, -1 from before where standing = 'counted') step
    group by subject_id order by subject_id
  loop
    perform marketplace.add_stars(change.subject_id, array[change.one, change.two, change.three, change.four, change.five]);
  end loop;
  return null;
end $$;

create function marketplace.add_stars(person uuid, stars int[]) returns void language plpgsql as $$
begin
  update marketplace.review_total set stars_1 = stars_1 + coalesce(stars[1], 0), stars_2 = stars_2 + coalesce(stars[2], 0),
    stars_3 = stars_3 + coalesce(stars[3], 0), stars_4 = stars_4 + coalesce(stars[4], 0), stars_5 = stars_5 + coalesce(stars[5], 0)
  where subject_id = person;
  if found then return; end if;
  insert into marketplace.review_total as t (subject_id, stars_1, stars_2, stars_3, stars_4, stars_5)
  values (person, coalesce(stars[1], 0), coalesce(stars[2], 0), coalesce(stars[3], 0), coalesce(stars[4], 0), coalesce(stars[5], 0))
  on conflict (subject_id) do update set stars_1 = t.stars_1 + excluded.stars_1, stars_2 = t.stars_2 + excluded.stars_2,
    stars_3 = t.stars_3 + excluded.stars_3, stars_4 = t.stars_4 + excluded.stars_4, stars_5 = t.stars_5 + excluded.stars_5;
end $$;

create trigger reviews_written after insert on marketplace.review
  referencing new table as changed for each statement execute function marketplace.sum_reviews();
create trigger reviews_gone after delete on marketplace.review
  referencing old table as changed for each statement execute function marketplace.sum_reviews();
create trigger reviews_changed after update on marketplace.review
  referencing new table as changed old table as before for each statement execute function marketplace.resum_reviews();

-- Nobody sees what somebody wrote who is suspended or about to leave, and it counts for nothing until they are back.
create function marketplace.withhold_reviews_of_person() returns trigger language plpgsql as $$
begin
  if marketplace.is_shown(new.status) then
    update marketplace.review set standing = 'waiting' where author_id = new.id and standing = 'withheld';
  else
    update marketplace.review set standing = 'withheld' where author_id = new.id and standing in ('waiting', 'counted');
  end if;
  return null;
end $$;
create trigger reviews_of_person after update of status on marketplace.users for each row
  when (marketplace.is_shown(old.status) is distinct from marketplace.is_shown(new.status))
  execute function marketplace.withhold_reviews_of_person();

-- Reviews can be reported.
alter table marketplace.moderation_case
  drop constraint moderation_case_model_check,
  add constraint moderation_case_model_check check (model in ('post', 'comment', 'chat', 'user', 'review'));
