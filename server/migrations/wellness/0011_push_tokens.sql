-- A push token may be longer than an index takes, so it is its digest that is unique.
create function wellness.digest_of(value text) returns bytea
language sql immutable strict parallel safe
return sha256(convert_to(value, 'UTF8'));

drop index wellness.device_push_token;
create unique index device_push_token on wellness.device (wellness.digest_of(push_token));
