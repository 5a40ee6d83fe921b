-- Who gets which mailing list. Pending is whoever was asked and has not said yes; suppressed, whoever said no
-- more: of those only a digest is left, so that they are left alone and nobody can read off who they are.
create table marketplace.mailing_subscription (
  id uuid primary key,
  -- Of the address in its canonical form.
  address_digest bytea not null,
  list text not null,
  email text,
  language text not null,
  state text not null check (state in ('pending', 'active', 'suppressed')),
  created_at timestamptz(3) not null,
  -- When it was last asked for or changed.
  updated_at timestamptz(3) not null,
  -- When its owner said yes.
  confirmed_at timestamptz(3),
  unique (address_digest, list),
  check ((email is null) = (state = 'suppressed'))
);
create index mailing_subscription_newest on marketplace.mailing_subscription (created_at desc, id desc);
create index mailing_subscription_newest_of_list on marketplace.mailing_subscription (list, created_at desc, id desc);
create index mailing_subscription_newest_in_state on marketplace.mailing_subscription (state, created_at desc, id desc);
create index mailing_subscription_pending on marketplace.mailing_subscription (updated_at) where state = 'pending';

-- The question to an address whether it wants to be on a list; its link was mailed, and only its digest is here.
create table marketplace.mailing_question (
  token_digest bytea primary key,
  address_digest bytea not null,
  email text not null,
  lists text[] not null,
  language text not null,
  expires_at timestamptz(3) not null
);
create index mailing_question_of_address on marketplace.mailing_question (address_digest);
create index mailing_question_expires on marketplace.mailing_question (expires_at);

-- How many are in each state of each list, kept by whatever changes that.
create table marketplace.mailing_count (
  list text not null,
  state text not null,
  people bigint not null,
  primary key (list, state)
);

-- In one order, so that two writers do not wait for each other; those whose state stays change nothing.
create function marketplace.count_subscriptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into marketplace.mailing_count as c (list, state, people)
    select list, state, count(*) from written group by list, state order by list, state
    on conflict (list, state) do update set people = c.people + excluded.people;
  elsif tg_op = 'UPDATE' then
    insert into marketplace.mailing_count as c (list, state, people)
    select list, state, sum(step) from (
      select list, state, 1 as step from written union all select list, state, -1 from gone) as steps
    group by list, state having sum(step) <> 0 order by list, state
    on conflict (list, state) do update set people = c.people + excluded.people;
  else
    insert into marketplace.mailing_count as c (list, state, people)
    select list, state, -count(*) from gone group by list, state order by list, state
    on conflict (list, state) do update set people = c.people + excluded.people;
  end if;
  return null;
end $$;
create trigger count_written after insert on marketplace.mailing_subscription referencing new table as written
  for each statement execute function marketplace.count_subscriptions();
create trigger count_changed after update on marketplace.mailing_subscription
  referencing old table as gone new table as written
  for each statement execute function marketplace.count_subscriptions();
create trigger count_deleted after delete on marketplace.mailing_subscription referencing old table as gone
  for each statement execute function marketplace.count_subscriptions();
