-- What a provider on whose pages people pay has told of their payments, once for each movement and what became of it.
-- How a payment stands follows from all of its rows together, so that their order does not matter.
create table marketplace.hosted_notice (
  id uuid primary key,
  payment_id uuid not null references marketplace.payment,
  provider text not null,
  provider_notice_id text not null,
  -- The movement that this one takes back.
  provider_parent_id text,
  kind text not null check (kind in ('pending', 'completed', 'failed', 'refunded', 'reversed', 'returned')),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  created_at timestamptz(3) not null,
  unique (provider, provider_notice_id, kind)
);
create index hosted_notice_of_payment on marketplace.hosted_notice (payment_id, created_at);
-- Nobody can be asked how these stand: they wait for notices, and end by the clock.
create index payment_hosted_unsettled on marketplace.payment (created_at)
  where provider = 'paypal' and status = 'processing';
