create index reset_token_of_person on platform.reset_token (realm, subject_id) where used_at is null;
