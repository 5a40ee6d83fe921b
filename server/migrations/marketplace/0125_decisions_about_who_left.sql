-- Decisions about people who have left say no name, no title and no words of theirs any more, nor do the notices of
-- those who reported them.
with emptied as (
  update marketplace.moderation_decision d
  set about = '', appeal_text = case when d.appeal_text is not null then '' end
  from marketplace.users u
  where u.id = d.subject_id and u.status in ('deleted', 'anonymous') and u.name = '' and (d.about <> '' or d.appeal_text <> '')
  returning d.id, d.case_id
)
update marketplace.notification n set retracted_at = now(), message = ''
from emptied e join marketplace.report r on r.case_id = e.case_id
where n.source_event = 'report:' || r.id || ':' || e.id and n.retracted_at is null;
