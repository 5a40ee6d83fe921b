-- What the sandbox's bank took back: no more than had not been given back by then. While it stands, nothing is given back.
alter table platform.sandbox_payment add is_disputed boolean not null default false;
alter table platform.sandbox_dispute
  add amount_minor bigint check (amount_minor > 0),
  add decided_at timestamptz(3);
update platform.sandbox_dispute d set amount_minor = p.amount_minor, decided_at = case when d.status <> 'open' then d.created_at end
from platform.sandbox_payment p where p.id = d.payment_id;
update platform.sandbox_payment p set is_disputed = true
from platform.sandbox_dispute d where d.payment_id = p.id and d.status <> 'won';
alter table platform.sandbox_dispute alter amount_minor set not null;

-- Its report goes by the time.
create index sandbox_payment_at on platform.sandbox_payment (created_at) where status = 'succeeded';
create index sandbox_refund_at on platform.sandbox_refund (created_at);
create index sandbox_dispute_at on platform.sandbox_dispute (created_at);
create index sandbox_dispute_decided on platform.sandbox_dispute (decided_at) where status = 'won';
create index sandbox_payout_at on platform.sandbox_payout (created_at) where not fails;
