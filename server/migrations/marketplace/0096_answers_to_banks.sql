-- With what its payer answers their bank, sealed; only while that is asked for.
alter table marketplace.payment add column action_secret bytea,
  add constraint payment_action_secret check (action_secret is null or status = 'requires_action');
