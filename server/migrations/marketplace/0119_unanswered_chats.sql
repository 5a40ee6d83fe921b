-- While somebody's reach is limited, the chats that nobody answered are kept apart from the lists of whoever they are with,
-- and stand there again when it ends (docs/decisions/0086).
alter table marketplace.room_member drop constraint room_member_request_check,
  add constraint room_member_request_check check (request in ('none', 'filtered', 'dropped', 'held'));

-- Whether one of the two has bought of the other.
create function marketplace.have_dealt(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from marketplace.orders o
      where o.buyer_id in (one, other) and o.seller_id in (one, other) and o.paid_at is not null)
    or exists (select from marketplace.deal d where d.buyer_id in (one, other) and d.seller_id in (one, other))
$$;

-- Whether somebody has to do with another: a chat with them in their list, or a deal.
create function marketplace.have_to_do(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from marketplace.chat_room r join marketplace.room_member me on me.room_id = r.id and me.user_id = one
      where r.user_lo = least(one, other) and r.user_hi = greatest(one, other) and me.request = 'none')
    or marketplace.have_dealt(one, other)
$$;

create function marketplace.hold_chats_of(person uuid) returns void language sql as $$
  update marketplace.room_member me set request = 'held'
  from marketplace.room_member own
  where own.user_id = person and me.room_id = own.room_id and me.user_id = own.peer_id and me.request = 'none'
    and not exists (select from marketplace.message m where m.room_id = me.room_id and m.sender_id = me.user_id)
    and not exists (select from marketplace.follow f where f.follower_id = me.user_id and f.followee_id = person)
    and not marketplace.have_dealt(me.user_id, person)
$$;

create function marketplace.hold_chats() returns trigger language plpgsql as $$
begin
  if new.limited_until is not null then
    perform marketplace.hold_chats_of(new.id);
  else
    update marketplace.room_member me set request = 'none'
    from marketplace.room_member own
    where own.user_id = new.id and me.room_id = own.room_id and me.user_id = own.peer_id and me.request = 'held';
  end if;
  return null;
end $$;
create trigger hold_chats after update of limited_until on marketplace.users for each row
  when ((old.limited_until is null) <> (new.limited_until is null))
  execute function marketplace.hold_chats();

-- Whoever has paid somebody is no stranger to them: their chats are kept apart no longer.
create function marketplace.let_chats_in() returns trigger language plpgsql as $$
begin
  update marketplace.room_member me set request = 'none' from marketplace.chat_room r
  where r.user_lo = least(new.buyer_id, new.seller_id) and r.user_hi = greatest(new.buyer_id, new.seller_id)
    and me.room_id = r.id and me.request in ('filtered', 'held');
  return null;
end $$;
create trigger let_chats_in after insert on marketplace.orders for each row
  when (new.paid_at is not null) execute function marketplace.let_chats_in();
create trigger let_chats_in_late after update of paid_at on marketplace.orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function marketplace.let_chats_in();

select marketplace.hold_chats_of(id) from marketplace.users where limited_until is not null;
