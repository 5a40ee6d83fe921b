-- One room per pair and listing, or per pair without one. The two ids stand in order, so that a
-- pair has one spelling.
create table marketplace.chat_room (
  id uuid primary key,
  version int not null default 0,
  user_lo uuid not null references marketplace.users,
  user_hi uuid not null references marketplace.users,
  -- No foreign key: the room outlives its listing.
  post_id uuid,
  last_seq bigint not null default 0,
  is_active boolean not null default true,
  -- The listing as it was last seen, for the day when it is gone.
  product_snapshot jsonb,
  created_at timestamptz(3) not null,
  -- Moves with every message.
  updated_at timestamptz(3) not null,
  check (user_lo < user_hi)
);
create unique index chat_room_pair on marketplace.chat_room
  (user_lo, user_hi, coalesce(post_id, '00000000-0000-0000-0000-000000000000'));
create index chat_room_of_post on marketplace.chat_room (post_id) where post_id is not null;
create index chat_room_of_hi on marketplace.chat_room (user_hi, user_lo);

create table marketplace.room_member (
  room_id uuid not null references marketplace.chat_room on delete cascade,
  user_id uuid not null references marketplace.users,
  last_read_seq bigint not null default 0,
  muted_until timestamptz(3),
  -- A copy of the room's updated_at, kept in the same transaction: a person's list reads one index in order.
  last_activity_at timestamptz(3) not null,
  primary key (room_id, user_id)
);
create index room_member_list on marketplace.room_member (user_id, last_activity_at desc, room_id desc);

create table marketplace.message (
  id uuid primary key,
  version int not null default 0,
  room_id uuid not null references marketplace.chat_room on delete cascade,
  seq bigint not null,
  sender_id uuid not null references marketplace.users,
  text text not null default '',
  -- Upload ids of the pictures, in order.
  media_ids uuid[] not null default '{}',
  -- {place, at, longitude, latitude}
  meetup jsonb,
  reply_to uuid references marketplace.message,
  client_message_id text,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (room_id, seq),
  unique (room_id, sender_id, client_message_id)
);
create index message_live on marketplace.message (room_id, seq desc) where deleted_at is null;
create index message_reply on marketplace.message (reply_to) where reply_to is not null;

create table marketplace.message_hidden (
  user_id uuid not null references marketplace.users on delete cascade,
  message_id uuid not null references marketplace.message on delete cascade,
  primary key (user_id, message_id)
);
create index message_hidden_of_message on marketplace.message_hidden (message_id);
