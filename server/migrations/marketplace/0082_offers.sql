-- What a buyer would pay for a listing, or its seller would take of them: one row for each time that somebody names a
-- price. Whoever answers with another price closes the row before it.
create table marketplace.offer (
  id uuid primary key,
  version int not null default 0,
  post_id uuid not null references marketplace.post,
  -- The chat of the two about the listing; what they leave behind goes with it.
  room_id uuid not null references marketplace.chat_room on delete cascade,
  buyer_id uuid not null references marketplace.users,
  seller_id uuid not null references marketplace.users,
  made_by text not null check (made_by in ('buyer', 'seller')),
  -- The one that it answers.
  answers uuid references marketplace.offer on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  -- Of one piece.
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  status text not null check (status in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'lapsed', 'bought',
    'ended')),
  -- Why it was declined or ended, where nobody did that by hand.
  reason text check (reason in ('below_considered', 'given_to_another', 'sold', 'unavailable', 'blocked', 'left')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- It can be answered until then.
  expires_at timestamptz(3) not null,
  -- Once it is accepted: its pieces are kept for the buyer until then.
  held_until timestamptz(3),
  -- When something is to be done about it, at the latest at its end: before that, somebody is reminded.
  due_at timestamptz(3),
  check (buyer_id <> seller_id),
  check (status not in ('accepted', 'lapsed', 'bought') or held_until is not null),
  check ((due_at is not null) = (status in ('open', 'accepted')))
);
-- Two people have one price at a time on the table.
create unique index offer_standing on marketplace.offer (buyer_id, post_id) where status in ('open', 'accepted');
create index offer_of_buyer on marketplace.offer (buyer_id, created_at desc, id desc);
create index offer_of_seller on marketplace.offer (seller_id, created_at desc, id desc);
create index offer_of_post on marketplace.offer (post_id, created_at desc, id desc);
create index offer_of_room on marketplace.offer (room_id);
create index offer_answering on marketplace.offer (answers) where answers is not null;
create index offer_holding on marketplace.offer (post_id) include (quantity, held_until) where status = 'accepted';
create index offer_due on marketplace.offer (due_at) where due_at is not null;

-- What a seller does not go below, which nobody else learns. It holds for the currency that it was said in.
create table marketplace.offer_floor (
  post_id uuid primary key references marketplace.post on delete cascade,
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  updated_at timestamptz(3) not null
);

alter table marketplace.message add column offer_id uuid references marketplace.offer on delete set null;
create unique index message_of_offer on marketplace.message (offer_id) where offer_id is not null;

-- What was bought at a price that its two people had found.
alter table marketplace.orders add column offer_id uuid references marketplace.offer on delete set null;
create index order_of_offer on marketplace.orders (offer_id) where offer_id is not null;
