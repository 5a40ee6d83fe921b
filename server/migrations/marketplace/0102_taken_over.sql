-- Since when an account is its owner's, of those that somebody else had opened for their address. What is older is
-- nobody's to read there.
alter table marketplace.users add column reclaimed_at timestamptz;
