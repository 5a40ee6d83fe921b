-- Of what its sender denies only stays, for some days, that it came.
update platform.inbox set bytes = '' where outcome = 'QUARANTINED_INVALID';
create index inbox_denied on platform.inbox (applied_at) where bytes = '';
