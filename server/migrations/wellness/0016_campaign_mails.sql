-- The mail of a delivery by EMAIL, which is SENDING until a mail server has taken or refused it. Mails
-- are forgotten after some days, so there may be none of this id any more.
alter table wellness.delivery
  add column mail_id uuid,
  -- Why it failed.
  add column reason text;
create index delivery_of_mail on wellness.delivery (mail_id) where mail_id is not null;

-- What reached nobody was not sent.
update wellness.campaign set status = 'FAILED' where status = 'SENT' and total_count = 0;
