-- A goal that was put away before its end kept that end as its last date, and was due, and missed, until then. On which day it
-- was put away is kept nowhere: it was that of its last change, or one before. What was folded of it goes beyond that.
update wellness.goal g
set ended_on = (g.updated_at at time zone u.timezone)::date, kept = null, kept_through = null
from wellness.users u
where u.id = g.user_id and g.status = 'ARCHIVED' and g.ended_on = g.end_date
  and g.end_date > (g.updated_at at time zone u.timezone)::date;
