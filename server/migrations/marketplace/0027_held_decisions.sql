-- What a moderator decided about something that waits, until it takes effect: so long it can be taken back, and
-- nobody has heard of it. It holds only for the version of the listing that the moderator read.
create table marketplace.post_decision (
  id uuid primary key,
  post_id uuid not null unique references marketplace.post,
  version int not null,
  moderator_id uuid not null references marketplace.users,
  -- To the author, of what is declined; null when it is accepted.
  message text,
  decided_at timestamptz(3) not null,
  effective_at timestamptz(3) not null
);
create index post_decision_of_moderator on marketplace.post_decision (moderator_id);

-- How often somebody was told that something of theirs breaks a rule.
create index notification_violation on marketplace.notification (recipient_id)
  where category = 'content_violation' and retracted_at is null;
-- Who joined last.
create index users_joined on marketplace.users (created_at) where status = 'active' and kind = 'member';
