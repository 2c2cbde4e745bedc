-- A code of an authenticator app is good for a minute and a half: whoever saw it typed must not use it again.
create table identity.spent_code (
  user_id text not null references identity."user" on delete cascade,
  code_hash text not null,
  spent_at timestamptz not null,
  primary key (user_id, code_hash)
);
