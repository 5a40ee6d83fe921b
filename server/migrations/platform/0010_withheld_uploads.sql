-- Since when a picture is shown to nobody any more, because a moderator decided so.
alter table platform.upload add column withheld_at timestamptz(3);
