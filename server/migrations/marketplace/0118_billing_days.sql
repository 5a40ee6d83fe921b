-- The day of the month on which a subscription is renewed, which months that are too short for it do not change.
-- Where nothing is known of it, the day of the next renewal becomes it.
alter table marketplace.subscription add column billing_day smallint check (billing_day between 1 and 31);
