-- What somebody wrote to support, signed in or not. It is mailed to support where there is an address for that,
-- and stands here for administrators in any case.
create table marketplace.contact_message (
  id uuid primary key,
  -- Null of whoever was not signed in, and once the account is gone.
  user_id uuid references marketplace.users on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null,
  created_at timestamptz(3) not null
);
create index contact_message_newest on marketplace.contact_message (created_at desc, id desc);
create index contact_message_of_user on marketplace.contact_message (user_id);

-- What somebody thinks of the app.
create table marketplace.feedback (
  id uuid primary key,
  user_id uuid references marketplace.users on delete set null,
  category text not null check (category in ('bug', 'idea', 'praise', 'other')),
  rating int check (rating between 1 and 5),
  message text not null,
  -- Where in which app it was written.
  context jsonb not null default '{}',
  language text not null,
  created_at timestamptz(3) not null
);
create index feedback_newest on marketplace.feedback (created_at desc, id desc);
create index feedback_newest_of_category on marketplace.feedback (category, created_at desc, id desc);
create index feedback_of_user on marketplace.feedback (user_id);
