-- A push token may be longer than an index takes, so it is its digest that is unique.
create function marketplace.digest_of(value text) returns bytea
language sql immutable strict parallel safe
return sha256(convert_to(value, 'UTF8'));

alter table marketplace.device_token drop constraint device_token_pkey;
create unique index device_token_digest on marketplace.device_token (marketplace.digest_of(token));

-- A broadcast takes what people did about it along when it goes.
create index broadcast_state_of_broadcast on marketplace.broadcast_state (broadcast_id);

-- The uploads among the pictures that this purchase keeps from the sweeper.
alter table marketplace.purchase_listing add column upload_ids uuid[] not null default '{}';
