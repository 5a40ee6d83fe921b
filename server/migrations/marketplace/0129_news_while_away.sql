-- What is to be told of a listing once its author is back: it was opened, or came to say something else, while nobody
-- but them saw it.
alter table marketplace.post add column kept_news text check (kept_news in ('published', 'edited'));
create index post_kept_news on marketplace.post (author_id) where kept_news is not null;

-- Whatever opens a listing opens it as its author is: there, away, or limited.
create or replace function marketplace.follow_author_away() returns trigger language plpgsql as $$
begin
  new.is_away := new.status in ('active', 'reserved') and exists (
    select from marketplace.users u
    where u.id = new.author_id and (u.vacation_until is not null or u.limited_until is not null));
  new.kept_news := case
    when new.status not in ('active', 'reserved') then null
    when not new.is_away then new.kept_news
    when old.published_at is null then 'published'
    else coalesce(new.kept_news, 'edited') end;
  return new;
end $$;

create function marketplace.keep_news_of_edit() returns trigger language plpgsql as $$
begin
  new.kept_news := 'edited';
  return new;
end $$;
create trigger keep_news_of_edit before update of version on marketplace.post for each row
when (old.version <> new.version and new.is_away and new.kept_news is null) execute function marketplace.keep_news_of_edit();

update marketplace.post p set kept_news = case when p.published_at >= u.vacation_since then 'published' else 'edited' end
from marketplace.users u
where u.id = p.author_id and p.is_away and (p.updated_at >= u.vacation_since or u.limited_until is not null);
