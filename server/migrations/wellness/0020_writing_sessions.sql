-- Categories and exercises are never deleted but marked, and a session names those that its transaction has just read. To
-- look them up once more locked rows that everybody practises by, so that people who record at once wrote who else held them.
alter table wellness.session drop constraint session_category_id_fkey, drop constraint session_sub_category_id_fkey,
  drop constraint session_exercise_id_fkey;
-- Nothing asked by it but the reference.
drop index wellness.session_of_sub_category;
