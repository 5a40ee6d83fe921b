-- A goal that was put away before its end kept that end as its last date, and was due, and missed, until then. On which day it
-- was put away is kept nowhere: it was that of its last change, or one before. What was folded of it goes beyond that.
update wellness.goal g
set ended_on = (g.updated_at at time zone u.timezone)::date, kept = null, kept_through = null
from wellness.users u
where u.id = g.user_id and g.status = 'ARCHIVED' and g.ended_on = g.end_date
  and g.end_date > (g.updated_at at time zone u.timezone)::date;

-- The reminders of a goal that had arrived at its value rang on.
with over as (
  update wellness.reminded_goal r set status = 'CANCELLED'
  from wellness.goal g where g.id = r.goal_id and g.status = 'COMPLETED' and r.status <> 'CANCELLED'
  returning r.goal_id
)
update wellness.reminder r set next_at = null, next_date = null, snoozed_until = null, snoozed_for = null
from over where over.goal_id = r.goal_id;

-- A goal that was moved to begin later was judged from where it had begun at first.
with moved as (
  delete from wellness.goal_revision r using wellness.goal g
  where g.id = r.goal_id and r.effective_from < g.start_date
    and exists (select from wellness.goal_revision first where first.goal_id = g.id and first.effective_from = g.start_date)
  returning r.goal_id
)
update wellness.goal g set kept = null, kept_through = null from moved where moved.goal_id = g.id;
