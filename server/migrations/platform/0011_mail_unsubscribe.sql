-- Where the reader of a mail says that they want no more of its kind; null of mails that are about them.
alter table platform.mail add column unsubscribe_url text;
