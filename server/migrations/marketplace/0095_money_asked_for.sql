-- What of somebody's sales a bank has still to decide about: asked for by each payout.
create index order_frozen on marketplace.orders (seller_id) where frozen_at is not null;

-- A history in one currency, of somebody who has few lines in it among many others.
create index wallet_transaction_of_currency on marketplace.wallet_transaction (user_id, currency, created_at desc, id desc);
-- There are many currencies, and a sample of the rows finds one or two: whoever plans by that walks the whole history of
-- somebody to find the few lines in another.
alter table marketplace.wallet_transaction alter column currency set (n_distinct = 150);
