create extension if not exists btree_gist with schema public;

-- The listings that stand in places somebody paid for, at this moment or soon. Lists look at it all the time, so it
-- holds nothing else.
create table marketplace.promotion (
  id uuid primary key,
  post_id uuid not null references marketplace.post on delete cascade,
  in_feed boolean not null,
  in_search boolean not null,
  is_urgent boolean not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  check (ends_at > starts_at and (in_feed or in_search))
);
create index promotion_of_post on marketplace.promotion (post_id);

-- How often each was shown in such a place.
create table marketplace.promotion_total (
  promotion_id uuid primary key,
  impressions int not null
);

-- What can be bought for a listing. A row is one version and never changes, but for not being the last any more.
create table marketplace.package (
  id uuid primary key,
  name text not null,
  version int not null,
  kind text not null check (kind in ('bump', 'top', 'featured', 'urgent', 'bundle')),
  price_minor bigint not null check (price_minor >= 0),
  currency text not null,
  duration_days int not null check (duration_days between 0 and 90),
  -- So many may run or wait at the same moment.
  quantity int check (quantity > 0),
  -- Empty where listings of every category may have it.
  category_ids uuid[] not null,
  is_active boolean not null,
  is_last boolean not null default true,
  created_at timestamptz(3) not null
);
create unique index package_version on marketplace.package (lower(name), version);
create unique index package_last on marketplace.package (lower(name)) where is_last;
create index package_sold on marketplace.package (kind, price_minor, id) where is_last and is_active;
create index package_newest on marketplace.package (created_at desc, id desc);

create function marketplace.keep_package() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'is_last' <> to_jsonb(old) - 'is_last' then
    raise exception 'a version of a package does not change';
  end if;
  return new;
end $$;
create trigger keep_package before update on marketplace.package for each row execute function marketplace.keep_package();

create table marketplace.boost (
  id uuid primary key,
  -- No foreign key: what was paid for is remembered when the listing is gone.
  post_id uuid not null,
  user_id uuid not null references marketplace.users,
  package_id uuid not null references marketplace.package,
  kind text not null,
  status text not null check (status in ('scheduled', 'active', 'suspended', 'completed', 'ended_early', 'refunded')),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- Since when it stands still; its time comes behind `ends_at` when it goes on.
  suspended_at timestamptz(3),
  -- When it was over: completed, or ended before its time.
  over_at timestamptz(3),
  paid_minor bigint not null check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and paid_minor),
  currency text not null,
  mode text not null,
  -- What it brought, once it is over.
  report jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (ends_at > starts_at),
  check ((status = 'suspended') = (suspended_at is not null)),
  check ((status in ('completed', 'ended_early', 'refunded')) = (over_at is not null)),
  constraint boost_alone exclude using gist (post_id with =, kind with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('scheduled', 'active', 'suspended')) deferrable initially deferred
);
create index boost_of_post on marketplace.boost (post_id, created_at desc, id desc);
create index boost_of_user on marketplace.boost (user_id, created_at desc, id desc);
create index boost_of_package on marketplace.boost (package_id, status);
-- Those that the clock, or their listing, moves on.
create index boost_standing on marketplace.boost (post_id) where status in ('scheduled', 'active', 'suspended');
create index boost_past on marketplace.boost (kind, over_at desc) where report is not null;
