-- A person's list of chats is one range of their rows: each keeps what the chat shows (docs/decisions/0019).

-- Which message of which chat somebody hid: what they see of a chat is found without looking at its messages.
alter table marketplace.message_hidden add column room_id uuid, add column seq bigint;
update marketplace.message_hidden h set room_id = m.room_id, seq = m.seq from marketplace.message m where m.id = h.message_id;
alter table marketplace.message_hidden
  alter column room_id set not null, alter column seq set not null,
  drop constraint message_hidden_pkey, add primary key (user_id, room_id, seq);

-- The newest message is kept, and so is what is unread: nothing looks for them.
drop index marketplace.message_live;
-- Most messages have no id of their sender's choice.
alter table marketplace.message drop constraint message_room_id_sender_id_client_message_id_key;
create unique index message_of_client on marketplace.message (room_id, sender_id, client_message_id)
  where client_message_id is not null;

-- The last message as a list shows it. Its holes are those of chat/card.ts: its sender's name, and whether it is seen.
create function marketplace.last_message_text(id uuid, body text, sender_id uuid, at timestamptz) returns text
language sql stable parallel safe as $$
  select '{"message_status":{"isSeen":' || chr(15) || '},"createdAt":"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","_id":"' || id || '","messageText":' || to_json(body) || ',"userId":"' || sender_id || '","name":' || chr(14) || '}'
$$;
-- The same of a chat that shows none.
create function marketplace.no_message_text(at timestamptz) returns text language sql stable parallel safe as $$
  select '{"message_status":{"isSeen":true},"createdAt":"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'
$$;

alter table marketplace.room_member
  -- The other one of the two, who never changes.
  add column peer_id uuid,
  -- A copy of the other one's seen_seq.
  add column peer_seen_seq bigint not null default 0,
  add column unread_count int not null default 0,
  -- Of the newest message that this member sees, neither deleted nor hidden; 0 and the text of none when there is none.
  add column last_seq bigint not null default 0,
  add column is_last_own boolean not null default false,
  add column last_message text,
  -- What else the chat shows, as chat/card.ts makes it; null while it is out of date.
  add column card text;

update marketplace.room_member m set
  peer_id = case when r.user_lo = m.user_id then r.user_hi else r.user_lo end,
  peer_seen_seq = peer.seen_seq,
  unread_count = (
    select count(*) from marketplace.message n
    where n.room_id = m.room_id and n.seq > m.last_read_seq and n.sender_id <> m.user_id and n.deleted_at is null
      and not exists (select from marketplace.message_hidden h where h.user_id = m.user_id and h.room_id = n.room_id and h.seq = n.seq)),
  last_message = marketplace.no_message_text(r.created_at)
from marketplace.chat_room r join marketplace.room_member peer on peer.room_id = r.id
where r.id = m.room_id and peer.user_id <> m.user_id;

update marketplace.room_member m set
  last_seq = last.seq, is_last_own = last.sender_id = m.user_id,
  last_message = marketplace.last_message_text(last.id, last.text, last.sender_id, last.created_at)
from (
  select distinct on (of.room_id, of.user_id) of.user_id, n.*
  from marketplace.room_member of join marketplace.message n on n.room_id = of.room_id
  where n.deleted_at is null
    and not exists (select from marketplace.message_hidden h where h.user_id = of.user_id and h.room_id = n.room_id and h.seq = n.seq)
  order by of.room_id, of.user_id, n.seq desc
) last
where last.room_id = m.room_id and last.user_id = m.user_id;

alter table marketplace.room_member alter column peer_id set not null, alter column last_message set not null;
-- Every message rewrites both tables: with space on its page a row moves without its indexes.
alter table marketplace.chat_room set (fillfactor = 85);
alter table marketplace.room_member set (fillfactor = 85);
create index room_member_outdated on marketplace.room_member (room_id) where card is null;

-- Whoever changes what the cards show makes them out of date in the same transaction.
create function marketplace.outdate_chats_of_post() returns trigger language plpgsql as $$
begin
  -- A chat that is being begun about it shows it as it was: wait until it is there.
  perform pg_advisory_xact_lock(hashtextextended('chats about ' || old.id::text, 0));
  update marketplace.room_member set card = null
  where room_id in (select r.id from marketplace.chat_room r where r.post_id = old.id);
  return null;
end $$;
create trigger outdate_chats after update of author_id, title, price_minor, currency, place, zip_code, photo_ids, video_url,
  video_thumbnail, status on marketplace.post for each row
when ((old.author_id, old.title, old.price_minor, old.currency, old.place, old.zip_code, old.photo_ids, old.video_url, old.video_thumbnail, old.status)
  is distinct from
  (new.author_id, new.title, new.price_minor, new.currency, new.place, new.zip_code, new.photo_ids, new.video_url, new.video_thumbnail, new.status))
execute function marketplace.outdate_chats_of_post();
create trigger outdate_chats_of_deleted after delete on marketplace.post for each row
execute function marketplace.outdate_chats_of_post();

create function marketplace.outdate_chats_of_pair() returns trigger language plpgsql as $$
declare
  pair record := coalesce(new, old);
begin
  update marketplace.room_member set card = null
  where room_id in (
    select r.id from marketplace.chat_room r
    where r.user_lo = least(pair.blocker_id, pair.blocked_id) and r.user_hi = greatest(pair.blocker_id, pair.blocked_id));
  return null;
end $$;
create trigger outdate_chats after insert or delete or update on marketplace.block for each row
execute function marketplace.outdate_chats_of_pair();
