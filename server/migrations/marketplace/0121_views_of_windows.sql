-- From how many network addresses a listing was looked at within the windows of ranked lists, each address once a day
-- (docs/decisions/0091). A list is read from the beginning of an index.
create table marketplace.post_view_window (
  post_id uuid primary key,
  -- As it was when it was counted.
  cell_middle int not null,
  last_day int not null,
  last_week int not null,
  last_month int not null,
  ever int not null,
  -- Within seven days and since it was published, for what is trending.
  lately int not null
);
create index post_view_window_day on marketplace.post_view_window (last_day desc, post_id desc) where last_day > 0;
create index post_view_window_week on marketplace.post_view_window (last_week desc, post_id desc) where last_week > 0;
create index post_view_window_month on marketplace.post_view_window (last_month desc, post_id desc) where last_month > 0;
create index post_view_window_ever on marketplace.post_view_window (ever desc, post_id desc) where ever > 0;
create index post_view_window_day_near on marketplace.post_view_window (cell_middle, last_day desc, post_id desc) where last_day > 0;
create index post_view_window_week_near on marketplace.post_view_window (cell_middle, last_week desc, post_id desc) where last_week > 0;
create index post_view_window_month_near on marketplace.post_view_window (cell_middle, last_month desc, post_id desc) where last_month > 0;
create index post_view_window_ever_near on marketplace.post_view_window (cell_middle, ever desc, post_id desc) where ever > 0;

-- How far that is counted, in one row.
create table marketplace.rank_progress (
  is_only boolean primary key default true check (is_only),
  -- Views up to this moment are in the windows; null before anything was counted.
  counted_to timestamptz(3),
  -- Once a day all are counted anew: on which day, null until that was done for the first time, and behind which listing it
  -- goes on, null once it is done.
  pass_day date,
  passed uuid
);
insert into marketplace.rank_progress default values;
