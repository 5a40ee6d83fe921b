-- Until when nobody else sees what somebody has on offer, by a decision about proven spam; null where they do.
alter table marketplace.users add column limited_until timestamptz(3);

alter table marketplace.moderation_decision
  drop constraint moderation_decision_action_check,
  add constraint moderation_decision_action_check
    check (action in ('dismiss', 'none', 'warn', 'hide', 'limit', 'remove', 'suspend', 'ban'));

-- Whatever opens a listing opens it as its author is: there, away, or limited.
create or replace function marketplace.follow_author_away() returns trigger language plpgsql as $$
begin
  new.is_away := new.status in ('active', 'reserved') and exists (
    select from marketplace.users u
    where u.id = new.author_id and (u.vacation_until is not null or u.limited_until is not null));
  return new;
end $$;
