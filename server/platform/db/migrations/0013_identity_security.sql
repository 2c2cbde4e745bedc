-- What the embedded identity keeps for a second step at sign-in, for passkeys, and of a name in two parts.
alter table identity."user"
  add column first_name text,
  add column last_name text,
  add column two_factor_enabled boolean not null default false;

create table identity.two_factor (
  id text primary key,
  secret text not null,
  backup_codes text not null,
  user_id text not null unique references identity."user" on delete cascade,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table identity.passkey (
  id text primary key,
  name text,
  public_key text not null,
  user_id text not null references identity."user" on delete cascade,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz,
  aaguid text
);
create index passkey_user_id on identity.passkey (user_id);

-- From now on only hashes of session tokens are kept; who is signed in stays so.
update identity.session set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
-- What belongs to one account goes with it: trusted devices, links, challenges.
create index verification_value on identity.verification (value);
