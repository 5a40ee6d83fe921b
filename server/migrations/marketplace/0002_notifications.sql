create table marketplace.notification (
  id uuid primary key,
  version int not null default 0,
  recipient_id uuid not null references marketplace.users on delete cascade,
  actor_id uuid references marketplace.users on delete cascade,
  reference_model text not null,
  reference_id text not null,
  category text not null,
  title text not null,
  -- Of a notice that gathers people who did the same: its title when there are several, `{n}` for how many.
  title_of_many text,
  message text not null,
  post_image text not null default '',
  icon_url text not null default '',
  image_url text not null default '',
  action jsonb,
  is_read boolean not null default false,
  read_at timestamptz(3),
  is_dismissed boolean not null default false,
  dismissed_at timestamptz(3),
  -- What the reading was before a dismissal, so that an undo can restore it.
  was_read boolean not null default false,
  expires_at timestamptz(3),
  retracted_at timestamptz(3),
  -- The cause: one notice per cause and person, and the handle to retract it by.
  source_event text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (source_event, recipient_id)
);
create index notification_inbox on marketplace.notification (recipient_id, created_at desc, id desc)
  where retracted_at is null;
create index notification_unread on marketplace.notification (recipient_id, category)
  where not is_read and not is_dismissed and retracted_at is null;
create index notification_between on marketplace.notification (actor_id, recipient_id) where retracted_at is null;
create index notification_about on marketplace.notification (reference_id, recipient_id) where retracted_at is null;
create index notification_by_age on marketplace.notification using brin (created_at);

-- The people of a notice that gathers them; `notification.actor_id` is the newest.
create table marketplace.notification_actor (
  notification_id uuid not null references marketplace.notification on delete cascade,
  actor_id uuid not null references marketplace.users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (notification_id, actor_id)
);
create index notification_actor_of_person on marketplace.notification_actor (actor_id);

-- One row however many people there are: it joins a person's list when that is read.
create table marketplace.broadcast (
  id uuid primary key,
  actor_id uuid not null references marketplace.users,
  category text not null check (category in ('tutorial', 'breaking_news')),
  title text not null,
  message text not null,
  icon_url text not null default '',
  image_url text not null default '',
  action jsonb,
  audience text not null default 'everyone' check (audience in ('everyone', 'verified', 'unverified', 'staff')),
  expires_at timestamptz(3),
  -- When it appears, which may be later than it was written.
  created_at timestamptz(3) not null
);
create index broadcast_newest on marketplace.broadcast (created_at desc, id desc);

-- Only of people who touched the broadcast.
create table marketplace.broadcast_state (
  broadcast_id uuid not null references marketplace.broadcast on delete cascade,
  user_id uuid not null references marketplace.users on delete cascade,
  version int not null default 1,
  is_read boolean not null,
  read_at timestamptz(3),
  is_dismissed boolean not null default false,
  dismissed_at timestamptz(3),
  was_read boolean not null default false,
  updated_at timestamptz(3) not null,
  primary key (user_id, broadcast_id)
);
