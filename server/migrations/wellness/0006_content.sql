-- Texts such as the terms of use. Versions never change; the current one is the newest in effect.
create table wellness.static_content (
  id uuid primary key,
  -- TERMS, PRIVACY_POLICY and so on, or CUSTOM:<slug>.
  type text not null,
  language text not null,
  version int not null,
  title text,
  content text not null,
  content_hash bytea not null,
  -- Nobody goes on with an older version without agreeing to this one.
  requires_consent boolean not null default false,
  change_note text,
  effective_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (type, language, version)
);
create index static_content_current on wellness.static_content (type, language, effective_at desc, version desc);

create table wellness.consent (
  user_id uuid not null references wellness.users on delete cascade,
  content_id uuid not null references wellness.static_content,
  accepted_at timestamptz(3) not null,
  primary key (user_id, content_id)
);
create index consent_of_content on wellness.consent (content_id);
