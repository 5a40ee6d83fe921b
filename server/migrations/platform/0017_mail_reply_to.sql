-- Whom an answer to a mail goes to, when that is not its sender; never an address in a mail to whoever wrote it.
alter table platform.mail add column reply_to text;
