-- Administrators read what went out, of everybody, the newest first, and by how it stands.
create index payout_newest on marketplace.payout (created_at desc, id desc);
create index payout_by_status on marketplace.payout (status, created_at desc, id desc);
create index refund_newest on marketplace.refund (created_at desc, id desc);
create index refund_by_status on marketplace.refund (status, created_at desc, id desc);
