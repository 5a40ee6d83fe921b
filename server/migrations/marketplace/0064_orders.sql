-- What somebody buys here. Its units are taken out of the listing when it begins, and given back if it is not paid.
-- A row is a contract of two people: it stays when one of them leaves, without what they wrote.
create table marketplace.orders (
  id uuid primary key,
  version int not null default 0,
  post_id uuid not null references marketplace.post,
  buyer_id uuid not null references marketplace.users,
  seller_id uuid not null references marketplace.users,
  status text not null check (status in ('pending_payment', 'expired', 'paid', 'shipped', 'received', 'completed', 'disputed',
    'released', 'refunded', 'canceled')),
  -- As the listing said it then.
  title text not null,
  quantity int not null check (quantity > 0),
  price_minor bigint not null check (price_minor >= 0),
  total_minor bigint not null generated always as (price_minor * quantity) stored,
  currency text not null,
  mode text not null check (mode in ('test', 'live')),
  -- Of what the seller keeps, so many parts of ten thousand are the platform's.
  fee_basis_points int not null check (fee_basis_points between 0 and 10000),
  -- What of the total comes from the buyer's wallet; the rest is charged to a card.
  wallet_minor bigint not null check (wallet_minor >= 0),
  payment_id uuid unique,
  -- All that went back to the buyer, and what of it went to the card.
  refunded_minor bigint not null default 0,
  card_refunded_minor bigint not null default 0 check (card_refunded_minor >= 0),
  delivery text not null check (delivery in ('pickup', 'ship')),
  address jsonb,
  carrier text,
  tracking_code text,
  wrong_codes int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  paid_at timestamptz(3),
  shipped_at timestamptz(3),
  received_at timestamptz(3),
  -- Since when nothing happens to it any more by itself.
  ended_at timestamptz(3),
  -- When its status ends by itself; null once nothing does.
  ends_at timestamptz(3),
  -- When something is to be done about it, at the latest at its end: before that, somebody is reminded.
  due_at timestamptz(3),
  check (buyer_id <> seller_id),
  check (wallet_minor <= price_minor * quantity),
  check (refunded_minor between card_refunded_minor and price_minor * quantity),
  check (card_refunded_minor <= price_minor * quantity - wallet_minor),
  check ((ended_at is null) = (status in ('pending_payment', 'paid', 'shipped', 'received', 'disputed'))),
  check ((ends_at is null) = (ended_at is not null) and (due_at is null) = (ended_at is not null)),
  check (due_at <= ends_at)
);
-- Whoever presses twice with two keys buys once.
create unique index order_open_of_buyer on marketplace.orders (buyer_id, post_id) where status = 'pending_payment';
create index order_of_buyer on marketplace.orders (buyer_id, created_at desc, id desc);
create index order_of_seller on marketplace.orders (seller_id, created_at desc, id desc);
create index order_newest on marketplace.orders (created_at desc, id desc);
create index order_of_status on marketplace.orders (status, created_at desc, id desc);
create index order_of_post on marketplace.orders (post_id);
create index order_due on marketplace.orders (due_at) where due_at is not null;

-- What happened to an order, for both to read.
create table marketplace.order_event (
  id uuid primary key,
  order_id uuid not null references marketplace.orders on delete cascade,
  kind text not null,
  -- Null: its time had come, or the payment moved.
  actor text check (actor in ('buyer', 'seller', 'staff')),
  amount_minor bigint,
  created_at timestamptz(3) not null
);
create index order_event_of_order on marketplace.order_event (order_id, id);
