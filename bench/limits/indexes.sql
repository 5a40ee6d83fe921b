-- Made when the rows are there.
create index listing_of_category on listing (category_id, id desc) where is_open;
create index listing_near on listing (cell, category_id, id desc) include (latitude, longitude) where is_open;
create index listing_of_author on listing (author_id, id desc) where is_open;
create index listing_by_price on listing (price, id) where is_open;
create index listing_search on listing using gin (bucket, cell, search) with (fastupdate = off) where is_open;
create index listing_given on listing (cell, id desc) include (latitude, longitude) where is_open and price = 0;
alter table favourite add primary key (person_id, listing_id);
alter table room_member add primary key (room_id, person_id);
create index room_member_list on room_member (person_id, last_at desc, room_id);
create index message_of_room on message (room_id, id desc);
create index notice_list on notice (person_id, id desc);
create index follow_newest on follow (follower_id, created_at desc, followee_id desc);
create index comment_of_listing on comment (listing_id, created_at desc, id desc) where answered is null;
create index comment_answers on comment (answered, created_at, id) where answered is not null;
create index review_about on review (subject_id, created_at desc, id desc);
alter table goal_day add primary key (person_id, goal, day);
alter table answer add primary key (person_id, position);
create index exercise_for on exercise (day_part, id);
create index session_of_person on session (person_id, id desc);

insert into counter
  select p.id, coalesce(n.unread, 0), coalesce(m.unread, 0)
  from person p
  left join (select person_id, count(*)::int as unread from notice where not is_read group by 1) n on n.person_id = p.id
  left join (select person_id, sum(unread)::int as unread from room_member group by 1) m on m.person_id = p.id;

insert into view_total select listing_id, count(*) from view group by 1;

insert into rating
  select subject_id, array[count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
    count(*) filter (where rating = 4), count(*) filter (where rating = 5)],
    jsonb_build_object('friendly', count(*), 'as_described', count(*))
  from review group by 1;

-- Counted among the newest 200,000.
insert into word
  select word, (ndoc * greatest(1, (select count(*) from listing) / 200000.0))::int
  from ts_stat('select search from listing where is_open and number > (select max(number) - 200000 from listing)');
create index word_trigrams on word using gin (word gin_trgm_ops);
create index word_prefix on word (word collate "C");
