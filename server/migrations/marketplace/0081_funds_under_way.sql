-- What is on its way into a wallet counts against what it holds, and against leaving.
create index payment_under_way_of_user on marketplace.payment (user_id)
  where status in ('processing', 'requires_action');
