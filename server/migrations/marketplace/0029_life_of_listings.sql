-- Listings end, come back and go: docs/decisions/0034-the-life-of-a-listing.md.
alter table marketplace.post
  -- Since when its author wants it renewed when its time is up; null when they do not.
  add column renews_since timestamptz(3),
  -- The end that its author was told of five days, or a day, before; none of a later end.
  add column five_days_told_of timestamptz(3),
  add column one_day_told_of timestamptz(3),
  -- When a re-post last brought it to the top.
  add column last_bumped_at timestamptz(3),
  add column repost_count int not null default 0,
  -- The sold listing that it offers again.
  add column reposted_from uuid references marketplace.post on delete set null,
  add column closed_reason text,
  -- What a soft deletion hides, which comes back with a restoration; `status_before` is what moderation hides.
  add column status_before_deletion text,
  -- Since when staff keeps it, or what is left of it, out of sight.
  add column taken_down_at timestamptz(3);
create index post_reposted_from on marketplace.post (reposted_from) where reposted_from is not null;

update marketplace.post set taken_down_at = coalesce(deleted_at, updated_at) where status in ('hidden', 'deleted');
-- What is over by now is no news.
update marketplace.post set five_days_told_of = expires_at, one_day_told_of = expires_at where expires_at <= now();

-- When something is to be done about its end: to renew it an hour before, or to tell its author. Days are those of UTC,
-- which all have 24 hours.
alter table marketplace.post add column ending_due_at timestamptz(3) generated always as (
  case
    when renews_since < expires_at and one_day_told_of is distinct from expires_at
      then ((expires_at at time zone 'UTC') - interval '1 hour') at time zone 'UTC'
    when five_days_told_of is distinct from expires_at then ((expires_at at time zone 'UTC') - interval '5 days') at time zone 'UTC'
    when one_day_told_of is distinct from expires_at then ((expires_at at time zone 'UTC') - interval '1 day') at time zone 'UTC'
  end
) stored;
create index post_ending on marketplace.post (ending_due_at) where status in ('active', 'reserved');
create index post_soft_deleted on marketplace.post (deleted_at) where status = 'soft_deleted';

-- A person's listings are still counted without looking at their rows: what was deleted long ago does not count.
drop index marketplace.post_of_author_by_status;
create index post_of_author_by_status on marketplace.post (author_id, status) include (expires_at, deleted_at, title)
  where status <> 'deleted';

-- The cards of chats show whether a listing was taken down.
drop trigger outdate_chats on marketplace.post;
create trigger outdate_chats after update of author_id, title, price_minor, currency, place, zip_code, photo_ids, video_url,
  video_thumbnail, status, taken_down_at on marketplace.post for each row
when ((old.author_id, old.title, old.price_minor, old.currency, old.place, old.zip_code, old.photo_ids, old.video_url, old.video_thumbnail,
    old.status, old.taken_down_at is null)
  is distinct from
  (new.author_id, new.title, new.price_minor, new.currency, new.place, new.zip_code, new.photo_ids, new.video_url, new.video_thumbnail,
    new.status, new.taken_down_at is null))
execute function marketplace.outdate_chats_of_post();

-- Listings are presented with more fields.
update marketplace.post_card set is_stale = true;
