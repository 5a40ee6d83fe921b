-- The title of a conversation is the beginning of its first message, and is kept as long.
create function wellness.forget_title() returns trigger language plpgsql as $$
begin
  update wellness.conversation set sealed_title = null where id = old.conversation_id and sealed_title is not null;
  return null;
end $$;
create trigger forget_title after delete on wellness.chat_message for each row
when (old.seq = 1) execute function wellness.forget_title();

update wellness.conversation c set sealed_title = null
where sealed_title is not null
  and not exists (select from wellness.chat_message m where m.conversation_id = c.id and m.seq = 1);
