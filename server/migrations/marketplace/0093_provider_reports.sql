-- What a provider reports of its own account, beside what the ledger says of it.
create table marketplace.provider_report (
  id uuid primary key,
  -- The proof that it stands beside.
  proof_id uuid not null references marketplace.ledger_proof,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  state text not null check (state in ('matches', 'differs', 'unknown', 'not_reported')),
  from_at timestamptz(3) not null,
  until_at timestamptz(3) not null,
  -- By currency and kind, what each of the two says.
  sums jsonb not null,
  -- A few of those that only one of the two has, or that they have otherwise.
  differences jsonb not null,
  made_at timestamptz(3) not null,
  unique (proof_id, provider, mode)
);
create index provider_report_newest on marketplace.provider_report (made_at desc, id desc);

-- Entries are written in the order of time: what was booked within some days is found by very little.
create index ledger_entry_by_time on marketplace.ledger_entry using brin (created_at) with (pages_per_range = 16);
