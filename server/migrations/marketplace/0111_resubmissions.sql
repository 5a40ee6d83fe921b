-- A listing that a decision hid can be put right and shown to staff again, as often as it is changed.
alter table marketplace.moderation_decision
  -- Of the listing as staff last looked at it; null of decisions that are older than this column.
  add column known_version int,
  -- Since when it waits for staff; null while it does not.
  add column resubmitted_at timestamptz(3),
  -- What became of it the last time, and why it was not enough.
  add column resubmission_settled_by uuid references marketplace.users,
  add column resubmission_settled_at timestamptz(3),
  add column resubmission_answer text,
  drop constraint moderation_decision_status_check,
  -- 'remedied': it was right, and what it was about is in order now.
  add constraint moderation_decision_status_check
    check (status in ('proposed', 'refused', 'standing', 'undone', 'overturned', 'remedied'));
create index decision_resubmitted on marketplace.moderation_decision (resubmitted_at, id) where resubmitted_at is not null;
create index decision_resubmission_settled_by on marketplace.moderation_decision (resubmission_settled_by)
  where resubmission_settled_by is not null;
