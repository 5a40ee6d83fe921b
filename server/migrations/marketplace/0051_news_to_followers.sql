-- A listing that somebody's followers hear of: one row however many they are, which joins their lists when those are
-- read, as broadcasts do (docs/decisions/0042).
create table marketplace.follower_news (
  id uuid primary key,
  author_id uuid not null references marketplace.users on delete cascade,
  -- No foreign key: notices outlive their listings.
  post_id uuid not null unique,
  -- In each language.
  title jsonb not null,
  message text not null,
  post_image text not null default '',
  action jsonb not null,
  created_at timestamptz(3) not null,
  retracted_at timestamptz(3)
);
create index follower_news_of_author on marketplace.follower_news (author_id, created_at desc, id desc) include (retracted_at);
create index follower_news_by_age on marketplace.follower_news using brin (created_at);

-- Only of people who touched it.
create table marketplace.follower_news_state (
  news_id uuid not null references marketplace.follower_news on delete cascade,
  user_id uuid not null references marketplace.users on delete cascade,
  version int not null default 1,
  is_read boolean not null,
  read_at timestamptz(3),
  is_dismissed boolean not null default false,
  dismissed_at timestamptz(3),
  was_read boolean not null default false,
  updated_at timestamptz(3) not null,
  primary key (user_id, news_id)
);
create index follower_news_state_of_news on marketplace.follower_news_state (news_id);

alter table marketplace.push add foreign key (news_id) references marketplace.follower_news on delete cascade;

-- Steps whenever what followers of somebody hear of them changes. Only of people who ever told any.
create table marketplace.news_author (
  author_id uuid primary key references marketplace.users on delete cascade,
  version bigint not null
);
-- What was kept was counted at this sum of the versions of all whom its reader follows.
alter table marketplace.unread_count add column news_version bigint not null default 0;

create function marketplace.step_news() returns trigger language plpgsql as $$
begin
  insert into marketplace.news_author as a (author_id, version)
  select distinct author_id, 1 from changed c where exists (select from marketplace.users u where u.id = c.author_id)
  order by author_id
  on conflict (author_id) do update set version = a.version + 1;
  return null;
end $$;
create trigger step_written after insert on marketplace.follower_news referencing new table as changed
  for each statement execute function marketplace.step_news();
create trigger step_changed after update on marketplace.follower_news referencing new table as changed
  for each statement execute function marketplace.step_news();
create trigger step_deleted after delete on marketplace.follower_news referencing old table as changed
  for each statement execute function marketplace.step_news();
-- Nobody sees the news of somebody who is suspended or gone.
create function marketplace.step_news_of_standing() returns trigger language plpgsql as $$
begin
  update marketplace.news_author set version = version + 1 where author_id = new.id;
  return null;
end $$;
create trigger step_news after update of status on marketplace.users for each row
  when (old.status is distinct from new.status) execute function marketplace.step_news_of_standing();

create trigger note_written after insert on marketplace.follower_news_state referencing new table as changed
  for each statement execute function marketplace.note_states();
create trigger note_changed after update on marketplace.follower_news_state referencing new table as changed
  for each statement execute function marketplace.note_states();
create trigger note_deleted after delete on marketplace.follower_news_state referencing old table as changed
  for each statement execute function marketplace.note_states();

-- Whom somebody follows, and whom they muted, says what they hear.
create function marketplace.note_follower() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id) select distinct follower_id from changed;
  return null;
end $$;
create trigger note_written after insert on marketplace.follow referencing new table as changed
  for each statement execute function marketplace.note_follower();
create trigger note_deleted after delete on marketplace.follow referencing old table as changed
  for each statement execute function marketplace.note_follower();
create function marketplace.note_muter() returns trigger language plpgsql as $$
begin
  insert into marketplace.inbox_change (user_id) select distinct muter_id from changed;
  return null;
end $$;
create trigger note_written after insert on marketplace.mute referencing new table as changed
  for each statement execute function marketplace.note_muter();
create trigger note_changed after update on marketplace.mute referencing new table as changed
  for each statement execute function marketplace.note_muter();
create trigger note_deleted after delete on marketplace.mute referencing old table as changed
  for each statement execute function marketplace.note_muter();
