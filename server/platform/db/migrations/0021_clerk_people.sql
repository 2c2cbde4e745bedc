-- What Clerk last told about each of its people: its messages come twice, late and in any order.
create table clerk_people (
  subject text primary key,
  -- Clerk's own time of that record; null: nothing was believed yet.
  told_at timestamptz,
  -- The name and picture that it told. Only another one than before is written over ours.
  told jsonb not null default '{}',
  -- Deleted there: a late message or the last minute of a session brings nobody back.
  gone_at timestamptz,
  -- Whose profile is erased as soon as nothing of it may still be billed (R45).
  erase_user_id uuid references users
);
create index clerk_people_erase on clerk_people (erase_user_id) where erase_user_id is not null;
