-- Of a listing the newest hundred changes by its author are kept, and all by moderators.
delete from marketplace.post_revision r using (
  select r.post_id, r.version, row_number() over (partition by r.post_id order by r.version desc) as place
  from marketplace.post_revision r join marketplace.post p on p.id = r.post_id and p.author_id = r.editor_id
) own
where r.post_id = own.post_id and r.version = own.version and own.place > 100;
