-- A notice gathers comments: somebody may have said several things in it, of which each goes by itself.
alter table marketplace.notification_actor
  -- What they did; of favourites and follows, which can be done once, nothing.
  add column cause text not null default '',
  -- What they said; null where the notice says the same whoever caused it.
  add column message text,
  drop constraint notification_actor_pkey,
  add primary key (notification_id, actor_id, cause);
create index notification_actor_by_cause on marketplace.notification_actor (cause) where cause <> '';
