-- When both were told that a review can be read, so that nobody is told again when its author comes back. Those that
-- are out count as told by now; none of what is counted is written anew for it.
alter table marketplace.review add column told_at timestamptz(3) default now();
alter table marketplace.review alter column told_at drop default;
update marketplace.review set told_at = null where visible_at > now() or standing = 'waiting';
