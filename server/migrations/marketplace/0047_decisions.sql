-- What staff decided about what people wrote or did, why, and what became of it.
create table marketplace.moderation_decision (
  id uuid primary key,
  -- Null where nobody had reported it.
  case_id uuid references marketplace.moderation_case,
  model text not null,
  target_id uuid not null,
  subject_id uuid not null references marketplace.users,
  -- What it is about, in a line.
  about text not null,
  action text not null check (action in ('dismiss', 'none', 'warn', 'hide', 'remove', 'suspend', 'ban')),
  -- The statement of reasons: which rule, what was found, and what its subject is told.
  rule text not null,
  facts text not null,
  statement text not null,
  -- 'proposed' until a second person confirms it, or refuses.
  status text not null check (status in ('proposed', 'refused', 'standing', 'undone', 'overturned')),
  -- It took something out of sight that was to be seen; undoing it brings that back.
  has_hidden boolean not null default false,
  decided_by uuid not null references marketplace.users,
  decided_at timestamptz(3) not null,
  -- The second person.
  settled_by uuid references marketplace.users,
  settled_at timestamptz(3),
  -- When a suspension ends, or a removal becomes final; null where nothing is to be done later, or was done.
  due_at timestamptz(3),
  -- Of a suspension, until when it was meant to last.
  ends_at timestamptz(3),
  -- A removal that was carried out leaves nothing to bring back.
  is_final boolean not null default false,
  appeal_until timestamptz(3),
  undone_by uuid references marketplace.users,
  undone_at timestamptz(3),
  -- At most one appeal.
  appealed_at timestamptz(3),
  appeal_text text,
  appeal_settled_by uuid references marketplace.users,
  appeal_settled_at timestamptz(3),
  appeal_answer text
);
create index decision_of_case on marketplace.moderation_decision (case_id) where case_id is not null;
create index decision_newest on marketplace.moderation_decision (decided_at desc, id desc);
create index decision_of_subject on marketplace.moderation_decision (subject_id, decided_at desc, id desc);
create index decision_of_target on marketplace.moderation_decision (model, target_id);
create index decision_decided_by on marketplace.moderation_decision (decided_by);
create index decision_settled_by on marketplace.moderation_decision (settled_by) where settled_by is not null;
create index decision_undone_by on marketplace.moderation_decision (undone_by) where undone_by is not null;
create index decision_appeal_settled_by on marketplace.moderation_decision (appeal_settled_by) where appeal_settled_by is not null;
create index decision_proposed on marketplace.moderation_decision (decided_at, id) where status = 'proposed';
create index decision_appealed on marketplace.moderation_decision (appealed_at, id)
  where appealed_at is not null and appeal_settled_at is null;
create index decision_due on marketplace.moderation_decision (due_at) where due_at is not null;

-- By which decision somebody is suspended, and until when; null where it has no end.
alter table marketplace.users
  add column suspended_by_decision uuid,
  add column suspended_until timestamptz(3);

-- A comment whose deletion is undone counts again.
create function marketplace.count_comment_again() returns trigger language plpgsql as $$
begin
  if not exists (select from marketplace.users u where u.id = new.author_id and u.status = 'active') then return null; end if;
  insert into marketplace.comment_total as t (post_id, count) values (new.post_id, 1)
  on conflict (post_id) do update set count = t.count + 1;
  update marketplace.comment set reply_count = reply_count + 1 where id = new.parent_id;
  return null;
end $$;
create trigger comment_restored after update of deleted_at on marketplace.comment
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function marketplace.count_comment_again();

-- Deals by which trust is earned.
create index post_sold_by on marketplace.post (author_id, buyer_id) where status = 'sold' and buyer_id is not null;
create index post_bought_by on marketplace.post (buyer_id, author_id) where status = 'sold' and buyer_id is not null;
