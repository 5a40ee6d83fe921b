-- Words that begin as somebody types. How many open listings have one in their title is counted by the hourly sweep.
alter table marketplace.search_term add column listing_count int not null default 1;
-- One or two letters begin thousands of words; these have the commonest of them first.
create index search_term_by_letter on marketplace.search_term (left(term, 1) collate "C", listing_count desc, term collate "C");
create index search_term_by_letters on marketplace.search_term (left(term, 2) collate "C", listing_count desc, term collate "C");
create index search_term_prefix on marketplace.search_term (term collate "C");

-- What somebody searched for themselves, by its beginning, and the newest of it.
create index search_history_prefix on marketplace.search_history (user_id, lower(words) collate "C");
create index search_history_newest on marketplace.search_history (user_id, searched_at desc);
