-- Whether a chat that a stranger began waits to be accepted, or was dropped: its reader's list has it only once it is
-- neither (docs/decisions/0042).
alter table marketplace.room_member add column request text not null default 'none'
  check (request in ('none', 'filtered', 'dropped'));
drop index marketplace.room_member_list;
create index room_member_list on marketplace.room_member (user_id, request, last_activity_at desc, room_id desc);

-- When its sender reminded the other person of it, once.
alter table marketplace.message add column signalled_at timestamptz(3);
