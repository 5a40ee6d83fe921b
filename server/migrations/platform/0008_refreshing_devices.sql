-- Who used a refresh token, so that only the same device gets the answer to it again. Null for what was
-- used before: nobody gets that again.
alter table platform.refresh_token add column used_by bytea;
