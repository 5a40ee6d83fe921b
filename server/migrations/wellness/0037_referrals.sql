-- Who invited whom. It begins with a sign-up, and never later.
create table wellness.referral (
  id uuid primary key,
  referrer_id uuid not null references wellness.users on delete cascade,
  -- Whoever came has come by one person.
  referee_id uuid not null unique references wellness.users on delete cascade,
  code text not null,
  state text not null default 'PENDING'
    check (state in ('PENDING', 'JOINED', 'QUALIFIED', 'REWARDED', 'REJECTED', 'REVERSED')),
  -- What makes it look as if nobody new had come; an administrator decides.
  signals text[] not null default '{}' check (signals <@ array['SAME_DEVICE', 'SAME_ADDRESS', 'RING', 'VELOCITY']),
  -- When an administrator found that the signals mean nothing.
  approved_at timestamptz(3),
  -- Its reward waits for such a decision.
  is_held boolean not null generated always as (
    cardinality(signals) > 0 and approved_at is null and state in ('PENDING', 'JOINED', 'QUALIFIED')) stored,
  -- Its reward was due when its referrer had as many as there are for one person.
  is_capped boolean not null default false,
  joined_at timestamptz(3),
  qualified_at timestamptz(3),
  reward_due_at timestamptz(3),
  rewarded_at timestamptz(3),
  rejected_at timestamptz(3),
  reversed_at timestamptz(3),
  decided_by uuid references wellness.admin,
  -- Why it was rejected or reversed; its referrer reads it.
  reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (state = 'PENDING' or state = 'REJECTED' or joined_at is not null),
  check (state not in ('QUALIFIED', 'REWARDED', 'REVERSED') or (qualified_at is not null and reward_due_at is not null)),
  check ((state in ('REWARDED', 'REVERSED')) = (rewarded_at is not null)),
  check ((state = 'REJECTED') = (rejected_at is not null)),
  check ((state = 'REVERSED') = (reversed_at is not null))
);
create index referral_of_referrer on wellness.referral (referrer_id, created_at desc, id desc);
create index referral_states on wellness.referral (referrer_id, state, reward_due_at);
create index referral_newest on wellness.referral (created_at desc, id desc);
create index referral_by_state on wellness.referral (state, created_at desc, id desc);
create index referral_held on wellness.referral (created_at desc, id desc) where is_held;
create index referral_due on wellness.referral (reward_due_at, id) where state = 'QUALIFIED' and not is_held and not is_capped;
create index referral_decided_by on wellness.referral (decided_by) where decided_by is not null;

-- Points of people, each with its cause. Their sum is the balance; what was wrong is taken back by another line.
create table wellness.reward_ledger (
  id uuid primary key,
  user_id uuid not null references wellness.users,
  referral_id uuid not null references wellness.referral,
  cause text not null check (cause in ('REWARDED', 'REVERSED')),
  points int not null check (case cause when 'REWARDED' then points > 0 else points < 0 end),
  created_at timestamptz(3) not null,
  unique (referral_id, cause)
);
create index reward_ledger_of_user on wellness.reward_ledger (user_id, created_at desc, id desc) include (points);
create trigger reward_ledger_only_grows before update or delete or truncate on wellness.reward_ledger
  for each statement execute function platform.refuse_change();

-- Those who came by a code before it led to anything.
insert into wellness.referral (id, referrer_id, referee_id, code, state, joined_at, created_at, updated_at)
select gen_random_uuid(), u.referred_by_id, u.id, r.referral_code, 'JOINED', u.verified_at, u.created_at, u.verified_at
from wellness.users u join wellness.users r on r.id = u.referred_by_id
where u.verified_at is not null;
