-- Money in double entry. Lines of an entry sum to zero; nothing is ever changed or taken out: what was wrong is
-- corrected by one entry that reverses it. What a person owns is positive and never below zero.
create table marketplace.ledger_account (
  id bigint generated always as identity primary key,
  -- Null for the accounts of the house.
  person_id uuid references marketplace.users,
  kind text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Test money and real money never meet.
  mode text not null check (mode in ('test', 'live')),
  -- The house has several rows for each of its accounts, which add up, so that what goes through it does not queue.
  shard smallint not null default 0,
  -- The sum of its lines, kept by the entries' own transactions.
  balance_minor bigint not null check (balance_minor between -9007199254740991 and 9007199254740991),
  constraint ledger_account_kind check (case when person_id is null
    then kind in ('revenue', 'fees', 'provider', 'promotion', 'receivables') and shard between 0 and 15
    else kind in ('available', 'pending', 'escrow', 'reserved', 'in_payout') and shard = 0 end),
  constraint ledger_account_overdraft check (person_id is null or balance_minor >= 0)
);
create unique index ledger_account_of_person on marketplace.ledger_account (person_id, currency, kind, mode)
  where person_id is not null;
create unique index ledger_account_of_house on marketplace.ledger_account (mode, currency, kind, shard)
  where person_id is null;

create table marketplace.ledger_entry (
  id uuid primary key,
  -- What it is for, such as `order:<id>:paid`: for ever, so that nothing is booked twice.
  key text not null,
  kind text not null,
  currency text not null,
  mode text not null,
  about_model text,
  about_id uuid,
  reverses uuid references marketplace.ledger_entry,
  created_at timestamptz(3) not null,
  -- In which transaction: a proof of what is new knows by it what it has not seen.
  xact xid8 not null default pg_current_xact_id(),
  constraint ledger_entry_key unique (key),
  constraint ledger_entry_reverses unique (reverses)
);
create index ledger_entry_by_xact on marketplace.ledger_entry (xact);

create table marketplace.ledger_line (
  entry_id uuid not null references marketplace.ledger_entry,
  account_id bigint not null references marketplace.ledger_account,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Of a person's account, after this line; null for the house.
  balance_minor bigint,
  primary key (entry_id, account_id)
);
create index ledger_line_of_account on marketplace.ledger_line (account_id) include (amount_minor);

create function marketplace.refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to: % of % is refused', tg_op, tg_table_name using errcode = 'PLZ01';
end $$;
create trigger ledger_line_stays before update or delete on marketplace.ledger_line
  for each row execute function marketplace.refuse_change_of_ledger();
create trigger ledger_entry_stays before update or delete on marketplace.ledger_entry
  for each row execute function marketplace.refuse_change_of_ledger();
create trigger ledger_account_stays before delete or update of id, person_id, kind, currency, mode, shard
  on marketplace.ledger_account for each row execute function marketplace.refuse_change_of_ledger();
create trigger ledger_line_whole before truncate on marketplace.ledger_line
  for each statement execute function marketplace.refuse_change_of_ledger();
create trigger ledger_entry_whole before truncate on marketplace.ledger_entry
  for each statement execute function marketplace.refuse_change_of_ledger();

-- The lines of an entry, however often one was added: of its currency and mode, made with it, and summing to zero.
create function marketplace.check_ledger_lines() returns trigger language plpgsql as $$
declare
  entry marketplace.ledger_entry;
  total numeric;
  strangers bigint;
begin
  select * into entry from marketplace.ledger_entry where id = new.entry_id;
  select sum(l.amount_minor), count(*) filter (where a.currency <> entry.currency or a.mode <> entry.mode)
  into total, strangers
  from marketplace.ledger_line l join marketplace.ledger_account a on a.id = l.account_id where l.entry_id = new.entry_id;
  if total <> 0 or strangers > 0 or entry.xact <> pg_current_xact_id() then
    raise exception 'entry % does not balance', new.entry_id using errcode = 'PLZ02';
  end if;
  return null;
end $$;
create constraint trigger ledger_line_balances after insert on marketplace.ledger_line
  deferrable initially deferred for each row execute function marketplace.check_ledger_lines();

-- An entry moves something, and one that reverses another undoes exactly that.
create function marketplace.check_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from marketplace.ledger_line where entry_id = new.id) then
    raise exception 'entry % moves nothing', new.id using errcode = 'PLZ02';
  end if;
  if new.reverses is not null and exists (
    select from marketplace.ledger_line l join marketplace.ledger_account a on a.id = l.account_id
    where l.entry_id in (new.id, new.reverses)
    group by a.person_id, a.kind, a.currency, a.mode having sum(l.amount_minor) <> 0
  ) then
    raise exception 'entry % does not undo what it reverses', new.id using errcode = 'PLZ02';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_complete after insert on marketplace.ledger_entry
  deferrable initially deferred for each row execute function marketplace.check_ledger_entry();

