-- What was called impressions of a boost are those in places of its own. How often its listing was shown at all is told
-- beside that, as of the week before; of those that were over before this was counted, nobody knows.
update marketplace.boost
set report = (report - 'impressions') || jsonb_build_object('promoted_impressions', report->'impressions', 'impressions', null,
  'before', (report->'before') || '{"impressions": null}')
where report is not null;
