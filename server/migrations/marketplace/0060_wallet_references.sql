-- So that what refers to an entry, a proof or an administrator is found from there.
create index wallet_transaction_event_of_entry on marketplace.wallet_transaction_event (entry_id) where entry_id is not null;
create index money_stop_of_proof on marketplace.money_stop (proof_id);
create index money_stop_ended_by on marketplace.money_stop (ended_by) where ended_by is not null;
