-- Whether those who follow somebody are told of their birthday; nobody is, unless they want it.
alter table marketplace.users add column tells_birthday boolean not null default false;

-- A birthday reaches followers as a listing does, once a year.
alter table marketplace.follower_news
  alter column post_id drop not null,
  add column birthday_year int,
  add check ((post_id is null) = (birthday_year is not null)),
  add unique (author_id, birthday_year);
-- Which of the two it is, is seen in the index by which a reader's news are found.
drop index marketplace.follower_news_of_author;
create index follower_news_of_author on marketplace.follower_news (author_id, created_at desc, id desc)
  include (retracted_at, birthday_year);
