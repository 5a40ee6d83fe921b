-- What a listing said when a moderator last saw it, or when it last stood for a week: further changes are
-- measured by it. There is a row while it was changed since.
create table marketplace.post_baseline (
  post_id uuid primary key references marketplace.post,
  -- What risk looks at (posts/risk.ts).
  told jsonb not null,
  -- When it was changed last.
  changed_at timestamptz(3) not null
);
