-- Birthdays and the hat, and listings whose author is away: docs/decisions/0044-birthdays-vacations-invitations.md.
alter table marketplace.users
  -- When the days around the next birthday begin where the person is; null until a job has found it out.
  add column birthday_opens_at timestamptz(3),
  -- So long others see them with the hat.
  add column hat_until timestamptz(3),
  -- While these are set their listings are hidden.
  add column vacation_since timestamptz(3),
  add column vacation_until timestamptz(3);
create index users_birthday_due on marketplace.users (coalesce(birthday_opens_at, '-infinity')) where birthday is not null;
create index users_vacation_due on marketplace.users (vacation_until) where vacation_until is not null;

-- Another day or another zone: it is to be found out anew.
create function marketplace.forget_birthday_opening() returns trigger language plpgsql as $$
begin
  new.birthday_opens_at := null;
  return new;
end $$;
create trigger forget_birthday_opening before update of birthday, timezone on marketplace.users for each row
when ((old.birthday, old.timezone) is distinct from (new.birthday, new.timezone))
execute function marketplace.forget_birthday_opening();

-- What somebody was given, once a year at most.
create table marketplace.badge (
  user_id uuid not null references marketplace.users on delete cascade,
  kind text not null check (kind in ('birthday_hat')),
  year int not null,
  claimed_at timestamptz(3) not null,
  shown_until timestamptz(3) not null,
  primary key (user_id, kind, year)
);

alter table marketplace.post add column is_away boolean not null default false;
-- A person's listings are still counted without looking at their rows.
drop index marketplace.post_of_author_by_status;
create index post_of_author_by_status on marketplace.post (author_id, status) include (expires_at, deleted_at, is_away, title)
  where status <> 'deleted';

-- Whatever opens a listing opens it as its author is: there, or away.
create function marketplace.follow_author_away() returns trigger language plpgsql as $$
begin
  new.is_away := new.status in ('active', 'reserved')
    and exists (select from marketplace.users u where u.id = new.author_id and u.vacation_until is not null);
  return new;
end $$;
create trigger follow_author_away_new before insert on marketplace.post for each row
execute function marketplace.follow_author_away();
create trigger follow_author_away before update of status on marketplace.post for each row
when (old.status <> new.status) execute function marketplace.follow_author_away();

-- Chats show whether a listing is there for others.
drop trigger outdate_chats on marketplace.post;
create trigger outdate_chats after update of author_id, title, price_minor, currency, place, zip_code, photo_ids, video_url,
  video_thumbnail, status, taken_down_at, is_away on marketplace.post for each row
when ((old.author_id, old.title, old.price_minor, old.currency, old.place, old.zip_code, old.photo_ids, old.video_url, old.video_thumbnail,
    old.status, old.taken_down_at is null, old.is_away)
  is distinct from
  (new.author_id, new.title, new.price_minor, new.currency, new.place, new.zip_code, new.photo_ids, new.video_url, new.video_thumbnail,
    new.status, new.taken_down_at is null, new.is_away))
execute function marketplace.outdate_chats_of_post();
