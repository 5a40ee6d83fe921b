-- How far a bank's dispute has come, which is what is acted upon: asked about, withdrawn for now, given back, or lost.
alter table marketplace.payment_dispute
  add phase text check (phase in ('asked', 'withdrawn', 'returned', 'lost')),
  add evidence_due_at timestamptz(3),
  -- Once it is lost, what refunds that were under way bring of it, and what they have brought.
  add refunds_minor bigint not null default 0,
  add refunds_covered_minor bigint not null default 0,
  -- When the provider was asked last how it stands.
  add asked_at timestamptz(3),
  add check (refunds_minor between 0 and amount_minor and refunds_covered_minor between 0 and refunds_minor);
update marketplace.payment_dispute set asked_at = updated_at, phase = case
  when status = 'lost' then 'lost' when status = 'won' and not is_withdrawn then 'returned'
  when is_withdrawn then 'withdrawn' else 'asked' end;
alter table marketplace.payment_dispute alter phase set not null, alter asked_at set not null;
create index payment_dispute_newest on marketplace.payment_dispute (created_at desc, id desc);
create index payment_dispute_by_status on marketplace.payment_dispute (status, created_at desc, id desc);
create index payment_dispute_undecided on marketplace.payment_dispute (asked_at) where phase in ('asked', 'withdrawn');

-- An order whose payment a bank disputes stands still: its clock goes on from there.
alter table marketplace.orders
  add frozen_at timestamptz(3),
  drop constraint orders_status_check,
  add constraint orders_status_check check (status in ('pending_payment', 'expired', 'paid', 'shipped', 'received', 'completed',
    'disputed', 'released', 'refunded', 'canceled', 'charged_back')),
  add check (frozen_at is null or status not in ('pending_payment', 'expired', 'canceled', 'refunded', 'charged_back'));
drop index marketplace.order_due;
create index order_due on marketplace.orders (due_at) where due_at is not null and frozen_at is null;
