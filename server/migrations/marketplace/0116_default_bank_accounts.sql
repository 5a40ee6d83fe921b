-- Test money and real money, and each who pays out, have a default of their own.
drop index marketplace.bank_account_default;
create unique index bank_account_default on marketplace.bank_account (payee_id) where is_default;
