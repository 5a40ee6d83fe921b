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
