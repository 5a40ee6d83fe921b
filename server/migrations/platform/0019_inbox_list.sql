-- The list that administrators look through.
create index inbox_newest on platform.inbox (product, received_at desc, id desc);
create index inbox_newest_waiting on platform.inbox (product, received_at desc, id desc) where applied_at is null;
