-- A boost is also paid by card: until the card has paid, it is awaited, and runs for nobody.
alter table marketplace.boost
  add payment_id uuid references marketplace.payment,
  drop constraint boost_status_check,
  add constraint boost_status_check check (
    status in ('pending_payment', 'unpaid', 'scheduled', 'active', 'suspended', 'completed', 'ended_early', 'refunded')),
  drop constraint boost_check3,
  add constraint boost_over check ((status in ('unpaid', 'completed', 'ended_early', 'refunded')) = (over_at is not null));
create index boost_of_payment on marketplace.boost (payment_id) where payment_id is not null;
create index boost_awaited on marketplace.boost (post_id) where status = 'pending_payment';
