-- Who practised on the last dates is asked by a sweep, and the rows lie in the order of their dates. A B-tree of these was taken for
-- somebody's own days too, which it has all over, where the key of the table has them together.
drop index wellness.practice_day_of_date;
create index practice_day_of_date on wellness.practice_day using brin (local_date) with (pages_per_range = 16);
