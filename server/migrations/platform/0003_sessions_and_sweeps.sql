-- Every sign-in asks whether the device is known, of sessions that have ended, too.
create index session_by_subject on platform.session (realm, subject_id);

-- What the sweeper looks for.
create index session_by_expiry on platform.session (expires_at);
create index refresh_token_used on platform.refresh_token (used_at) where used_at is not null;
create index one_time_code_by_expiry on platform.one_time_code (expires_at);
create index reset_token_by_expiry on platform.reset_token (expires_at);
create index attempt_by_end on platform.attempt (window_ends_at);
create index mail_delivered on platform.mail (created_at) where status <> 'queued';

-- Who lost the answer gives the same code again.
create index one_time_code_used on platform.one_time_code (realm, subject_id, purpose, used_at desc)
  where used_at is not null;
