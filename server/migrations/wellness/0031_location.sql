-- Where somebody says they live, sealed with their own key.
create table wellness.location (
  user_id uuid primary key references wellness.users on delete cascade,
  sealed bytea not null,
  updated_at timestamptz(3) not null
);
