-- By what each SIGNING_SECRET is known again that something here may be sealed with; it tells nothing of the secret.
create table platform.signing_secret (
  fingerprint bytea primary key
);
