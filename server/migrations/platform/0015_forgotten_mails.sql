-- Of a mail that nothing is to be left of once it is sent, or will never be.
alter table platform.mail add column is_forgotten boolean not null default false;
