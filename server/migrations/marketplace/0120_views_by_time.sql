-- What was looked at since some moment is found by its time, which rows of a table that was swept do not stand in.
create index post_view_latest on marketplace.post_view (viewed_at);
drop index marketplace.post_view_of_day;
