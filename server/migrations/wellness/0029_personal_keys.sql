-- What people confide is sealed with a key of their own, which is itself sealed with the server's secret. Without
-- this row, what was sealed with it is unreadable for ever, wherever copies of it lie.
create table wellness.personal_key (
  user_id uuid primary key references wellness.users on delete cascade,
  sealed bytea not null,
  created_at timestamptz(3) not null
);
