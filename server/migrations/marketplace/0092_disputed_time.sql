-- What was paid for with money that a bank took back: time, and days of boosts, which come back where the bank gives in.
alter table marketplace.subscription_charge
  drop constraint subscription_charge_status_check,
  add constraint subscription_charge_status_check
    check (status in ('open', 'paid', 'failed', 'returned', 'disputed', 'charged_back')),
  add withheld_ms bigint not null default 0,
  add check (withheld_ms between 0 and returned_ms);
alter table marketplace.boost add withheld_minor bigint not null default 0 check (withheld_minor >= 0);