-- Books an entry: the only writer of balances. Accounts are taken in one order, people's before those of the house,
-- so that no two bookings wait for each other. What is short is told and nothing more is written; who asked undoes it.
create function marketplace.book(
  entry_id uuid, entry_key text, entry_kind text, entry_currency text, entry_mode text,
  model text, model_id uuid, reversed uuid, at timestamptz,
  people uuid[], kinds text[], amounts bigint[],
  out id uuid, out is_new boolean, out available_minor bigint
) language plpgsql as $$
declare
  part record;
  account bigint;
  balance bigint;
begin
  insert into marketplace.ledger_entry as e (id, key, kind, currency, mode, about_model, about_id, reverses, created_at)
  values (entry_id, entry_key, entry_kind, entry_currency, entry_mode, model, model_id, reversed, at)
  on conflict (key) do nothing;
  is_new := found;
  if not is_new then
    select e.id into id from marketplace.ledger_entry e where e.key = entry_key;
    return;
  end if;
  id := entry_id;
  for part in
    select p.person, p.kind, sum(p.amount)::bigint as amount from unnest(people, kinds, amounts) as p (person, kind, amount)
    group by 1, 2 having sum(p.amount) <> 0 order by 1 nulls last, 2
  loop
    if part.person is null then
      -- A connection keeps to one row, so that two that book at once seldom meet.
      insert into marketplace.ledger_account as a (kind, currency, mode, shard, balance_minor)
      values (part.kind, entry_currency, entry_mode, pg_backend_pid() % 16, part.amount)
      on conflict (mode, currency, kind, shard) where person_id is null
        do update set balance_minor = a.balance_minor + part.amount
      returning a.id, null into account, balance;
    elsif part.amount > 0 then
      insert into marketplace.ledger_account as a (person_id, kind, currency, mode, balance_minor)
      values (part.person, part.kind, entry_currency, entry_mode, part.amount)
      on conflict (person_id, currency, kind, mode) where person_id is not null
        do update set balance_minor = a.balance_minor + part.amount
      returning a.id, a.balance_minor into account, balance;
    else
      update marketplace.ledger_account a set balance_minor = a.balance_minor + part.amount
      where a.person_id = part.person and a.currency = entry_currency and a.kind = part.kind and a.mode = entry_mode
        and a.balance_minor + part.amount >= 0
      returning a.id, a.balance_minor into account, balance;
      if not found then
        select coalesce(max(a.balance_minor), 0) into available_minor from marketplace.ledger_account a
        where a.person_id = part.person and a.currency = entry_currency and a.kind = part.kind and a.mode = entry_mode;
        return;
      end if;
    end if;
    insert into marketplace.ledger_line (entry_id, account_id, amount_minor, balance_minor)
    values (book.entry_id, account, part.amount, balance);
  end loop;
end $$;

-- What people see of it.
create table marketplace.wallet_transaction (
  id uuid primary key,
  user_id uuid not null references marketplace.users,
  type text not null,
  status text not null,
  -- As its owner sees it: what they get is positive.
  amount_minor bigint not null,
  -- Of that, what the marketplace kept.
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  mode text not null check (mode in ('test', 'live')),
  counterpart_id uuid references marketplace.users,
  about_model text not null,
  about_id uuid not null,
  -- What they had available once it last moved that; null until it did.
  balance_after_minor bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index wallet_transaction_of_user on marketplace.wallet_transaction (user_id, created_at desc, id desc);
create index wallet_transaction_of_type on marketplace.wallet_transaction (user_id, type, created_at desc, id desc);
create index wallet_transaction_of_status on marketplace.wallet_transaction (user_id, status, created_at desc, id desc);
create index wallet_transaction_with on marketplace.wallet_transaction (counterpart_id) where counterpart_id is not null;
create index wallet_transaction_about on marketplace.wallet_transaction (about_id, user_id);

-- Which states it went through, and what was booked with each.
create table marketplace.wallet_transaction_event (
  transaction_id uuid not null references marketplace.wallet_transaction,
  ordinal int not null,
  status text not null,
  entry_id uuid references marketplace.ledger_entry,
  at timestamptz(3) not null,
  primary key (transaction_id, ordinal)
);

-- What a look at the ledger found.
create table marketplace.ledger_proof (
  id uuid primary key,
  scope text not null check (scope in ('all', 'new')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  -- Everything written by older transactions was seen.
  through xid8 not null,
  entries bigint not null,
  accounts bigint not null,
  -- What does not add up, a few of each kind; empty when it holds.
  differences jsonb not null
);
create index ledger_proof_newest on marketplace.ledger_proof (finished_at desc, id desc);

-- While there is a row no money moves.
create table marketplace.money_stop (
  id uuid primary key,
  proof_id uuid not null references marketplace.ledger_proof,
  since timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The administrator who let money move again; null where a proof that holds did.
  ended_by uuid references marketplace.users
);
create unique index money_stop_standing on marketplace.money_stop ((true)) where ended_at is null;
