-- What people changed of a listing once it had been published.
create table marketplace.post_revision (
  post_id uuid not null references marketplace.post,
  -- The version that the change made of it.
  version int not null,
  editor_id uuid not null references marketplace.users,
  -- [{field, before, after}] in the fields that people write; pictures by upload id, the place as the public sees it.
  changes jsonb not null,
  created_at timestamptz(3) not null,
  primary key (post_id, version)
);

-- A listing, or a change of one that stays as it is meanwhile, that a moderator is to look at, or has declined.
create table marketplace.post_review (
  post_id uuid primary key references marketplace.post,
  -- What its author asked for; null when the whole listing waits.
  change jsonb,
  -- Upload ids of the pictures that the change adds, each counted as a use.
  photo_ids uuid[] not null default '{}',
  -- Why somebody should look.
  reasons text[] not null,
  submitted_at timestamptz(3) not null,
  declined_at timestamptz(3),
  -- What the moderator who declined it said to the author.
  message text
);
create index post_review_waiting on marketplace.post_review (submitted_at, post_id) where declined_at is null;
-- What waits counts towards a person's daily limit.
create index post_of_author_unpublished on marketplace.post (author_id, updated_at) where status in ('pending_review', 'rejected');
-- Those who look after the marketplace.
create index users_staff on marketplace.users (id) where role <> 'user';
