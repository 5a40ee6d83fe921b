-- A request id outlives the session it made: a phone that sends it once more does not bring back what was deleted.
alter table wellness.session_request alter column session_id drop not null, drop constraint session_request_session_id_fkey,
  add foreign key (session_id) references wellness.session on delete set null;
