-- What somebody has sold, as others list it.
create index post_of_author_sold on marketplace.post (author_id, published_at desc, id desc) where status = 'sold';

-- A link by which somebody invites people.
create table marketplace.invite (
  id uuid primary key,
  user_id uuid not null references marketplace.users on delete cascade,
  code text not null unique,
  max_uses int not null check (max_uses between 1 and 100),
  -- Those who signed up by it and proved their address.
  uses int not null default 0 check (uses between 0 and max_uses),
  -- Whom alone it is for, in the form in which addresses are compared; null: whoever has the link.
  email_canonical text,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index invite_of_user on marketplace.invite (user_id, created_at desc, id desc);

-- Who signed up by an invitation, each person by one at most.
create table marketplace.invite_use (
  user_id uuid primary key references marketplace.users on delete cascade,
  invite_id uuid not null references marketplace.invite on delete cascade,
  created_at timestamptz(3) not null,
  -- When they proved their address, which is when it counts; null before, and where the invitation was full by then.
  counted_at timestamptz(3)
);
create index invite_use_of_invite on marketplace.invite_use (invite_id);
