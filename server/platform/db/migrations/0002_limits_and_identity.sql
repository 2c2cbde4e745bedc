-- Counters of the limits. Unlogged: losing them in a crash costs nothing, and they are written with every write.
create schema limits;
create unlogged table limits.counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- The embedded identity's own tables, kept apart from the product's. The hosted identity leaves them empty.
create schema identity;
create table identity."user" (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table identity.session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id text not null references identity."user" on delete cascade
);
create index session_user_id on identity.session (user_id);
create table identity.account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references identity."user" on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index account_user_id on identity.account (user_id);
create table identity.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verification_identifier on identity.verification (identifier);
