-- The data model of Pledgeraiser, module by module. A table comes after the tables it refers to, so a few come before
-- the rest of their module: a pledge names a card, and a handed-out reward names a pledge.
--
--   Shared types and functions
--   Accounts      users, sign-in, organizations and their members
--   Platform      settings, audit log, repeated requests, rate limits
--   Season        campaigns, totals and search, statistics, events, results, reviews, comments, ambassadors
--   Cards         saved cards and bank accounts, and attempts to save one
--   Pledges       pledges and their lines, links, pledges without an account, rewards, digests, alerts
--   Settlements   what a campaign bills, and on which results
--   Collecting    invoices, charges, disputes, checks and cash
--   Giving back   refunds, manual refunds, set-offs, waivers and write-offs
--   Books         the journal, payouts, and the self check
--   Messaging     mails, who does not want which, and push messages
--   Providers     what each card provider keeps for itself
--
-- Conventions:
-- - Ids are UUIDv7 made by the program, so ordering by id is ordering by time.
-- - Instants (`_at`) come from the program's clock, never from a default. Dates (`_on`) are days on a calendar: the
--   campaign's time zone unless the column says otherwise.
-- - `_cents` are US cents (R1). Quantities of results have hundredths and thirds (R2).
-- - `money_mode` is never mixed: sandbox money is test money (R39).
-- - `version` counts the changes of a row: whoever saves says which version they read.
-- - A child of a campaign refers to (campaign_id, id) of its parent, so that it cannot belong to another campaign.
-- - Constraints named _bounded are the bounds of amounts (R15), for whatever gets past the validation of requests;
--   domain/money.ts says why no sum can then leave the safe integers.
-- - Primary keys and constraints on one column have PostgreSQL's names (users_state_check); all others are named here.
--   The program turns some of these names into words (server/platform/http/errors.ts).

-- Shared types and functions ------------------------------------------------------------------------------------------

create extension if not exists pg_trgm;

create domain cents as bigint
  check (value between -9007199254740991 and 9007199254740991);
comment on domain cents is 'An amount in US cents, within what JavaScript counts exactly (R1).';

create domain quantity as numeric(13, 6)
  check (value between -1000000 and 1000000);
comment on domain quantity is 'How much of a statistic: hundredths and thirds, to the millionth (R2).';

create function nearest_quantity(sum numeric) returns numeric
  language sql immutable parallel safe
  return round(round(sum * 300) / 300, 6);
comment on function nearest_quantity is
  'The sum of quantities without what thirds lose to the millionth: three times 0.333333 is 1 (R2).';

create function line_amount(rate bigint, counted numeric) returns bigint
  language sql immutable parallel safe
  return greatest(0, div(rate * round(counted * 300) + 150, 300))::bigint;
comment on function line_amount is
  'Rate × quantity in three-hundredths (R2), rounded half up to the cent, once per line (R3). Nobody is owed for a '
  'quantity below 0.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
comment on function refuse_change is 'For tables whose rows are added and never changed or deleted.';

create function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '% keep their place: what was settled rests on it', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_kept';
end $$;
comment on function refuse_move is
  'Refuses to delete a row or change its key where settled rows refer to it without a foreign key; see '
  'demand_settled_parents.';

create function mailbox_of(email text) returns text
language sql immutable parallel safe strict
return (
  with parts as (
    select lower(trim(email)) as address
  ),
  split as (
    select address,
      regexp_replace(address, '^(.+)@[^@]*$', '\1') as local,
      regexp_replace(address, '^.+@([^@]*)$', '\1') as domain
    from parts
  ),
  named as (
    select address, domain, local <> address as is_address,
      regexp_replace(local, '^([^+]+)\+.*$', '\1') as name
    from split
  )
  select case
    when not is_address then address
    when domain in ('gmail.com', 'googlemail.com')
      then coalesce(nullif(replace(name, '.', ''), ''), name) || '@gmail.com'
    else name || '@' || domain
  end
  from named
);
comment on function mailbox_of is
  'One mailbox is one person, however its address is spelled: limits and counts of people go by it, and mail goes to the '
  'address as it was typed (R57, R59). The same as mailboxOf in domain/people/email.ts.';

-- The words of a text as they are compared: without accents, case, punctuation and control characters, in any script.
create function search_words(typed text) returns text[]
  language sql immutable parallel safe
  return array_remove(string_to_array(
    regexp_replace(
      regexp_replace(
        replace(replace(replace(
          lower(translate(
            normalize(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u05b0-\u05c7]', '', 'g'), NFC),
            'ØøŁłĐđĦħŦŧıς', 'OoLlDdHhTtiσ')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
      '([^ ]{60})[^ ]+', '\1', 'g'),
    ' '), '');
comment on function search_words is 'The words of a text as search compares them (R51).';

create function search_near(word text) returns text[]
  language sql immutable parallel safe
  return array(
    select word
    union
    select left(word, cut - 1) || substr(word, cut + 1) from generate_series(1, length(word)) cut);
comment on function search_near is
  'A word, and what is left of it without each of its letters: two words one typo apart have one of these in '
  'common.';

create function search_lexemes(typed text) returns tsvector
  language plpgsql immutable parallel safe set search_path = public as $$
declare
  words text[] := search_words(typed);
  lexemes text[] := words;
  word text;
begin
  for place in 1..coalesce(cardinality(words), 0) loop
    word := words[place];
    if place > 1 then lexemes := lexemes || (words[place - 1] || word); end if;
    if place > 2 then lexemes := lexemes || (words[place - 2] || words[place - 1] || word); end if;
    if length(word) >= 3 and word ~ '[^0-9]' then
      lexemes := lexemes || ('~' || word);
      for cut in 1..length(word) loop
        lexemes := lexemes || ('~' || left(word, cut - 1) || substr(word, cut + 1));
      end loop;
    end if;
  end loop;
  return array_to_tsvector(coalesce(lexemes, '{}'));
end $$;
comment on function search_lexemes is
  'What a name is found by: its words, up to three neighbors written as one (O''Brien as obrien), and after a ~ what '
  'is near each word, so that a typo is forgiven.';

create function person_lexemes(first_name text, last_name text, phone text) returns tsvector
  language plpgsql immutable parallel safe set search_path = public as $$
declare
  digits text := regexp_replace(phone, '[^0-9]', '', 'g');
  found tsvector := search_lexemes(concat_ws(' ', first_name, last_name));
begin
  if coalesce(length(digits), 0) < 7 then return found; end if;
  return found || array_to_tsvector(array['#' || reverse(right(digits, 10))]);
end $$;
comment on function person_lexemes is
  'What a person is found by: the name, and after a # the phone number from its end, so that its last digits are '
  'enough.';

create function reference_digits(reference text) returns text
  language sql immutable parallel safe strict
  return ltrim(regexp_replace(reference, '[^0-9]', '', 'g'), '0');
comment on function reference_digits is
  'A check''s or slip''s number as search compares it: #01042 and CK-1042 are 1042.';

-- Accounts: users and sign-in -----------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  email text not null check (email = lower(email) and length(email) <= 254),
  email_verified_at timestamptz,
  phone text check (length(phone) between 1 and 40),
  profile_image_url text,
  street_address1 text,
  street_address2 text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  zip text,
  not_typed text[] not null default '{}'
    check (
      not_typed <@ array[
        'first_name', 'last_name', 'phone', 'street_address1', 'street_address2', 'city', 'state', 'zip'
      ]
    ),
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index users_email_key on users (email) where deleted_at is null;
create index users_mailbox on users (mailbox_of(email)) where deleted_at is null;
create index users_search on users using gin (person_lexemes(first_name, last_name, phone)) where deleted_at is null;
create index users_email_part on users using gin (email gin_trgm_ops) where deleted_at is null;
comment on table users is
  'One person with an account: supporter, ambassador, member or representative, depending on other tables.';
comment on column users.deleted_at is
  'When the account was deleted: the profile is erased, and the rows of money still point here (R45).';
comment on column users.not_typed is
  'Columns of this row that the supporter has not typed: added by a pledge''s link (R65), or a ZIP code that came '
  'with a card (R59). What its supporter types later comes before them.';

create table user_identities (
  provider text not null check (provider in ('embedded', 'clerk')),
  subject text not null,
  user_id uuid not null references users,
  primary key (provider, subject)
);
create index user_identities_user on user_identities (user_id);
comment on table user_identities is 'One way in which a user signs in.';
comment on column user_identities.subject is 'The user''s id at that identity provider.';

create table user_roles (
  user_id uuid not null references users,
  role text not null check (role in ('pledgeraiser_representatives')),
  granted_by uuid references users,
  granted_at timestamptz not null,
  confirmed_by uuid references users,
  primary key (user_id, role),
  constraint user_roles_not_ones_own check (granted_by <> user_id),
  constraint user_roles_second_person check (
    granted_by is null or (confirmed_by is not null and confirmed_by <> granted_by and confirmed_by <> user_id))
);
comment on table user_roles is 'One role that a user has in all campaigns. Nobody grants it to themselves.';
comment on column user_roles.granted_by is 'Null: granted by a command on the server.';
comment on column user_roles.confirmed_by is
  'The second representative (R29). Null: granted by a command on the server.';

create table role_proposals (
  id uuid primary key,
  user_id uuid not null references users,
  role text not null check (role in ('pledgeraiser_representatives')),
  proposed_by uuid not null references users,
  proposed_at timestamptz not null,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  withdrawn_by uuid references users,
  withdrawn_at timestamptz,
  constraint role_proposals_second_person check (confirmed_by <> proposed_by),
  constraint role_proposals_not_ones_own check (proposed_by <> user_id and confirmed_by <> user_id),
  constraint role_proposals_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint role_proposals_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null)),
  constraint role_proposals_one_end check (confirmed_at is null or withdrawn_at is null)
);
create unique index role_proposals_waiting on role_proposals (user_id, role)
  where confirmed_at is null and withdrawn_at is null;
comment on table role_proposals is
  'A role that one representative wants to give to a person; it counts once a second one has confirmed it (R29).';

create table clerk_people (
  subject text primary key,
  reported_at timestamptz,
  reported jsonb not null default '{}',
  gone_at timestamptz,
  erase_user_id uuid references users
);
create index clerk_people_erase on clerk_people (erase_user_id) where erase_user_id is not null;
comment on table clerk_people is
  'What Clerk last reported about one of its users. Its messages come twice, late and in any order.';
comment on column clerk_people.reported_at is 'Clerk''s own time of that record. Null: nothing was accepted yet.';
comment on column clerk_people.reported is
  'The name and picture it reported. Only a change of these overwrites what the user has here.';
comment on column clerk_people.gone_at is
  'Deleted at Clerk: a late message or a last minute of a session brings nobody back.';
comment on column clerk_people.erase_user_id is
  'Whose profile is to be erased as soon as none of their pledges can still be billed (R45).';

create schema identity;
comment on schema identity is
  'The tables of the embedded sign-in, in the shape its library asks for (identity-tables.ts). Empty with hosted '
  'sign-in.';

create table identity."user" (
  id text primary key,
  name text not null,
  first_name text,
  last_name text,
  email text not null unique,
  email_verified boolean not null,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table identity."user" is 'One account that signs in here with a password or passkey.';

create table identity.session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  second_step_at timestamptz,
  user_id text not null references identity."user" on delete cascade
);
create index session_user_id on identity.session (user_id);
comment on table identity.session is 'One device that is signed in.';
comment on column identity.session.token is
  'SHA-256 of the token in the cookie, in hexadecimal: the token itself is not kept.';
comment on column identity.session.second_step_at is
  'When its holder passed the second step: a code, a backup code or a passkey (R29). A changed password keeps it. '
  'Null: never, as on a trusted device.';

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
comment on table identity.account is 'One set of credentials of an account.';
comment on column identity.account.password is 'A salted hash.';

create table identity.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verification_identifier on identity.verification (identifier);
-- Trusted devices, links and challenges of one account are found by its id, and deleted with it.
create index verification_value on identity.verification (value);
comment on table identity.verification is 'One link, code or challenge that waits to be used, or one trusted device.';

create table identity.two_factor (
  id text primary key,
  secret text not null,
  backup_codes text not null,
  user_id text not null unique references identity."user" on delete cascade,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
comment on table identity.two_factor is 'The authenticator app of one account.';
comment on column identity.two_factor.secret is 'Encrypted.';
comment on column identity.two_factor.backup_codes is 'Keyed hashes: the codes themselves are not kept.';

create table identity.spent_code (
  user_id text not null references identity."user" on delete cascade,
  code_hash text not null,
  spent_at timestamptz not null,
  primary key (user_id, code_hash)
);
comment on table identity.spent_code is
  'One code of an authenticator app that was used. It is valid for a minute and a half: whoever saw it typed cannot '
  'use it again.';

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
comment on table identity.passkey is 'One passkey of an account.';

-- Accounts: organizations ---------------------------------------------------------------------------------------------

create table organizations (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text not null,
  website text,
  street_address text check (length(street_address) <= 200),
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip text check (length(zip) <= 20),
  organization_type text not null
    check (organization_type in ('school', 'nonprofit', 'sports_club', 'community', 'other')),
  size_tier text check (size_tier in ('small', 'medium', 'large')),
  is_501c3 boolean not null default false,
  ein text,
  ein_checked_on date,
  payee_name text,
  time_zone text not null,
  fiscal_year_starts smallint not null default 1 check (fiscal_year_starts between 1 and 12),
  logo_url text check (logo_url ~ '^/logos/'),
  first_color text check (first_color ~ '^#[0-9a-f]{6}$'),
  second_color text check (second_color ~ '^#[0-9a-f]{6}$'),
  destination_asked_at timestamptz,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null,
  archived_at timestamptz,
  constraint organizations_501c3_checked check (not is_501c3 or (ein is not null and ein_checked_on is not null))
);
create index organizations_created on organizations (created_at, id);
create index organizations_search on organizations using gin (search_lexemes(name || ' ' || city || ' ' || state));
comment on table organizations is 'One team, school, club or nonprofit that raises money.';
comment on column organizations.street_address is 'Where its mail goes; its owners edit it (R25).';
comment on column organizations.ein is 'Employer Identification Number.';
comment on column organizations.ein_checked_on is
  'When a representative checked it; an organization counts as a 501(c)(3) only then (R52).';
comment on column organizations.payee_name is 'Who checks to the organization are made out to.';
comment on column organizations.time_zone is 'IANA name; new campaigns take it over.';
comment on column organizations.fiscal_year_starts is
  'The first month of its fiscal year, from 1 to 12; 1 is a calendar year (R76).';
comment on column organizations.logo_url is 'Of an uploaded picture; null: a crest is drawn (R63).';
comment on column organizations.first_color is 'Null: a color that follows from its name (R63).';
comment on column organizations.second_color is 'Like the first color.';
comment on column organizations.destination_asked_at is
  'When its owners were last mailed to propose where payouts go, so that they are not mailed again within days (R38).';

create table organization_names (
  organization_id uuid not null references organizations,
  name text not null,
  ended_at timestamptz not null default now(),
  primary key (organization_id, ended_at)
);
create trigger organization_names_append_only before update or delete on organization_names
  for each row execute function refuse_change();
comment on table organization_names is
  'A name that an organization had until `ended_at`; the name of today is in organizations. Kept by the database, '
  'because only an operator renames an organization (R70).';

create function keep_organization_name() returns trigger language plpgsql as $$
begin
  insert into organization_names (organization_id, name)
  values (old.id, old.name)
  on conflict do nothing;
  return null;
end $$;
create trigger organizations_keep_name after update of name on organizations
  for each row when (old.name is distinct from new.name) execute function keep_organization_name();

create table organization_tax_statuses (
  organization_id uuid not null references organizations,
  number integer not null check (number >= 1),
  since date,
  is_501c3 boolean not null,
  ein text,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null,
  primary key (organization_id, number),
  constraint organization_tax_statuses_ein check (not is_501c3 or ein is not null)
);
create trigger organization_tax_statuses_append_only before update or delete on organization_tax_statuses
  for each row execute function refuse_change();
comment on table organization_tax_statuses is
  'One tax status of an organization, as recorded by a representative. Of those that begin on or before a day, '
  'the one with the highest number holds on that day; without any, it has been what it is today since it was made '
  '(R70).';
comment on column organization_tax_statuses.since is 'From which day it holds. Null: since the organization was made.';

create table organization_members (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'treasurer', 'confirmer', 'scorer')),
  created_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index organization_members_user on organization_members (user_id);
comment on table organization_members is
  'One user who works for an organization, in one role (R25).';

create table organization_invitations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'treasurer', 'confirmer', 'scorer')),
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_mailed_at timestamptz,
  accepted_by uuid references users,
  accepted_at timestamptz,
  revoked_by uuid references users,
  revoked_at timestamptz,
  constraint organization_invitations_accepted check ((accepted_by is null) = (accepted_at is null)),
  constraint organization_invitations_revoked check ((revoked_by is null) = (revoked_at is null)),
  constraint organization_invitations_one_end check (accepted_at is null or revoked_at is null)
);
create unique index organization_invitations_waiting on organization_invitations (organization_id, email)
  where accepted_at is null and revoked_at is null;
create index organization_invitations_mailed on organization_invitations (email, last_mailed_at);
create index organization_invitations_not_mailed on organization_invitations (organization_id)
  where last_mailed_at is null and accepted_at is null and revoked_at is null;
create index organization_invitations_mailbox on organization_invitations (mailbox_of(email), last_mailed_at);
comment on table organization_invitations is
  'One invitation to a role of an organization by e-mail, accepted by its link, once (R25). One waits for an address at a '
  'time.';

create table organization_stripe_accounts (
  account text primary key check (account ~ '^acct_[A-Za-z0-9]{8,60}$'),
  organization_id uuid not null references organizations,
  provider text not null check (provider in ('sandbox', 'stripe')),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  started_by uuid not null references users,
  started_at timestamptz not null,
  is_ready boolean not null default false,
  due text[] not null default '{}',
  due_by timestamptz,
  bank_name text,
  bank_last4 text,
  bank_fingerprint text,
  bank_changed_at timestamptz,
  unique (organization_id, provider, money_mode)
);
comment on table organization_stripe_accounts is
  'The account of one organization at Stripe, and what Stripe said of it last: whether it pays out to the bank, and what it '
  'still needs by when (R69).';
comment on column organization_stripe_accounts.provider is 'The sandbox has a stand-in of Stripe''s form.';
comment on column organization_stripe_accounts.due is 'Stripe''s own names of what it needs.';
comment on column organization_stripe_accounts.bank_changed_at is
  'When another bank account took the place of a known one: payouts wait three days. Null: it is the first.';

create table organization_payout_destinations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  method text not null check (method in ('check', 'bank_transfer', 'stripe')),
  payee_name text not null check (length(payee_name) between 1 and 200),
  mailing_address text check (length(mailing_address) between 1 and 500),
  bank_name text check (length(bank_name) between 1 and 200),
  account_last4 text check (account_last4 ~ '^[0-9]{4}$'),
  bank_account_sealed text,
  bank_account_key text,
  stripe_account text references organization_stripe_accounts,
  proposed_by uuid not null references users,
  proposed_at timestamptz not null,
  approved_by uuid references users,
  approved_at timestamptz,
  withdrawn_by uuid references users,
  withdrawn_at timestamptz,
  constraint payout_destinations_where check (
    case method
      when 'check' then mailing_address is not null
      when 'stripe' then stripe_account is not null
      else bank_name is not null and account_last4 is not null
    end),
  constraint payout_destinations_number check ((bank_account_sealed is null) = (bank_account_key is null)),
  constraint payout_destinations_second_person check (approved_by <> proposed_by),
  constraint payout_destinations_approved check ((approved_by is null) = (approved_at is null)),
  constraint payout_destinations_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null)),
  constraint payout_destinations_one_end check (approved_at is null or withdrawn_at is null)
);
create unique index payout_destinations_waiting on organization_payout_destinations (organization_id)
  where approved_at is null and withdrawn_at is null;
create index payout_destinations_approved_newest on organization_payout_destinations (organization_id, approved_at desc)
  where approved_at is not null;
comment on table organization_payout_destinations is
  'One place where an organization is paid: proposed by one representative, approved by a second one. The approved '
  'one that is newest counts (R25).';
comment on column organization_payout_destinations.bank_account_sealed is
  'Routing and account number, for a bank file. Null: only the bank has the number.';
comment on column organization_payout_destinations.bank_account_key is
  'A keyed hash of both, which tells whether two organizations have the same account.';

-- Platform ------------------------------------------------------------------------------------------------------------

create table settings (
  name text primary key,
  value jsonb not null
);
comment on table settings is 'One value that this installation made for itself, such as the secret that signs tokens.';

create table api_keys (
  id uuid primary key,
  organization_id uuid references organizations,
  name text not null check (length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) between 1 and 100),
  hash bytea not null unique,
  ending text not null check (length(ending) = 4),
  made_by uuid not null references users,
  made_at timestamptz not null,
  earlier_hash bytea unique,
  earlier_made_by uuid references users,
  earlier_until timestamptz,
  last_used_at timestamptz,
  revoked_by uuid references users,
  revoked_at timestamptz,
  constraint api_keys_earlier check (num_nulls(earlier_hash, earlier_made_by, earlier_until) in (0, 3)),
  constraint api_keys_revoked check ((revoked_by is null) = (revoked_at is null))
);
create index api_keys_organization on api_keys (organization_id) where revoked_at is null;
comment on table api_keys is
  'One API key: it works while who made it is an owner of the organization or, of the provider''s, a representative (R80).';
comment on column api_keys.organization_id is 'Null: the provider''s.';
comment on column api_keys.scopes is 'What it may do, as noun:read or noun:write.';
comment on column api_keys.hash is 'SHA-256 of the key, which is 256 random bits.';
comment on column api_keys.ending is 'The last four characters, to recognize it by.';
comment on column api_keys.made_by is 'In whose name it acts. Of one that was replaced, who did that.';
comment on column api_keys.earlier_hash is 'Of the key that was replaced, which works until earlier_until.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid references users,
  api_key_id uuid references api_keys,
  action text not null,
  subject text not null,
  subject_id uuid not null,
  campaign_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log_campaign on audit_log (campaign_id, id desc);
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_names on audit_log (actor_id, at) where action = 'name.show';
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
comment on table audit_log is
  'One change, or one look at a name that was hidden: who, when, and what it was before and after.';
comment on column audit_log.actor_id is 'Null: the program itself, or somebody without an account.';
comment on column audit_log.api_key_id is 'Done by this API key; actor_id is then who made the key.';
comment on column audit_log.subject is 'What kind of thing subject_id is: campaign, pledge, invoice and so on.';

create table idempotency_keys (
  user_id uuid not null references users,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
create index idempotency_keys_answers on idempotency_keys (created_at) where body <> '';
comment on table idempotency_keys is
  'One answered request that carried an Idempotency-Key: the same request gets the same answer again (R54).';
comment on column idempotency_keys.request_hash is 'The same key with another request is refused.';
comment on column idempotency_keys.body is
  'The first response. Emptied after 48 hours: the key is then only known, so that a late repetition is refused (R54).';

create schema limits;
comment on schema limits is 'Rate limits.';

create unlogged table limits.counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on table limits.counters is
  'One counter of a rate limit. Unlogged: it is written with every request that writes, and losing it in a crash '
  'costs nothing.';
comment on column limits.counters.expire is 'When it starts over: milliseconds since 1970.';

-- Season: campaigns ---------------------------------------------------------------------------------------------------

create table campaigns (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null check (length(name) between 1 and 200),
  about_this_campaign text not null,
  how_this_campaign_helps text,
  goal_cents cents not null check (goal_cents >= 100),
  start_on date not null,
  end_on date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  status text not null check (status in ('draft', 'active', 'paused', 'completed', 'cancelled')),
  campaign_type text not null check (campaign_type in ('athletic', 'academic', 'community')),
  template text not null check (template in ('football', 'baseball', 'soccer', 'basketball', 'custom')),
  cause text not null check (cause ~ '^[a-z_]{1,40}$'),
  vocabulary jsonb not null check (jsonb_typeof(vocabulary) = 'object'),
  image_url text,
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  settle_automatically boolean not null default true,
  final_locked_at timestamptz,
  billing_held_at timestamptz,
  code_shown_until timestamptz,
  representative_id uuid references users,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null,
  constraint campaigns_dates check (end_on >= start_on),
  constraint campaigns_organization_key unique (id, organization_id),
  constraint campaigns_bounded check (goal_cents <= 10000000000)
);
create index campaigns_organization on campaigns (organization_id, id);
create index campaigns_to_complete on campaigns (ends_at) where status = 'active';
create index campaigns_held on campaigns (id) where billing_held_at is not null;
-- Search engines are given the public campaigns in order of id, a bounded page at a time.
create index campaigns_listed on campaigns (id) where status in ('active', 'completed');
-- The short address on printed material names a campaign by the end of its id.
create index campaigns_short on campaigns (right(id::text, 12));
-- Whether any campaign has another kind of money than the site, asked for each summary of a list (R39).
create index campaigns_money_mode on campaigns (money_mode);
create index campaigns_representative on campaigns (representative_id) where representative_id is not null;
comment on table campaigns is 'One fundraiser of an organization, from its start date to its end date.';
comment on column campaigns.starts_at is
  'The first instant of start_on in the campaign''s time zone; ends_at is the last millisecond of end_on.';
comment on column campaigns.time_zone is
  'IANA name. Dates of the campaign, its matches and its bills are days in this zone.';
comment on column campaigns.commission_basis_points is
  'The provider''s share in hundredths of a percent: 2500 is 25 % (R4).';
comment on column campaigns.final_locked_at is
  'When the first final settlement was locked; every later one is a correction (R33).';
comment on column campaigns.billing_held_at is
  'Set while the self check disagrees with the books: nothing is billed (R40).';
comment on column campaigns.cause is
  'Which kind of cause it is, of those in domain/campaigns/causes.ts: its name, and the picture drawn until one is uploaded (R63).';
comment on column campaigns.vocabulary is
  'What the campaign calls its matches, its season and its team, and when an achievement is paid (R63).';
comment on column campaigns.representative_id is
  'Who looks after it: it counts only while they are a representative. Null: nobody.';
comment on column campaigns.code_shown_until is
  'The scoreboard shows its code large until then: somebody at the touchline asked for it.';

create table campaign_totals (
  campaign_id uuid primary key references campaigns,
  pledged_cents cents not null default 0,
  earned_cents cents not null default 0,
  collected_cents cents not null default 0,
  supporters_count integer not null default 0,
  to_correct integer not null default 0,
  undecided_cents bigint not null default 0
) with (fillfactor = 50);
create index campaign_totals_to_correct on campaign_totals (campaign_id) where to_correct > 0;
comment on table campaign_totals is 'A campaign''s figures, kept with each pledge, result and payment (R11).';
comment on column campaign_totals.to_correct is
  'After the final lock: how many pledges have earned something else than was settled for them (R33, R73).';
comment on column campaign_totals.undecided_cents is
  'After the final lock: what pledges have earned above what was settled for them, to be billed or waived by a '
  'person''s decision (R32).';

create table campaign_ranks (
  campaign_id uuid primary key references campaigns,
  status text not null,
  template text not null,
  pledged_cents bigint not null,
  supporters_count integer not null,
  progress integer not null,
  end_on date not null,
  name text not null,
  goal_cents bigint not null,
  search text not null,
  words tsvector not null generated always as (array_to_tsvector(search_words(search))) stored
);
create index campaign_ranks_pledged on campaign_ranks (pledged_cents, campaign_id);
create index campaign_ranks_supporters on campaign_ranks (supporters_count, campaign_id);
create index campaign_ranks_progress on campaign_ranks (progress, campaign_id);
create index campaign_ranks_end on campaign_ranks (end_on, campaign_id);
create index campaign_ranks_name on campaign_ranks (name, campaign_id);
create index campaign_ranks_goal on campaign_ranks (goal_cents, campaign_id);
create index campaign_ranks_status_pledged on campaign_ranks (status, pledged_cents, campaign_id);
create index campaign_ranks_status_supporters on campaign_ranks (status, supporters_count, campaign_id);
create index campaign_ranks_status_progress on campaign_ranks (status, progress, campaign_id);
create index campaign_ranks_status_end on campaign_ranks (status, end_on, campaign_id);
create index campaign_ranks_status_name on campaign_ranks (status, name, campaign_id);
create index campaign_ranks_status_goal on campaign_ranks (status, goal_cents, campaign_id);
create index campaign_ranks_status_created on campaign_ranks (status, campaign_id);
-- Sums of a hundred thousand campaigns are read from the index alone.
create index campaign_ranks_sums on campaign_ranks (status, template) include (pledged_cents, supporters_count);
-- Without a list of pending entries: rows change with every figure, and a search would read that list each time.
create index campaign_ranks_words on campaign_ranks using gin (words) with (fastupdate = off);
comment on table campaign_ranks is
  'What orders and finds one campaign in lists. Refreshed in batches, and never read for a figure that is shown '
  '(R11, R51).';
comment on column campaign_ranks.progress is 'Pledged of the goal, in hundredths of a percent.';
comment on column campaign_ranks.search is
  'Names of campaign and organization, city, state, ZIP code and words for its kind of cause, in lower case.';

create table campaign_words (
  word text primary key,
  near text[] not null generated always as (search_near(word)) stored
);
create index campaign_words_trigrams on campaign_words using gin (word gin_trgm_ops);
create index campaign_words_near on campaign_words using gin (near);
comment on table campaign_words is
  'One word that a campaign could ever be found by. What somebody types is looked up here first, so that a typo is '
  'forgiven.';

create table campaign_forecasts (
  campaign_id uuid primary key references campaigns,
  version text not null check (length(version) between 1 and 100),
  low_cents bigint not null check (low_cents >= 0),
  likely_cents bigint not null check (likely_cents >= low_cents),
  high_cents bigint not null check (high_cents >= likely_cents),
  matches_played integer not null check (matches_played >= 0),
  matches_left integer check (matches_left >= 0),
  computed_at timestamptz not null
);
create index campaign_forecasts_computed on campaign_forecasts (computed_at);
comment on table campaign_forecasts is
  'The newest forecast of one campaign: the 10th percentile, the median and the 90th percentile of what all its '
  'pledges come to (R61). Computed from other rows at any time again: nothing is billed by it, and deleting a row '
  'loses nothing.';
comment on column campaign_forecasts.version is 'Names the results and pledges it was computed from.';
comment on column campaign_forecasts.matches_left is 'Null: not known.';

create table review_requests (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  question text check (length(question) between 1 and 2000),
  answered_by uuid references users,
  answered_at timestamptz,
  answer text check (length(answer) between 1 and 2000),
  constraint review_requests_answer check ((answered_by is null) = (answered_at is null))
);
create unique index review_requests_waiting on review_requests (campaign_id) where answered_at is null;
create index review_requests_queue on review_requests (id) where answered_at is null;
create index review_requests_campaign on review_requests (campaign_id, id desc);
comment on table review_requests is
  'One request of an owner to the representatives: to activate a draft, answered by its activation or whatever else '
  'ends it, or what only they can do in another campaign (R24).';
comment on column review_requests.question is
  'What the owner of a campaign that is no longer a draft asks for. Null: a review of a draft.';
comment on column review_requests.answer is
  'Words to the owner: what to change, where the campaign is still a draft, a word along with its activation, or the '
  'answer to a question (R24). Null: nothing was written.';

-- Season: statistics, events, results ---------------------------------------------------------------------------------

create table statistics (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  name text not null check (length(name) between 1 and 100),
  description text,
  type text not null check (type in ('per_increment', 'per_achievement', 'one_time')),
  icon text not null,
  unit_name text,
  expected_min quantity check (expected_min >= 0),
  expected_max quantity check (expected_max >= 0),
  expected_target quantity check (expected_target >= 0),
  last_year_result quantity check (last_year_result >= 0),
  last_year_matches integer check (last_year_matches between 1 and 1000),
  chance_percent integer check (chance_percent between 1 and 99),
  pledge_amount_options bigint[] not null check (cardinality(pledge_amount_options) = 3),
  allow_custom_amounts boolean not null,
  is_active boolean not null,
  sort_order integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz,
  constraint statistics_campaign_key unique (campaign_id, id)
);
comment on table statistics is
  'One thing supporters pledge on: counted (goals), achieved (championship), or simply given for.';
comment on column statistics.unit_name is 'What is counted, in the singular: goal.';
comment on column statistics.pledge_amount_options is 'Three rates to choose from, in cents.';
comment on column statistics.last_year_matches is
  'How many matches last year''s result comes from (R61). Null: as many as this season''s schedule has.';
comment on column statistics.chance_percent is
  'Of an achievement: how likely whoever manages the campaign says it is, in percent (R61). Null: nobody said.';
comment on column statistics.changed_at is 'When it was last edited; null: never.';

create table statistic_totals (
  campaign_id uuid not null,
  statistic_id uuid primary key,
  confirmed quantity not null default 0 check (confirmed >= 0),
  entered quantity not null default 0,
  likely numeric(13, 6) not null default 1,
  achievement text check (achievement in ('open', 'achieved', 'not_achieved')),
  constraint statistic_totals_statistic_fkey
    foreign key (campaign_id, statistic_id) references statistics (campaign_id, id),
  -- An achievement is achieved once (R20).
  constraint statistic_totals_achieved_once check (achievement is null or confirmed <= 1)
);
create index statistic_totals_campaign on statistic_totals (campaign_id);
comment on table statistic_totals is
  'What the results of one statistic add up to, kept in the transaction that changes a result. Never below 0 (R17).';
comment on column statistic_totals.entered is 'What waits to be confirmed.';
comment on column statistic_totals.achievement is 'Null: the statistic is not an achievement.';
comment on column statistic_totals.likely is
  'Units that the season will likely come to, as last computed from the forecast; never taken as less than what is '
  'confirmed. One where nothing is known. Everything expected uses this figure; billing never reads it (R9, R61).';

create table events (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  name text not null check (length(name) between 1 and 200),
  event_type text not null check (event_type in ('game', 'practice', 'tournament', 'fundraiser', 'other')),
  start_time timestamptz not null,
  has_time boolean not null default true,
  end_time timestamptz,
  played_on date not null,
  location text,
  description text,
  opponent text,
  venue text check (venue in ('home', 'away', 'neutral')),
  is_completed boolean not null default false,
  source_uid text check (length(source_uid) between 1 and 255),
  known_as text[] not null default '{}' check (cardinality(known_as) <= 20),
  calendar_said jsonb,
  merged_into uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz,
  archived_at timestamptz,
  constraint events_campaign_key unique (campaign_id, id),
  constraint events_merged_into foreign key (campaign_id, merged_into) references events (campaign_id, id),
  constraint events_merged_is_archived check (merged_into is null or archived_at is not null),
  constraint events_merged_elsewhere check (merged_into <> id)
);
create index events_start on events (campaign_id, start_time, id);
-- All matches of a day, to find those that could be the same one.
create index events_day on events (campaign_id, played_on);
-- A row of a file finds its match by day and opponent (R19).
create unique index events_match on events (campaign_id, played_on, lower(opponent))
  where opponent is not null and archived_at is null;
create unique index events_source on events (campaign_id, source_uid) where source_uid is not null;
create index events_merged on events (merged_into) where merged_into is not null;
create index events_removed on events (id) where archived_at is not null and merged_into is null;
comment on table events is
  'One date on the schedule: a match, practice, tournament, fundraiser or other. One match is one event (R19).';
comment on column events.has_time is
  'False: only the day is known. start_time is then noon of it in the campaign''s time zone, for order and for whether it '
  'has begun.';
comment on column events.played_on is 'The day of start_time in the campaign''s time zone.';
comment on column events.source_uid is 'The calendar file''s own id for it, by which it is found again on another day.';
comment on column events.known_as is
  'What files call the opponent, once somebody said that it is this match: asked once, however often a file comes '
  'in.';
comment on column events.calendar_said is
  'What the followed calendar said of it last. Where this row differs, a person changed it here, and that stays (R72). '
  'Null: it is from no followed calendar.';
comment on column events.merged_into is
  'The event that this one turned out to be. What still comes in for this one, from a phone or a calendar, goes '
  'there.';
comment on column events.changed_at is 'For calendars that subscribe. Null: not since it was created.';
comment on column events.archived_at is 'Merged into another event: only voided results still refer to it.';

create table different_matches (
  campaign_id uuid not null references campaigns,
  first_event_id uuid not null,
  second_event_id uuid not null,
  decided_by uuid not null references users,
  decided_at timestamptz not null,
  primary key (first_event_id, second_event_id),
  constraint different_matches_first_event_fkey
    foreign key (campaign_id, first_event_id) references events (campaign_id, id) on delete cascade,
  constraint different_matches_second_event_fkey
    foreign key (campaign_id, second_event_id) references events (campaign_id, id) on delete cascade,
  constraint different_matches_in_order check (first_event_id < second_event_id)
);
create index different_matches_second on different_matches (second_event_id);
create table followed_calendars (
  campaign_id uuid primary key references campaigns,
  address text not null check (length(address) between 1 and 2000),
  answers jsonb not null default '{}',
  left_out text[] not null default '{}',
  etag text check (length(etag) <= 500),
  added_by uuid not null references users,
  added_at timestamptz not null,
  tried_at timestamptz not null,
  read_at timestamptz not null,
  problem text,
  waiting integer not null default 0 check (waiting >= 0)
);
create index followed_calendars_tried on followed_calendars (tried_at);
comment on table followed_calendars is
  'The address of a calendar that a campaign’s schedule follows: read every hour (R72).';
comment on column followed_calendars.answers is 'What a person answered about it, by question; asked once.';
comment on column followed_calendars.left_out is
  'The calendar''s own ids of what a person left out, or took off the schedule: it does not come back.';
comment on column followed_calendars.problem is 'Why it could not be read the last time. Null: it could.';
comment on column followed_calendars.waiting is 'How many questions and lines of it wait for a person.';

comment on table different_matches is
  'Two events that look like one match and that somebody said are two: asked once (R19).';

create table results (
  id uuid primary key,
  campaign_id uuid not null,
  statistic_id uuid not null,
  event_id uuid,
  kind text not null check (kind in ('count', 'achieved', 'withdrawn', 'not_achieved')),
  slot uuid generated always as (
    case
      when kind <> 'count' then statistic_id
      when event_id is null then id
      else event_id
    end) stored,
  quantity quantity not null,
  total quantity not null,
  previous_total quantity,
  is_final boolean not null default true,
  confirmation bigint,
  note text,
  evidence_url text,
  entered_by uuid not null references users,
  entered_at timestamptz not null,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  void_requested_by uuid references users,
  void_requested_at timestamptz,
  void_reason text,
  voided_by uuid references users,
  voided_at timestamptz,
  constraint results_statistic_fkey foreign key (campaign_id, statistic_id) references statistics (campaign_id, id),
  constraint results_event_fkey foreign key (campaign_id, event_id) references events (campaign_id, id),
  -- No match counts below 0, and an achievement is achieved once or not at all (R17, R20).
  constraint results_total check (
    case
      when kind <> 'count' then total in (0, 1)
      else event_id is null or total >= 0
    end),
  constraint results_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint results_final check (is_final or confirmed_at is null),
  constraint results_confirmation check ((confirmation is null) = (confirmed_at is null)),
  constraint results_void_requested check (
    (void_requested_by is null) = (void_requested_at is null) and (void_requested_by is null) = (void_reason is null)),
  constraint results_voided check (
    (voided_by is null) = (voided_at is null) and (voided_at is null or void_requested_at is not null)),
  constraint results_second_person check (confirmed_by <> entered_by),
  constraint results_void_second_person check (confirmed_at is null or voided_by <> void_requested_by)
);
create index results_newest on results (campaign_id, id desc);
create index results_event on results (campaign_id, event_id, statistic_id);
create index results_statistic on results (statistic_id);
create index results_waiting on results (campaign_id)
  where (confirmed_at is null and voided_at is null) or (void_requested_at is not null and voided_at is null);
create unique index results_confirmation on results (campaign_id, confirmation);
create index results_slot on results (campaign_id, statistic_id, slot) where voided_at is null;
create index results_of_event on results (event_id, entered_at) where event_id is not null;
comment on table results is
  'One entry that states a result. What was entered never changes: confirming and voiding are added to it, once '
  '(R17, R18).';
comment on column results.slot is
  'What entries replace one another in: a statistic''s count in one match, or what became of an achievement. A '
  'count without a match has a slot of its own.';
comment on column results.quantity is 'The difference to the slot as it was when this was entered.';
comment on column results.total is 'What the slot comes to once this entry is confirmed and no later one is.';
comment on column results.previous_total is 'What the slot came to when this was entered; null for nothing.';
comment on column results.is_final is
  'False: its source says that counting goes on, so nobody can confirm it. Becomes true once the final total of its slot is '
  'entered, and stays so (R18).';
comment on column results.confirmation is
  'Numbers a campaign''s confirmations in their order: two may fall on one instant. The last one in a slot counts.';

create function results_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.campaign_id, new.statistic_id, new.event_id, new.kind, new.quantity, new.total, new.previous_total,
      new.note, new.evidence_url, new.entered_by, new.entered_at)
     is distinct from
     (old.id, old.campaign_id, old.statistic_id, old.event_id, old.kind, old.quantity, old.total, old.previous_total,
      old.note, old.evidence_url, old.entered_by, old.entered_at)
     or (old.is_final and not new.is_final)
     or (old.confirmed_at is not null
         and (new.confirmed_at, new.confirmed_by, new.confirmation)
             is distinct from
             (old.confirmed_at, old.confirmed_by, old.confirmation))
     or (old.voided_at is not null and new is distinct from old)
  then
    raise exception 'results are append-only'
      using errcode = 'restrict_violation', constraint = 'results_append_only';
  end if;
  return new;
end $$;
create trigger results_guard before update on results
  for each row execute function results_guard();
create trigger results_no_delete before delete on results
  for each row execute function refuse_change();

create view effective_results as
  select r.*,
         r.total - coalesce(lag(r.total) over chain, 0) as difference,
         lag(r.total) over chain as falls_back_to,
         r.confirmed_at is not null and lead(r.confirmed_at) over chain is not null as is_replaced
    from results r
   where r.voided_at is null
  window chain as (partition by r.campaign_id, r.statistic_id, r.slot order by r.confirmation nulls last, r.id);
comment on view effective_results is
  'Every entry that is not voided: confirmed ones in the order of their confirmations, then those that wait in the '
  'order they were entered.';
comment on column effective_results.difference is
  'What this entry changes. The differences of a slot''s confirmed entries add up to what was confirmed last, '
  'whatever was voided between them.';
comment on column effective_results.falls_back_to is
  'What the slot comes to if this entry is voided; null for nothing.';
comment on column effective_results.is_replaced is 'A later confirmation counts instead.';

-- Season: what counts of each match -----------------------------------------------------------------------------------

-- A correction that belongs to no match takes back the newest units before it: what counts of a match is what the total
-- never falls below afterwards, less the same of the match before. So the units of all matches add up to the total.
create view counted_units as
  with changes as (
    select
      r.campaign_id, r.statistic_id, r.event_id,
      coalesce(r.event_id, r.id) as moment,
      coalesce(e.start_time, r.entered_at) as occurs_at,
      min(case when r.kind = 'count' then coalesce(e.start_time, r.entered_at) else r.confirmed_at end) as since_at,
      sum(r.difference) as change
    from effective_results r
    left join events e on e.id = r.event_id
    where r.confirmed_at is not null
      and r.difference <> 0
    group by
      r.campaign_id, r.statistic_id, r.event_id, coalesce(r.event_id, r.id), coalesce(e.start_time, r.entered_at)
  ),
  running as (
    select *, sum(change) over (partition by campaign_id, statistic_id order by occurs_at, moment) as reached
    from changes
  ),
  counted as (
    select
      *,
      greatest(0, min(reached) over (
        partition by campaign_id, statistic_id
        order by occurs_at, moment
        rows between current row and unbounded following
      )) as counts
    from running
  )
  select
    campaign_id, statistic_id, event_id, moment, occurs_at, since_at,
    counts - lag(counts, 1, 0::numeric) over (partition by campaign_id, statistic_id order by occurs_at, moment)
      as units
  from counted;
comment on view counted_units is
  'What each match, or result without one, adds to a statistic by today''s confirmed results, and when it began (R58).';
comment on column counted_units.since_at is
  'The start of the match, or the entry of a result without one; of an achievement, its confirmation. Of a match '
  'that had begun earlier, each line knows (from_known, until_known).';

create view counted_totals as
  select
    campaign_id, statistic_id,
    array_agg(since_at order by since_at) as sinces,
    array_agg(reached order by since_at) as reached
  from (
    select campaign_id, statistic_id, since_at,
      sum(sum(units)) over (partition by campaign_id, statistic_id order by since_at) as reached
    from counted_units
    group by campaign_id, statistic_id, since_at
  ) steps
  group by campaign_id, statistic_id;
comment on view counted_totals is
  'For each statistic the instants at which results began, and the units that count of those up to each: what a '
  'line that counts from or until an instant has is a difference of two of them (R58).';

create function units_between(sinces timestamptz[], reached numeric[], from_at timestamptz, until_at timestamptz)
  returns numeric language sql immutable parallel safe
  return greatest(0,
    coalesce(reached[case when until_at is null then cardinality(sinces) else width_bucket(until_at, sinces) end], 0)
    - coalesce(reached[case when from_at is null then 0 else width_bucket(from_at, sinces) end], 0));
comment on function units_between is
  'The units of results that began after the one instant and by the other one (R58); null is no limit.';

create function match_has_begun(event_id uuid, start_time timestamptz, instant timestamptz)
  returns boolean language sql stable parallel safe
  return start_time <= instant or exists (
    select from results r
    where r.event_id = match_has_begun.event_id
      and r.entered_at <= instant
      and (r.voided_at is null or r.voided_at > instant)
  );
comment on function match_has_begun is
  'A match begins at its start or with the first entry for it, confirmed or not, whatever it says; one that was '
  'voided by then never was (R58).';

create function line_counts(
  from_at timestamptz, until_at timestamptz, from_known uuid[], until_known uuid[],
  event_id uuid, since_at timestamptz
)
  returns boolean language sql immutable parallel safe
  return (from_at is null or (since_at > from_at and not coalesce(event_id = any(from_known), false)))
    and (until_at is null or since_at <= until_at or coalesce(event_id = any(until_known), false));
comment on function line_counts is
  'Whether a pledge line counts what began then: it had not begun by the first instant, and had by the second (R58).';

create view open_matches as
  select e.campaign_id, e.id as event_id, e.start_time
  from events e
  where e.archived_at is null
    and not e.is_completed
    and (e.event_type in ('game', 'tournament') or e.opponent <> '')
    and not exists (
      select from results r
      where r.event_id = e.id
        and r.confirmed_at is not null
        and r.voided_at is null
    );
comment on view open_matches is
  'Matches on the schedule that are still to come: a line that counts some of them expects that part of what is to '
  'come (R58).';

-- Season: comments and ambassadors ------------------------------------------------------------------------------------

create table comments (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  author_id uuid not null references users,
  message text not null check (length(message) between 1 and 1000),
  created_at timestamptz not null,
  hidden_at timestamptz,
  hidden_by uuid references users
);
create index comments_campaign on comments (campaign_id, id desc) where hidden_at is null;
create index comments_hidden on comments (campaign_id, id desc) where hidden_at is not null;
create index comments_author on comments (author_id, created_at);
comment on table comments is 'One message on a campaign''s page.';

create table comment_reports (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  comment_id uuid not null references comments,
  reporter text not null check (length(reporter) between 1 and 60),
  reason text check (length(reason) between 1 and 300),
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint comment_reports_once unique (comment_id, reporter)
);
create index comment_reports_open on comment_reports (campaign_id, comment_id) where closed_at is null;
comment on table comment_reports is
  'One person''s report of a message. Whoever manages the page hides the message or keeps it; either closes its '
  'reports (R43).';
comment on column comment_reports.reporter is
  'The user, or for a visitor a keyed hash of the network address: the address itself is not kept.';

create table thank_yous (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  event_id uuid,
  message text not null check (length(message) between 1 and 1000),
  written_by uuid not null references users,
  written_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  decline_reason text check (length(decline_reason) between 1 and 300),
  after_mailbox text not null default '',
  mailed integer not null default 0 check (mailed >= 0),
  sent_at timestamptz,
  constraint thank_yous_event_fkey foreign key (campaign_id, event_id) references events (campaign_id, id),
  constraint thank_yous_decision check ((decided_by is null) = (decided_at is null)),
  constraint thank_yous_second_person check (decided_by <> written_by),
  constraint thank_yous_declined check (decline_reason is null or (decided_at is not null and sent_at is null)),
  constraint thank_yous_sent check (sent_at is null or decided_at is not null)
);
create index thank_yous_campaign on thank_yous (campaign_id, id desc);
create unique index thank_yous_waiting on thank_yous (campaign_id) where decided_at is null;
create index thank_yous_sending on thank_yous (id)
  where decided_at is not null and decline_reason is null and sent_at is null;
create index thank_yous_author on thank_yous (written_by);
comment on table thank_yous is
  'One email of thanks to supporters: written by those who run the campaign, approved by a representative, and sent by '
  'the program, so that nobody who writes sees a name (R43).';
comment on column thank_yous.event_id is 'To the supporters of this match only; null: to all.';
comment on column thank_yous.decline_reason is 'Null: it waits, or it was approved.';
comment on column thank_yous.after_mailbox is 'Everyone up to this mailbox was mailed.';

create table ambassadors (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  email text not null check (email = lower(email)),
  user_id uuid references users,
  referral_code text not null unique check (referral_code ~ '^[A-Z2-9]{6,12}$'),
  on_leaderboard boolean not null default true,
  invited_by uuid not null references users,
  created_at timestamptz not null,
  joined_at timestamptz,
  last_mailed_at timestamptz,
  mails_count integer not null default 0,
  removed_at timestamptz,
  constraint ambassadors_campaign_key unique (campaign_id, id),
  constraint ambassadors_email_once unique (campaign_id, email),
  constraint ambassadors_joined check ((user_id is null) = (joined_at is null))
);
-- One person is one ambassador of a campaign, however many of their addresses were invited.
create unique index ambassadors_user_once on ambassadors (campaign_id, user_id)
  where user_id is not null and removed_at is null;
create index ambassadors_user on ambassadors (user_id) where user_id is not null;
-- One address is mailed at most once an hour, and a few times for all campaigns together.
create index ambassadors_mailed on ambassadors (email, last_mailed_at) where last_mailed_at is not null;
create index ambassadors_mailbox on ambassadors (mailbox_of(email), last_mailed_at);
create index ambassadors_email_part on ambassadors using gin (email gin_trgm_ops) where removed_at is null;
create index ambassadors_not_mailed on ambassadors (campaign_id)
  where last_mailed_at is null and joined_at is null and removed_at is null;
comment on table ambassadors is 'One person invited to bring supporters to a campaign (R42).';
comment on column ambassadors.referral_code is 'In the links they share: public.';
comment on column ambassadors.on_leaderboard is 'Whether they want to be named on the campaign''s page.';
comment on column ambassadors.mails_count is
  'How many mails went to this address: the invitation, and two reminders at most (R42).';

-- Cards ---------------------------------------------------------------------------------------------------------------

create table cards (
  id uuid primary key,
  user_id uuid not null references users,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_payment_method text not null unique,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  kind text not null default 'card' check (kind in ('card', 'bank_account')),
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint,
  fingerprint text,
  created_at timestamptz not null,
  constraint cards_user_key unique (user_id, id),
  constraint cards_expiry check ((kind = 'card') = (exp_month is not null and exp_year is not null))
);
create index cards_fingerprint on cards (fingerprint) where fingerprint is not null;
create trigger cards_kept before delete on cards
  for each row execute function refuse_move();
create trigger cards_key_kept before update on cards
  for each row when (old.id is distinct from new.id) execute function refuse_move();
comment on table cards is
  'One card or bank account that its owner saved and the card provider verified for charging later (R16, R60).';
comment on column cards.fingerprint is 'The card provider''s mark of the same card number under any account.';
comment on column cards.brand is 'Of a bank account: the bank''s name.';

create table debit_mandates (
  setup_id text primary key,
  user_id uuid not null references users,
  card_id uuid,
  version text not null,
  mandate_text text not null,
  address text,
  agreed_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint debit_mandates_card_fkey foreign key (user_id, card_id) references cards (user_id, id),
  constraint debit_mandates_end check ((ended_at is null) = (end_reason is null))
);
create index debit_mandates_card on debit_mandates (card_id) where card_id is not null;
create index debit_mandates_user on debit_mandates (user_id);
comment on table debit_mandates is
  'One authorization to debit a bank account, as it was agreed to: the evidence if a bank asks for it (R60).';
comment on column debit_mandates.setup_id is 'The card provider''s id of the form that it was given in.';
comment on column debit_mandates.card_id is 'The bank account that was saved with it; null until then.';
comment on column debit_mandates.address is 'Network address it was given from.';

create table card_setups (
  id text primary key,
  user_id uuid not null references users,
  address text,
  opened_at timestamptz not null
);
create index card_setups_opened on card_setups (opened_at);
comment on table card_setups is
  'One form for saving a card, with where it was opened from: the card provider reports a refusal by the id of the '
  'form only.';
comment on column card_setups.address is 'Network address.';

create table card_refusals (
  id text primary key check (length(id) <= 255),
  user_id uuid not null,
  address text,
  fingerprint text,
  code text not null,
  at timestamptz not null
);
create index card_refusals_user on card_refusals (user_id, at);
create index card_refusals_address on card_refusals (address, at) where address is not null;
create index card_refusals_fingerprint on card_refusals (fingerprint, at) where fingerprint is not null;
create index card_refusals_newest on card_refusals (at desc, id desc);
comment on table card_refusals is
  'One card that was refused when somebody tried to save it: what a card tester leaves behind. Kept for 30 days.';
comment on column card_refusals.id is 'What reported it: an event of the card provider, or the request itself.';
comment on column card_refusals.address is 'Network address; null where only the card provider knows of it.';
comment on column card_refusals.user_id is 'A user or a guest pledge.';

-- Pledges -------------------------------------------------------------------------------------------------------------

create table pledges (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  pledger_id uuid not null references users,
  ambassador_id uuid,
  status text not null check (status in ('active', 'settled', 'cancelled', 'past_due')),
  payment_timing text not null check (payment_timing in ('as_season_progresses', 'end_of_campaign')),
  payment_method text not null
    check (payment_method in ('auto_bill_progress', 'auto_bill_end', 'check', 'cash', 'bank_account')),
  card_id uuid,
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  agreed_maximum_cents cents not null check (agreed_maximum_cents >= 0),
  estimate_cents cents not null check (estimate_cents >= 0),
  is_anonymous boolean not null,
  thanks text check (thanks in ('asked', 'shown', 'hidden')),
  thanked_as text,
  note text check (length(note) <= 200),
  consent_text text not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  version integer not null default 1,
  constraint pledges_campaign_key unique (campaign_id, id),
  constraint pledges_ambassador_fkey foreign key (campaign_id, ambassador_id) references ambassadors (campaign_id, id),
  constraint pledges_card_fkey foreign key (pledger_id, card_id) references cards (user_id, id),
  constraint pledges_cap_binds check (maximum_cents is null or agreed_maximum_cents <= maximum_cents),
  constraint pledges_card check (
    (payment_method in ('auto_bill_progress', 'auto_bill_end', 'bank_account')) = (card_id is not null)),
  constraint pledges_timing check ((payment_method = 'auto_bill_progress') = (payment_timing = 'as_season_progresses')),
  constraint pledges_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint pledges_bounded check (agreed_maximum_cents <= 100000000),
  constraint pledges_thanked_as check ((thanks is distinct from 'shown') = (thanked_as is null)),
  constraint pledges_thanked_openly check (thanks is null or not is_anonymous)
);
create index pledges_campaign on pledges (campaign_id, id desc);
create index pledges_pledger on pledges (pledger_id, id desc);
create index pledges_ambassador on pledges (ambassador_id) where ambassador_id is not null;
-- A pledge is called by the end of its id where nobody is named: a representative finds it by that.
create index pledges_reference on pledges (right(id::text, 12));
create index pledges_thanks on pledges (campaign_id, id desc) where thanks is not null;
create trigger pledges_kept before delete on pledges
  for each row execute function refuse_move();
create trigger pledges_key_kept before update on pledges
  for each row
  when ((old.id, old.campaign_id) is distinct from (new.id, new.campaign_id))
  execute function refuse_move();
comment on table pledges is 'One promise of a supporter to a campaign, with its lines in pledge_lines.';
comment on column pledges.maximum_cents is 'The cap that the supporter set; null: none.';
comment on column pledges.agreed_maximum_cents is
  'The most this pledge can ever owe, with or without a cap (R8). 0: every line was stopped before anything '
  'counted (R58).';
comment on column pledges.estimate_cents is 'What it would come to if last year repeated (R7).';
comment on column pledges.consent_text is 'The words that the supporter agreed to.';
comment on column pledges.thanks is
  'asked: its supporter wants to be thanked by name, and a representative has not decided; shown, hidden: the '
  'decision (R26). Null: not wanted.';
comment on column pledges.thanked_as is
  'The name as it was checked. It is shown only while the pledge still has this name: another one is checked again.';

create table pledge_lines (
  campaign_id uuid not null,
  pledge_id uuid not null,
  statistic_id uuid not null,
  number smallint not null default 1,
  statistic_name text not null,
  type text not null check (type in ('per_increment', 'per_achievement', 'one_time')),
  rate_cents cents not null check (rate_cents between 1 and 1000000),
  estimate_cents cents not null check (estimate_cents > 0),
  from_at timestamptz,
  until_at timestamptz,
  event_id uuid,
  from_known uuid[],
  until_known uuid[],
  primary key (pledge_id, statistic_id, number),
  constraint pledge_lines_number check (number between 1 and 200),
  constraint pledge_lines_in_order check (until_at >= from_at),
  constraint pledge_lines_event_fkey foreign key (campaign_id, event_id) references events (campaign_id, id),
  constraint pledge_lines_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint pledge_lines_statistic_fkey foreign key (campaign_id, statistic_id) references statistics (campaign_id, id)
);
create index pledge_lines_statistic on pledge_lines (statistic_id);
-- A statistic of a pledge has one line that is still open.
create unique index pledge_lines_open on pledge_lines (pledge_id, statistic_id) where until_at is null;
create index pledge_lines_event on pledge_lines (event_id) where event_id is not null;
create index pledge_lines_partial on pledge_lines (campaign_id)
  where from_at is not null or until_at is not null or event_id is not null;
comment on table pledge_lines is
  'One statistic of a pledge with its rate, and which results it counts. Name, rate and estimate stay as they were '
  'agreed (R15): a raise closes a line and adds the next one (R58).';
comment on column pledge_lines.rate_cents is 'Per unit, or once for an achievement or gift.';
comment on column pledge_lines.number is 'Counts the lines of one statistic in one pledge, from 1.';
comment on column pledge_lines.from_at is 'Counts what began after this instant; null: from the start of the season.';
comment on column pledge_lines.until_at is 'Counts what had begun by this instant; null: to the end of the season.';
comment on column pledge_lines.event_id is 'Counts this match only; null: every match.';
comment on column pledge_lines.from_known is 'Matches that had begun by from_at, although they start later now.';
comment on column pledge_lines.until_known is 'The same by until_at.';

create function pledge_lines_guard() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.pledge_id, new.statistic_id, new.number, new.statistic_name, new.type, new.rate_cents,
      new.estimate_cents, new.from_at)
     is distinct from
     (old.campaign_id, old.pledge_id, old.statistic_id, old.number, old.statistic_name, old.type, old.rate_cents,
      old.estimate_cents, old.from_at)
     or (old.until_at is not null and new.until_at is distinct from old.until_at)
  then
    raise exception 'a pledge line keeps what was agreed'
      using errcode = 'restrict_violation', constraint = 'pledge_lines_kept';
  end if;
  return new;
end $$;
comment on function pledge_lines_guard is
  'A line is closed once, and its match may turn out to be another event; nothing else about it changes (R15, R58).';
create trigger pledge_lines_guard before update on pledge_lines
  for each row execute function pledge_lines_guard();

create table pledge_consents (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  version integer not null,
  maximum_cents cents,
  agreed_maximum_cents cents not null,
  consent_text text not null,
  replaced_at timestamptz not null,
  constraint pledge_consents_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index pledge_consents_pledge on pledge_consents (pledge_id, id);
create index pledge_consents_campaign on pledge_consents (campaign_id, replaced_at);
create trigger pledge_consents_append_only before update or delete on pledge_consents
  for each row execute function refuse_change();
comment on table pledge_consents is
  'What a supporter had agreed to before changing the pledge: the evidence of every promise is kept (R8, R14, R58).';
comment on column pledge_consents.version is 'The pledge''s version that was agreed to.';

create table pledge_details (
  pledge_id uuid primary key,
  user_id uuid not null references users,
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  phone text check (length(phone) <= 40),
  street_address1 text check (length(street_address1) <= 200),
  street_address2 text check (length(street_address2) <= 200),
  city text check (length(city) <= 100),
  state text check (state ~ '^[A-Z]{2}$'),
  zip text check (length(zip) <= 20),
  name_by_link boolean not null default false,
  contact_by_link boolean not null default false,
  network text,
  erased_at timestamptz,
  constraint pledge_details_erased check (
    erased_at is null
    or (
      first_name is null and last_name is null and phone is null and street_address1 is null
      and street_address2 is null and city is null and state is null and zip is null
    )
  )
);
create index pledge_details_user on pledge_details (user_id);
create index pledge_details_network on pledge_details (network) where network is not null;
create index pledge_details_search on pledge_details using gin (person_lexemes(first_name, last_name, phone))
  where first_name is not null or last_name is not null;
comment on table pledge_details is
  'The name and address that were typed for one pledge, which its invoice, receipts and evidence are made out to: '
  'two people may share one mailbox, and so one account (R36, R37). Also of a pledge that is held and keeps its id '
  'once released (R57). Without a row, or where a part is empty, the account''s are used.';
comment on column pledge_details.name_by_link is
  'Added by the pledge''s link: what the account''s supporter typed comes before it (R65).';
comment on column pledge_details.contact_by_link is 'The same for phone and address.';
comment on column pledge_details.network is
  'From which network a pledge by check or cash was made: large promises of one network are limited together. '
  'Erased with the rest (R45, R57).';
comment on column pledge_details.erased_at is 'Its supporter has this pledge name nobody anymore (R45); money stays.';

create table pledge_confirmations (
  pledge_id uuid primary key
);
comment on table pledge_confirmations is
  'Pledges, also held ones, whose confirmation was not mailed yet (R44): written with the pledge, and deleted by '
  'the job that queues the mail. Without a foreign key: the pledge is in one of two tables.';

create table held_pledges (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  pledger_id uuid not null references users,
  ambassador_id uuid,
  payment_method text not null check (payment_method in ('check', 'cash')),
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  agreed_maximum_cents cents not null check (agreed_maximum_cents between 1 and 100000000),
  estimate_cents cents not null check (estimate_cents > 0),
  is_anonymous boolean not null,
  thanks text,
  note text check (length(note) <= 200),
  consent_text text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  known uuid[],
  created_at timestamptz not null,
  state text not null default 'held' check (state in ('held', 'released', 'declined', 'withdrawn')),
  decided_by uuid references users,
  decided_at timestamptz,
  message text check (length(message) <= 500),
  constraint held_pledges_ambassador_fkey
    foreign key (campaign_id, ambassador_id) references ambassadors (campaign_id, id),
  constraint held_pledges_cap_binds check (maximum_cents is null or agreed_maximum_cents <= maximum_cents),
  constraint held_pledges_decided check (
    (state = 'held') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint held_pledges_not_ones_own check (state in ('held', 'withdrawn') or decided_by <> pledger_id),
  constraint held_pledges_thanks check (thanks is null or (thanks = 'asked' and not is_anonymous))
);
create index held_pledges_waiting on held_pledges (id desc) where state = 'held';
create index held_pledges_campaign on held_pledges (campaign_id) where state = 'held';
create index held_pledges_pledger on held_pledges (pledger_id, id desc);
create index held_pledges_reference on held_pledges (right(id::text, 12)) where state = 'held';
comment on table held_pledges is
  'One promise by check or cash that waits for a representative, or what became of it (R57). No row of pledges '
  'before that, so that no total, list, settlement or mail can have it by mistake; once released, one with the '
  'same id.';
comment on column held_pledges.thanks is 'As on the pledge that it becomes.';
comment on column held_pledges.lines is 'As they were agreed: statistic, name, type, rate and estimate of each.';
comment on column held_pledges.known is 'Matches that had begun when it was made, although they start later now (R58).';
comment on column held_pledges.message is 'For the supporter, from whoever declined it.';

create table mailed_links (
  token_hash bytea primary key,
  kind text not null check (kind in ('pledge', 'guest', 'change', 'invitation', 'ambassador')),
  subject_id uuid not null,
  campaign_id uuid,
  pledge_id uuid,
  mailed_at timestamptz not null,
  ended_at timestamptz,
  constraint mailed_links_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint mailed_links_pledge_whole check ((campaign_id is null) = (pledge_id is null)),
  constraint mailed_links_of_pledge check (
    case kind when 'change' then pledge_id is not null when 'pledge' then true else pledge_id is null end)
);
create index mailed_links_subject on mailed_links (kind, subject_id);
create index mailed_links_pledge on mailed_links (pledge_id);
comment on table mailed_links is
  'One link in an e-mail that needs no sign-in to be opened (R25, R42, R44, R58, R59). Only a hash of its secret is '
  'kept.';
comment on column mailed_links.kind is
  'What its subject is: a pledge, a guest pledge, a requested change, an invitation, an ambassador.';
comment on column mailed_links.pledge_id is
  'The pledge that it opens; a change''s link does so once it confirmed the change. Null for the pledge''s link of a guest''s '
  'mail until the guest pledge is confirmed: its subject is the guest pledge.';
comment on column mailed_links.mailed_at is
  'When its mail was queued; of the pledge''s link of a guest''s mail, when it began to open the pledge.';
comment on column mailed_links.ended_at is
  'When it was revoked, replaced or refused, or a new link was made for a pledge that was long over.';

create table requested_changes (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  kind text not null check (kind in ('raise', 'stop', 'add', 'lower', 'cancel', 'card')),
  statistic_id uuid,
  rate_cents cents check (rate_cents > 0),
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  constraint requested_changes_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint requested_changes_rate check ((kind in ('raise', 'add')) = (rate_cents is not null)),
  constraint requested_changes_whole check ((kind in ('raise', 'stop', 'add')) = (statistic_id is not null)),
  constraint requested_changes_lower check (kind <> 'lower' or maximum_cents is not null)
);
create index requested_changes_pledge on requested_changes (pledge_id, requested_at);
comment on table requested_changes is
  'One change of a pledge that was asked for by its link. Its supporter confirms it by a link in a mail, or '
  'nothing changes (R14, R58).';
comment on column requested_changes.statistic_id is 'Null where the pledge as a whole is changed.';
comment on column requested_changes.rate_cents is 'The new rate of the statistic; null where no rate is named.';
comment on column requested_changes.maximum_cents is
  'The lower maximum, or another cap that was requested along with a line; null: the pledge''s own stays.';

create table charge_lookups (
  id uuid primary key,
  email text not null,
  amount_cents cents not null,
  charged_on date not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  created_at timestamptz not null,
  constraint charge_lookups_bounded check (amount_cents <= 100000000)
);
comment on table charge_lookups is
  'One question "What is this charge?", as typed. Looked up and answered by mail later, so that the answer on '
  'screen does not tell whether there is an account.';

-- Pledges: without an account -----------------------------------------------------------------------------------------

create table guest_pledges (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  state text not null check (state in ('started', 'held', 'confirmed', 'expired')),
  secret_hash bytea not null,
  address text,
  card_after_mail boolean not null default false,
  email text check (email = lower(email) and length(email) <= 254),
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  phone text check (length(phone) <= 40),
  street_address1 text check (length(street_address1) <= 200),
  street_address2 text check (length(street_address2) <= 200),
  city text check (length(city) <= 100),
  state_code text check (length(state_code) = 2),
  zip text check (length(zip) <= 20),
  ambassador_id uuid,
  payment_method text check (payment_method in ('auto_bill_progress', 'auto_bill_end', 'check', 'cash')),
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  is_own_maximum boolean not null default false,
  is_anonymous boolean,
  lines jsonb,
  counts_from text check (counts_from in ('now', 'match')),
  event_id uuid,
  known uuid[],
  consent_text text,
  consent_version integer,
  mails_sent integer not null default 0 check (mails_sent >= 0),
  addresses_used integer not null default 0 check (addresses_used >= 0),
  last_mailed_at timestamptz,
  created_at timestamptz not null,
  held_at timestamptz,
  reminded_at timestamptz,
  confirmed_at timestamptz,
  expired_at timestamptz,
  card_removed_at timestamptz,
  pledge_id uuid unique,
  held_pledge_id uuid unique references held_pledges,
  constraint guest_pledges_ambassador_fkey foreign key (campaign_id, ambassador_id)
    references ambassadors (campaign_id, id),
  constraint guest_pledges_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint guest_pledges_match check ((counts_from is not distinct from 'match') = (event_id is not null)),
  constraint guest_pledges_held check (
    state not in ('held', 'confirmed')
    or (
      held_at is not null and maximum_cents is not null and lines is not null and payment_method is not null
    )
  ),
  constraint guest_pledges_reachable check (state <> 'held' or email is not null),
  constraint guest_pledges_confirmed check (
    (state = 'confirmed') = (num_nonnulls(pledge_id, held_pledge_id) = 1)
    and (state = 'confirmed') = (confirmed_at is not null)
  ),
  constraint guest_pledges_expired check ((state = 'expired') = (expired_at is not null)),
  constraint guest_pledges_erased check (
    state <> 'expired'
    or (
      email is null and first_name is null and last_name is null and zip is null and address is null
      and phone is null and street_address1 is null and street_address2 is null and city is null
      and state_code is null
    )
  )
);
create index guest_pledges_campaign on guest_pledges (campaign_id, created_at);
create index guest_pledges_email on guest_pledges (email, held_at) where email is not null;
create index guest_pledges_mailbox on guest_pledges (mailbox_of(email)) where email is not null;
create index guest_pledges_address on guest_pledges (address, created_at) where address is not null;
create index guest_pledges_open on guest_pledges (created_at) where state in ('started', 'held');
create index guest_pledges_cards on guest_pledges (expired_at) where state = 'expired' and card_removed_at is null;
comment on table guest_pledges is
  'One pledge of somebody without an account: begun, held until its mail is confirmed, then a pledge (R59). Counts '
  'for nothing until then.';
comment on column guest_pledges.secret_hash is
  'Of the secret of the browser that began it: it alone may hold, mail again and withdraw.';
comment on column guest_pledges.address is 'Network address that it came from; erased with the rest.';
comment on column guest_pledges.card_after_mail is
  'While cards are being tested here, the card is asked for after the link was opened.';
comment on column guest_pledges.phone is
  'With the postal address: of who pays by check or cash, until it is the account''s.';
comment on column guest_pledges.maximum_cents is
  'The most that was shown: it binds whatever changes until it is confirmed (R8).';
comment on column guest_pledges.is_own_maximum is
  'The guest chose the maximum. False: it was computed and shown, if it is held; it binds when the link is confirmed, '
  'and moves with later changes.';
comment on column guest_pledges.is_anonymous is
  'Whether the pledge stays anonymous to the organization (R26); null, which counts as yes, where the guest was '
  'not asked.';
comment on column guest_pledges.lines is
  'What was chosen: statisticId, rate in cents, name, unitName and type as shown.';
comment on column guest_pledges.counts_from is
  'From the moment it was held, or one match (R58); null: the whole season.';
comment on column guest_pledges.event_id is
  'The one match. Not a foreign key: an event that only guest pledges name can be deleted, and their page says so.';
comment on column guest_pledges.known is
  'Matches that had begun when it was held and were moved or merged since (R58).';
comment on column guest_pledges.consent_text is
  'As shown when it was held; the pledge keeps the text of its confirmation.';
comment on column guest_pledges.addresses_used is
  'How many addresses it was mailed to: a mistyped one can be corrected.';
comment on column guest_pledges.held_pledge_id is 'What it became where a representative looks at it first (R57).';

create table guest_mailboxes (
  mailbox bytea not null,
  organization_id uuid not null,
  has_card boolean not null,
  mailed_at timestamptz not null
);
create index guest_mailboxes_mailbox on guest_mailboxes (mailbox, mailed_at);
create index guest_mailboxes_mailed on guest_mailboxes (mailed_at);
create index guest_mailboxes_organization on guest_mailboxes (organization_id, mailed_at) include (has_card);
comment on table guest_mailboxes is
  'One mail that a visitor caused, of a guest pledge or about an opening (R77), counted for 24 hours against the address that it went to and the '
  'organization that was pledged to. It outlives the guest pledge: taken back, corrected or confirmed, they forget '
  'it (R59).';
comment on column guest_mailboxes.mailbox is 'A keyed hash of the address; the address itself is not kept.';
comment on column guest_mailboxes.organization_id is
  'Whose campaign was pledged on. Without a foreign key: a row lasts 24 hours.';
comment on column guest_mailboxes.has_card is 'Whether a card was saved for the guest pledge first.';

create table guest_cards (
  guest_pledge_id uuid primary key references guest_pledges on delete cascade,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_payment_method text not null unique,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  fingerprint text,
  saved_at timestamptz not null,
  card_id uuid references cards
);
create index guest_cards_fingerprint on guest_cards (fingerprint) where fingerprint is not null and card_id is null;
create index guest_cards_saved on guest_cards (saved_at);
comment on table guest_cards is
  'One card that was saved for a guest pledge, under a customer of its own at the card provider. It becomes an '
  'account''s card when the pledge is confirmed, and is removed when it is not (R59).';
comment on column guest_cards.card_id is 'The account''s card that it became; null until then.';

-- Pledges: rewards, digests and alerts --------------------------------------------------------------------------------

create table rewards (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  title text not null,
  description text not null,
  type text not null
    check (type in ('top_supporter', 'milestone_maker', 'elite_circle', 'early_bird', 'sponsorship')),
  threshold_cents cents check (threshold_cents >= 0),
  max_winners integer check (max_winners >= 1),
  statistic_id uuid,
  prize_details text,
  qualification_criteria text,
  prize_types text[] not null default '{}',
  enable_tiered_rewards boolean not null default false,
  tiered_rewards jsonb not null default '[]',
  has_additional_reward boolean not null default false,
  additional_reward text,
  sponsorships_available integer not null default 1 check (sponsorships_available >= 1),
  version integer not null default 1,
  created_at timestamptz not null,
  archived_at timestamptz,
  constraint rewards_statistic_fkey foreign key (campaign_id, statistic_id) references statistics (campaign_id, id),
  constraint rewards_milestone_statistic check (type <> 'milestone_maker' or statistic_id is not null),
  constraint rewards_bounded check (threshold_cents <= 100000000)
);
create index rewards_campaign on rewards (campaign_id, created_at);
comment on table rewards is 'One prize for supporters of a campaign, and who wins it (R41).';

create table reward_handouts (
  campaign_id uuid not null,
  reward_id uuid not null references rewards,
  pledge_id uuid not null,
  handed_out_by uuid not null references users,
  handed_out_at timestamptz not null,
  primary key (reward_id, pledge_id),
  constraint reward_handouts_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index reward_handouts_campaign on reward_handouts (campaign_id);
comment on table reward_handouts is
  'One prize that was handed to its winner (R41). Undone by deleting the row: the audit log remembers it.';

create table result_digests (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  due_at timestamptz not null,
  frozen_at timestamptz,
  after_pledge_id uuid,
  closed_at timestamptz,
  constraint result_digests_closed check (closed_at is null or frozen_at is not null)
);
create unique index result_digests_gathering on result_digests (campaign_id) where frozen_at is null;
create index result_digests_open on result_digests (due_at) where closed_at is null;
create index result_digests_campaign on result_digests (campaign_id, frozen_at desc);
comment on table result_digests is
  'Confirmed results that supporters of one campaign get in one mail. One gathers at a time; once frozen, it is '
  'mailed pledge after pledge.';
comment on column result_digests.changed_at is 'The newest confirmation that joined it.';
comment on column result_digests.after_pledge_id is
  'The last pledge whose mail is queued: where to go on after an interruption.';

create table result_digest_results (
  digest_id uuid not null references result_digests,
  result_id uuid not null references results,
  occurs_at timestamptz not null,
  since_at timestamptz not null,
  quantity quantity not null,
  primary key (digest_id, result_id)
);
comment on table result_digest_results is
  'One result as it was when its digest was frozen: what is new is the difference to the digest before.';
comment on column result_digest_results.occurs_at is 'When it counts: the start of its match (R10).';
comment on column result_digest_results.quantity is 'Its difference then; voiding another entry changes it later.';
comment on column result_digest_results.since_at is 'When it began (R58).';

create table result_alerts (
  campaign_id uuid not null references campaigns,
  user_id uuid not null references users,
  channel text not null check (channel in ('push', 'mail')),
  quiet_from smallint not null default 21 check (quiet_from between 0 and 23),
  quiet_to smallint not null default 8 check (quiet_to between 0 and 23),
  time_zone text not null check (length(time_zone) <= 60),
  since timestamptz not null,
  due_at timestamptz,
  primary key (campaign_id, user_id)
);
create index result_alerts_user on result_alerts (user_id);
create index result_alerts_due on result_alerts (due_at, campaign_id, user_id) where due_at is not null;
comment on table result_alerts is
  'One supporter who wants to know of one campaign''s results as they are entered, and how (R64).';
comment on column result_alerts.quiet_from is
  'The hour in time_zone from which nothing is sent, until quiet_to; the same hour twice: no quiet hours.';
comment on column result_alerts.since is 'Matches of which something was entered before this are not alerted about.';
comment on column result_alerts.due_at is
  'Results were entered: when to look at what they add. Null: nothing to look at.';

create table opening_requests (
  campaign_id uuid not null references campaigns,
  email text not null check (length(email) <= 254),
  mailbox text not null generated always as (mailbox_of(email)) stored,
  asked_at timestamptz not null,
  primary key (campaign_id, mailbox)
);
create index opening_requests_mailbox on opening_requests (mailbox);
comment on table opening_requests is
  'One mailbox that is told when one campaign opens for pledges. Deleted when the mail is queued, or when the '
  'campaign is over (R77).';

create table alert_rounds (
  campaign_id uuid primary key references campaigns,
  opened_at timestamptz not null,
  due_at timestamptz not null
);
create index alert_rounds_due on alert_rounds (due_at);
comment on table alert_rounds is
  'A campaign whose newly entered results gather for a few minutes, so that they are one alert. Gone once handed on.';

create table sent_alerts (
  campaign_id uuid not null references campaigns,
  user_id uuid not null references users,
  slot uuid not null,
  moment uuid not null,
  alert_id uuid not null,
  channel text not null check (channel in ('push', 'mail')),
  added_cents bigint not null,
  sent_at timestamptz not null,
  primary key (campaign_id, user_id, slot)
);
create index sent_alerts_user on sent_alerts (user_id, sent_at);
comment on table sent_alerts is 'One match that one supporter was alerted about: never a second time (R64).';
comment on column sent_alerts.slot is
  'The match; of a result without one, the result; of an achievement, its statistic.';
comment on column sent_alerts.moment is 'The match, or the result without one, as a digest names it.';
comment on column sent_alerts.alert_id is 'Several matches of one alert have the same.';
comment on column sent_alerts.added_cents is
  'What the alert said that the match adds: a digest that says the same is not mailed.';

-- Settlements ---------------------------------------------------------------------------------------------------------

create table settlements (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  version integer not null check (version >= 1),
  kind text not null check (kind in ('progress', 'final')),
  stage text not null check (stage in ('locked', 'charging', 'closed')),
  totals jsonb not null,
  declared jsonb not null default '[]',
  locked_by uuid references users,
  locked_at timestamptz not null,
  charge_at timestamptz not null,
  closed_at timestamptz,
  status_before text check (status_before in ('active', 'paused', 'completed')),
  withdrawn_at timestamptz,
  withdrawn_by uuid references users,
  constraint settlements_campaign_id_version_key unique (campaign_id, version),
  constraint settlements_campaign_key unique (campaign_id, id),
  constraint settlements_closed check ((stage = 'closed') = (closed_at is not null)),
  constraint settlements_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null or kind = 'final'))
);
create index settlements_open on settlements (charge_at) where stage <> 'closed';
create index settlements_unclosed on settlements (campaign_id) where stage <> 'closed';
create trigger settlements_kept before delete on settlements
  for each row execute function refuse_move();
create trigger settlements_key_kept before update on settlements
  for each row
  when ((old.id, old.campaign_id) is distinct from (new.id, new.campaign_id))
  execute function refuse_move();
comment on table settlements is
  'One version of what a campaign bills (R30). What it says is final; a mistake is corrected by the next version.';
comment on column settlements.version is 'Counts from 1 in each campaign.';
comment on column settlements.totals is 'Its sums, in cents, as they were shown before it was locked.';
comment on column settlements.declared is 'The blockers that somebody overrode, each with the reason (R31).';
comment on column settlements.locked_by is 'Null: the program, by itself.';
comment on column settlements.charge_at is 'When cards are charged: after the notice period.';
comment on column settlements.status_before is
  'What the campaign was before the first final lock completed it: it is that again if this is withdrawn. Null: a '
  'settlement of another kind.';
comment on column settlements.withdrawn_at is
  'Since when it counts no more. It is open until its supporters are told, and then closed (R33).';

create table settlement_results (
  settlement_id uuid not null,
  campaign_id uuid not null,
  result_id uuid not null references results,
  occurs_at timestamptz not null,
  since_at timestamptz not null,
  quantity quantity not null,
  primary key (settlement_id, result_id),
  constraint settlement_results_settlement_fkey
    foreign key (campaign_id, settlement_id) references settlements (campaign_id, id)
);
comment on table settlement_results is
  'One result that a settlement rests on, as it was: with these, every share of every match can be shown again to '
  'the cent (R10).';
comment on column settlement_results.occurs_at is
  'When it counts; moving the match later does not move what was settled.';
comment on column settlement_results.quantity is 'Its difference then; voiding another entry changes it later.';
comment on column settlement_results.since_at is 'When it began then (R58).';

-- What a settlement writes is checked a statement at a time.
--
-- A foreign key looks its parent up row by row: a third of the time in which a large settlement was written. Settlement
-- pledges, charges and invoices are written by the hundred thousand, so a trigger for each statement looks up the
-- parents of all its new rows. The other half of a foreign key is refuse_move: a parent is never deleted and keeps its
-- key, and a row keeps its parents. Each sub-select is answered from a primary key, whatever the planner thinks of the
-- number of new rows. These tables have few indexes for the same reason: each costs as much to keep as the row itself.
create function demand_settled_parents() returns trigger language plpgsql as $$
begin
  if exists (select from added a
              where (select p.campaign_id from pledges p where p.id = a.pledge_id) is distinct from a.campaign_id) then
    raise exception '% names a pledge that is not of its campaign', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_pledge';
  end if;
  if exists (select from (select distinct settlement_id, campaign_id from added) a
              where (select s.campaign_id from settlements s where s.id = a.settlement_id) is distinct from a.campaign_id) then
    raise exception '% names a settlement that is not of its campaign', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_settlement';
  end if;
  return null;
end $$;
comment on function demand_settled_parents is
  'The foreign keys to pledges and settlements, for tables that are written by the hundred thousand.';

create table settlement_pledges (
  settlement_id uuid not null,
  campaign_id uuid not null,
  pledge_id uuid not null,
  version integer not null,
  accrued_cents cents not null check (accrued_cents >= 0),
  billed_before_cents cents not null,
  to_bill_cents cents not null,
  carried_cents cents not null,
  goodwill_cents cents not null default 0 check (goodwill_cents >= 0),
  primary key (settlement_id, pledge_id),
  constraint settlement_pledges_difference check (to_bill_cents = accrued_cents - billed_before_cents)
);
create index settlement_pledges_goodwill on settlement_pledges (pledge_id) where goodwill_cents > 0;
create trigger settlement_pledges_parents after insert on settlement_pledges
  referencing new table as added for each statement execute function demand_settled_parents();
create trigger settlement_pledges_kept before update on settlement_pledges
  for each row
  when ((old.settlement_id, old.pledge_id, old.campaign_id)
        is distinct from (new.settlement_id, new.pledge_id, new.campaign_id))
  execute function refuse_move();
comment on table settlement_pledges is 'What one settlement says of one pledge.';
comment on column settlement_pledges.version is 'The settlement''s version.';
comment on column settlement_pledges.to_bill_cents is
  'Accrued less what was billed before; below 0 it is a decrease (R32).';
comment on column settlement_pledges.goodwill_cents is
  'What of a decrease goodwill refunds had returned before, so that it is not paid again (R32).';
comment on column settlement_pledges.carried_cents is 'What of it is left to the next settlement.';

create table settlement_lines (
  settlement_id uuid not null,
  pledge_id uuid not null,
  statistic_id uuid not null,
  number smallint not null,
  campaign_id uuid not null,
  quantity quantity not null,
  accrued_cents cents not null check (accrued_cents >= 0),
  primary key (settlement_id, pledge_id, statistic_id, number)
);
comment on table settlement_lines is 'What one settlement says of one pledge line: how many, and what that comes to.';
comment on column settlement_lines.number is 'The pledge line''s.';

-- Collecting: invoices and charges ------------------------------------------------------------------------------------

create table invoice_numbers (
  year integer primary key,
  last integer not null check (last >= 0)
);
comment on table invoice_numbers is 'The last invoice number of one year.';

create table invoices (
  id uuid primary key,
  campaign_id uuid not null,
  settlement_id uuid not null,
  pledge_id uuid not null,
  -- By its shape, without a regular expression for each row: of INV-2026-000123 only the second hyphen is left without
  -- its digits.
  number text not null unique
    check (number like 'INV-____-______%' and translate(substr(number, 5), '0123456789', '') = '-'),
  amount_cents cents not null check (amount_cents >= 0),
  paid_cents cents not null default 0 check (paid_cents between 0 and amount_cents),
  state text not null check (state in ('open', 'paid', 'void')),
  issued_at timestamptz not null,
  due_on date not null,
  voided_at timestamptz,
  constraint invoices_one_per_settlement unique (pledge_id, settlement_id),
  constraint invoices_paid check (state <> 'paid' or paid_cents = amount_cents),
  constraint invoices_void check ((state = 'void') = (voided_at is not null) and (state <> 'void' or paid_cents = 0)),
  constraint invoices_bounded check (amount_cents <= 100000000)
);
create index invoices_campaign on invoices (campaign_id, id);
create index invoices_unpaid on invoices (campaign_id) where state = 'open';
-- Open ones are few, and a settlement writes all of its invoices at once.
create index invoices_amount on invoices (amount_cents, id) where state <> 'open';
create trigger invoices_parents after insert on invoices
  referencing new table as added for each statement execute function demand_settled_parents();
create trigger invoices_kept before update on invoices
  for each row
  when ((old.settlement_id, old.pledge_id, old.campaign_id)
        is distinct from (new.settlement_id, new.pledge_id, new.campaign_id))
  execute function refuse_move();
comment on table invoices is 'What a check or cash pledge is asked to pay for one settlement (R36).';
comment on column invoices.amount_cents is
  'Lowered by decreases and set-offs, and by what a card pays of it instead, which is in a charge (R36).';

create table charges (
  id uuid primary key,
  campaign_id uuid not null,
  settlement_id uuid not null,
  pledge_id uuid not null,
  card_id uuid,
  invoice_id uuid references invoices,
  amount_cents cents not null check (amount_cents >= 50),
  refunded_cents cents not null default 0 check (refunded_cents between 0 and amount_cents),
  disputed_cents cents not null default 0 check (disputed_cents >= 0),
  lost_cents cents not null default 0 check (lost_cents >= 0),
  state text not null
    check (state in ('scheduled', 'processing', 'succeeded', 'requires_action', 'failed', 'past_due', 'voided')),
  charge_at timestamptz not null,
  attempts_count integer not null default 0,
  failure_code text,
  succeeded_at timestamptz,
  voided_at timestamptz,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  created_at timestamptz not null,
  -- In this order it also finds the charges of a pledge.
  constraint charges_one_per_settlement unique (pledge_id, settlement_id),
  constraint charges_by_card_or_for_invoice check (card_id is not null or invoice_id is not null),
  constraint charges_left check (refunded_cents + disputed_cents + lost_cents <= amount_cents),
  constraint charges_succeeded check ((state = 'succeeded') = (succeeded_at is not null)),
  constraint charges_voided check ((state = 'voided') = (voided_at is not null)),
  constraint charges_refund_after_success check (refunded_cents = 0 or state = 'succeeded'),
  constraint charges_disputed_after_success check (disputed_cents + lost_cents = 0 or state = 'succeeded'),
  constraint charges_bounded check (amount_cents <= 100000000)
);
-- Read from its end for the newest: in this order, new rows all go to one place of it.
create index charges_campaign on charges (campaign_id, id);
create index charges_due on charges (charge_at, id) where state in ('scheduled', 'failed');
create index charges_processing on charges (id) where state = 'processing';
-- The work queue looks at all campaigns at once, and most of them are over: what is not done is found by itself.
create index charges_unfinished on charges (campaign_id)
  where state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due');
create unique index charges_invoice on charges (invoice_id) where invoice_id is not null;
-- Scheduled ones are few, and a settlement writes all of its charges at once.
create index charges_amount on charges (amount_cents, id) where state <> 'scheduled';
-- What follows the year in a receipt's number.
create index charges_receipt on charges (right(id::text, 8)) where state = 'succeeded';
comment on table charges is 'One amount to be taken from a card for one settlement of one pledge (R34, R35).';
comment on column charges.card_id is 'Null: paid by link, with a card that nobody saved.';
comment on column charges.invoice_id is
  'An invoice that is being paid by card moves into a charge; if it is not paid, it moves back (R36).';
comment on column charges.disputed_cents is 'What the cardholder''s bank holds while it decides.';
comment on column charges.lost_cents is 'What lost disputes took for good.';

-- Like demand_settled_parents. A charge's pledge is looked up once, for its campaign and its card: a card that the
-- pledge names is there, as the pledge's own foreign key says.
create function demand_charged_parents() returns trigger language plpgsql as $$
declare missing text;
begin
  select case when p.campaign_id is distinct from a.campaign_id then 'pledge' else 'card' end into missing
    from added a
    left join lateral (select campaign_id, card_id from pledges where id = a.pledge_id limit 1) p on true
   where p.campaign_id is distinct from a.campaign_id
      or (a.card_id is distinct from p.card_id and a.card_id is not null
          and (select c.id from cards c where c.id = a.card_id) is null)
   limit 1;
  if missing is null and exists (
       select from (select distinct settlement_id, campaign_id from added) a
        where (select s.campaign_id from settlements s where s.id = a.settlement_id) is distinct from a.campaign_id) then
    missing := 'settlement';
  end if;
  if missing is not null then
    raise exception 'a charge names a % that is not there, or not of its campaign', missing
      using errcode = 'foreign_key_violation', constraint = 'charges_' || missing;
  end if;
  return null;
end $$;

create function demand_charged_cards() returns trigger language plpgsql as $$
begin
  if exists (select from added a
              where a.card_id is not null and (select c.id from cards c where c.id = a.card_id) is null) then
    raise exception 'a charge names a card that is not there'
      using errcode = 'foreign_key_violation', constraint = 'charges_card';
  end if;
  return null;
end $$;

create trigger charges_parents after insert on charges
  referencing new table as added for each statement execute function demand_charged_parents();
create trigger charges_cards_changed after update on charges
  referencing new table as added for each statement execute function demand_charged_cards();
create trigger charges_kept before update on charges
  for each row
  when ((old.settlement_id, old.pledge_id, old.campaign_id)
        is distinct from (new.settlement_id, new.pledge_id, new.campaign_id))
  execute function refuse_move();

create table charge_attempts (
  id uuid primary key,
  charge_id uuid not null references charges,
  campaign_id uuid not null,
  kind text not null default 'off_session' check (kind in ('off_session', 'confirmation', 'link')),
  amount_cents cents not null,
  started_at timestamptz not null,
  lease_until timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('succeeded', 'declined', 'requires_action')),
  provider_reference text,
  decline_code text,
  provider text,
  address text,
  state_before text,
  card_brand text,
  card_last4 text,
  statement_suffix text,
  constraint charge_attempts_finished check ((finished_at is null) = (outcome is null)),
  constraint charge_attempts_by_link check ((kind = 'link') = (provider is not null and state_before is not null))
);
create unique index charge_attempts_one_open on charge_attempts (charge_id) where finished_at is null;
create index charge_attempts_charge on charge_attempts (charge_id, id);
create index charge_attempts_reference on charge_attempts (provider_reference) where outcome = 'succeeded';
comment on table charge_attempts is
  'One call to the card provider for a charge: the row comes first, and its id is the idempotency key (R34).';
comment on column charge_attempts.kind is
  'off_session: the saved card, without its owner. confirmation: the owner confirms what the bank asked. link: by a '
  'pay link, with a card used once (R35, R44).';
comment on column charge_attempts.lease_until is
  'Until when it is one worker''s; after that another one asks the card provider what became of it.';
comment on column charge_attempts.provider is 'Of a link attempt: which card provider takes the money.';
comment on column charge_attempts.address is 'Of a link attempt: the network address it was started from.';
comment on column charge_attempts.state_before is
  'Of a link attempt: the charge''s state to return to if it is not paid.';
comment on column charge_attempts.card_brand is
  'The card or bank account that was charged, with card_last4: as it was when the attempt started, or of a link '
  'attempt, the card that paid. Card networks renew saved cards: it never changes again (R37). Null: nothing paid '
  'by link yet.';
comment on column charge_attempts.statement_suffix is
  'What follows the provider''s name on the card statement, as it was sent (R37). Null: nothing.';

create table disputes (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  charge_id uuid not null references charges,
  provider_reference text not null unique,
  amount_cents cents not null check (amount_cents > 0),
  taken_cents cents not null default 0 check (taken_cents between 0 and amount_cents),
  taken_at timestamptz,
  reason text not null,
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint disputes_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint disputes_closed check (state = 'inquiry' or (state in ('won', 'lost')) = (closed_at is not null)),
  constraint disputes_taken check (state in ('open', 'lost') or taken_cents = 0)
);
create index disputes_campaign on disputes (campaign_id, id desc);
create index disputes_charge on disputes (charge_id);
create index disputes_due on disputes (evidence_due_at) where evidence_due_at is not null;
create index disputes_undecided on disputes (campaign_id) where closed_at is null;
-- Each batch of charges asks for cards whose payments were called fraud (R35).
create index disputes_fraud on disputes (charge_id) where reason = 'fraudulent' and state in ('open', 'lost');
comment on table disputes is
  'One charge that the cardholder''s bank takes back: its amount leaves what was collected at once; won, it '
  'returns; lost, it is written off (R35).';
comment on column disputes.amount_cents is 'What the bank disputes.';
comment on column disputes.taken_cents is 'How much of that was still there to be taken out.';
comment on column disputes.state is 'inquiry: the bank asks, and has taken nothing.';
comment on column disputes.taken_at is
  'When the bank took what it holds, as the card provider says, else as we learned (R37). Null: it has taken '
  'nothing yet.';
comment on column disputes.evidence_due_at is 'Until when the bank waits for an answer; null when it waits for none.';
comment on column disputes.closed_at is
  'When the bank decided, or closed an inquiry without disputing anything. Null: undecided (R35).';

create table card_events (
  provider text not null,
  id text not null check (length(id) <= 255),
  type text not null,
  subject text not null
    check (subject in ('payment', 'refunds', 'dispute', 'setup', 'card', 'transfer', 'mandate', 'account')),
  reference text not null,
  received_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, id)
);
create index card_events_waiting on card_events (next_attempt_at) where handled_at is null;
create index card_events_received on card_events (received_at);
comment on table card_events is
  'One event that a card provider sent. What became of its subject is asked of the provider when the event is '
  'handled, so order and repetition do not matter.';
comment on column card_events.reference is 'The provider''s id of the subject.';
comment on column card_events.attempts is 'Attempts to handle it so far.';

-- Collecting: checks and cash -----------------------------------------------------------------------------------------

create table deposits (
  id uuid primary key,
  amount_cents cents not null check (amount_cents > 0),
  payments_count integer not null check (payments_count between 1 and 500),
  deposited_on date not null,
  reference text check (length(reference) between 1 and 100),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  made_by uuid not null references users,
  created_at timestamptz not null,
  constraint deposits_bounded check (amount_cents <= 50000000000)
);
create index deposits_newest on deposits (id desc);
create index deposits_amount on deposits (amount_cents, id);
create index deposits_number on deposits (reference_digits(reference), id);
create trigger deposits_append_only before update or delete on deposits
  for each row execute function refuse_change();
comment on table deposits is 'Checks and cash taken to the bank on one slip (R36).';

create table payments (
  id uuid primary key,
  campaign_id uuid not null,
  invoice_id uuid not null references invoices,
  pledge_id uuid not null,
  amount_cents cents not null check (amount_cents > 0),
  overpaid_cents cents not null default 0 check (overpaid_cents >= 0 and overpaid_cents < amount_cents),
  refunded_cents cents not null default 0,
  method text not null check (method in ('check', 'cash')),
  reference text,
  received_on date not null,
  state text not null check (state in ('received', 'deposited', 'reversed')),
  deposit_id uuid references deposits,
  moved_from uuid unique references payments,
  reversed_on date,
  reversed_by uuid references users,
  reversal_reason text check (reversal_reason in ('bounced', 'posted_wrongly')),
  reversal_note text check (length(reversal_note) between 1 and 200),
  recorded_by uuid not null references users,
  created_at timestamptz not null,
  constraint payments_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint payments_refunded check (refunded_cents between 0 and amount_cents - overpaid_cents),
  constraint payments_reversed check (
    (state = 'reversed') = (reversed_on is not null) and (state = 'reversed') = (reversal_reason is not null)),
  constraint payments_bounded check (amount_cents <= 100000000)
);
create index payments_invoice on payments (invoice_id);
create index payments_pledge on payments (pledge_id, id desc);
create index payments_campaign on payments (campaign_id, id desc);
create index payments_deposit on payments (deposit_id) where deposit_id is not null;
create index payments_to_deposit on payments (id) where state = 'received';
create index payments_overpaid on payments (campaign_id) where overpaid_cents > 0;
create index payments_amount on payments (amount_cents, id);
create index payments_number on payments (reference_digits(reference), id);
create index payments_receipt on payments (right(id::text, 8));
comment on table payments is 'One check or cash payment that was received and posted on an invoice (R36).';
comment on column payments.overpaid_cents is 'What of it is above the invoice: the supporter''s, not the campaign''s.';
comment on column payments.state is
  'reversed: it does not count. The check bounced, or it was posted on the wrong invoice (reversal_reason): then '
  'another payment was moved from it.';
comment on column payments.reversal_note is 'The reason in words, as the list of payments shows it.';
comment on column payments.deposit_id is 'Kept when it bounces: the bank takes a check back by itself.';
comment on column payments.moved_from is 'The payment on another invoice that this one replaces.';

create view received_money as
  select
    id, 'charge' as source, campaign_id, pledge_id, amount_cents::bigint as amount_cents,
    (amount_cents - refunded_cents - disputed_cents - lost_cents)::bigint as kept_cents
  from charges
  where state = 'succeeded'
  union all
  select
    id, 'payment', campaign_id, pledge_id, (amount_cents - overpaid_cents)::bigint,
    (amount_cents - overpaid_cents - refunded_cents)::bigint
  from payments
  where state <> 'reversed';
comment on view received_money is
  'Every charge that succeeded and every payment that was not reversed (R11). Amount is what counts toward the '
  'pledge; kept is what of it was neither refunded, disputed nor lost, and is also the most that can be refunded '
  '(R32).';

-- Giving back ---------------------------------------------------------------------------------------------------------

create table refunds (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  settlement_id uuid,
  charge_id uuid references charges,
  payment_id uuid references payments,
  kind text not null check (kind in ('correction', 'goodwill')),
  amount_cents cents not null check (amount_cents > 0),
  state text not null check (state in ('due', 'sent', 'paid', 'failed')),
  by_hand boolean not null default false,
  is_booked boolean not null generated always as (state = 'paid' or (state = 'due' and by_hand)) stored,
  reason text not null,
  given_alone_by uuid references users,
  provider_reference text,
  created_at timestamptz not null,
  started_at timestamptz,
  lease_until timestamptz,
  succeeded_at timestamptz,
  constraint refunds_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint refunds_source check ((charge_id is null) <> (payment_id is null)),
  constraint refunds_by_hand check (by_hand or payment_id is null),
  constraint refunds_tried check (state <> 'sent' or (not by_hand and started_at is not null and lease_until is not null))
);
create index refunds_pledge on refunds (pledge_id);
create index refunds_campaign on refunds (campaign_id, id desc);
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_open on refunds (id) where state in ('due', 'sent') and not by_hand;
create index refunds_unfinished on refunds (campaign_id) where state in ('due', 'sent');
create index refunds_reference on refunds (provider_reference) where provider_reference is not null;
create index refunds_charge on refunds (charge_id) where charge_id is not null;
create index refunds_given_alone on refunds (given_alone_by, created_at) where given_alone_by is not null;
create index refunds_amount on refunds (amount_cents, id);
comment on table refunds is
  'Money of one charge or payment that goes back: a settlement decided it (correction), or a representative gave it '
  '(goodwill). To the card, or by check, cash or bank transfer (R32).';
comment on column refunds.state is
  'due: not made yet. sent: the card provider was asked. failed: not made, or returned; what is still to go back is '
  'another refund.';
comment on column refunds.by_hand is 'By check, cash or bank transfer, because no card can take it.';
comment on column refunds.is_booked is 'It counts as collected no more.';
comment on column refunds.given_alone_by is 'Who gave a goodwill refund without a second person (R29).';
comment on column refunds.started_at is 'When the card provider was first asked (R34).';
comment on column refunds.lease_until is 'Until when it is one worker''s (R34).';

create view corrections as
  select campaign_id, pledge_id, amount_cents from refunds where kind = 'correction' and state <> 'failed'
  union all
  select z.campaign_id, z.pledge_id, z.goodwill_cents
    from settlement_pledges z join settlements t on t.id = z.settlement_id and t.withdrawn_at is null
   where z.goodwill_cents > 0;
comment on view corrections is
  'What decreases returned of what was billed: by refunds, or by goodwill refunds made before (R32).';

create table manual_refunds (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  payment_id uuid unique references payments,
  refund_id uuid unique references refunds,
  amount_cents cents not null check (amount_cents > 0),
  method text not null check (method in ('check', 'cash', 'bank_transfer')),
  reference text check (length(reference) between 1 and 100),
  refunded_on date not null,
  recorded_by uuid not null references users,
  created_at timestamptz not null,
  constraint manual_refunds_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint manual_refunds_source check ((payment_id is null) <> (refund_id is null)),
  constraint manual_refunds_reference check (method = 'cash' or reference is not null)
);
create index manual_refunds_campaign on manual_refunds (campaign_id);
create index manual_refunds_pledge on manual_refunds (pledge_id);
create index manual_refunds_number on manual_refunds (reference_digits(reference), id);
create trigger manual_refunds_append_only before update or delete on manual_refunds
  for each row execute function refuse_change();
comment on table manual_refunds is
  'One manual refund: an overpayment, or a refund that is owed, paid by check, cash or bank transfer (R5, R32, '
  'R36).';
comment on column manual_refunds.payment_id is 'Whose overpayment it was.';

create table set_offs (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  refund_id uuid not null unique references refunds,
  invoice_id uuid not null references invoices,
  amount_cents cents not null check (amount_cents > 0),
  created_at timestamptz not null,
  constraint set_offs_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index set_offs_invoice on set_offs (invoice_id);
create index set_offs_pledge on set_offs (pledge_id);
create index set_offs_campaign on set_offs (campaign_id);
create trigger set_offs_append_only before update or delete on set_offs
  for each row execute function refuse_change();
comment on table set_offs is
  'A refund that is owed, used to pay an open invoice of the same pledge: the invoice is lower by as much, and '
  'nothing is paid out (R5, R32).';

create table adjustments (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  settlement_id uuid,
  kind text not null check (kind in ('waiver', 'write_off')),
  amount_cents cents not null check (amount_cents <> 0),
  reason text not null,
  created_by uuid references users,
  created_at timestamptz not null,
  constraint adjustments_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index adjustments_pledge on adjustments (pledge_id);
create index adjustments_campaign on adjustments (campaign_id);
create trigger adjustments_append_only before update or delete on adjustments
  for each row execute function refuse_change();
comment on table adjustments is
  'An amount of a pledge that is not billed on purpose (waiver), or billed and given up (write-off).';
comment on column adjustments.amount_cents is 'Below 0: an earlier one that a correction took back.';

create table exceptions (
  id uuid primary key,
  kind text not null check (kind in (
    'unexplained_payment', 'unexplained_addition', 'unexplained_deduction', 'refund_failed',
    'refund_above_charge', 'refund_stopped', 'dispute_not_owed',
    'dispute_above_charge', 'bounced_after_refund', 'payout_unanswered', 'payout_refused',
    'payout_above_owed', 'organization_overpaid')),
  campaign_id uuid,
  pledge_id uuid,
  subject text not null check (subject in ('charge', 'refund', 'payout', 'dispute', 'payment', 'movement')),
  subject_id uuid,
  key text not null unique,
  reference text,
  amount_cents cents not null check (amount_cents > 0),
  happened text not null,
  answer text,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users,
  resolution text,
  constraint exceptions_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint exceptions_of_campaign check ((campaign_id is null) = (subject = 'movement')),
  constraint exceptions_resolved check ((resolved_at is null) = (resolution is null))
);
create index exceptions_open on exceptions (opened_at, id) where resolved_at is null;
create index exceptions_subject on exceptions (subject_id) where resolved_at is null;
create index exceptions_campaign on exceptions (campaign_id);
comment on table exceptions is
  'Something rare that happened to money: a person decides, and until then its amount is neither paid out, charged nor '
  'refunded (R34).';
comment on column exceptions.campaign_id is 'Null: a movement on the account at the card provider, of no campaign.';
comment on column exceptions.subject_id is 'What it is about; null: a payment that the books do not have.';
comment on column exceptions.key is 'What happened: it opens one exception, however often it is reported.';
comment on column exceptions.reference is 'What it is called at the card provider.';
comment on column exceptions.answer is 'What the card provider said.';
comment on column exceptions.happened is 'In one sentence.';
comment on column exceptions.resolved_by is 'Null: it ended by itself, or the card provider ended it.';

create table sign_offs (
  id uuid primary key,
  kind text not null check (kind in ('goodwill_refund', 'manual_refund', 'adjustment')),
  campaign_id uuid,
  pledge_id uuid,
  subject_id uuid not null,
  amount_cents cents not null check (amount_cents > 0),
  what text not null,
  reason text check (length(reason) between 1 and 500),
  form jsonb not null,
  attachment bytea check (length(attachment) <= 2000000),
  attachment_type text check (attachment_type in ('application/pdf', 'image/jpeg', 'image/png')),
  state text not null check (state in ('prepared', 'approved', 'withdrawn')),
  prepared_by uuid not null references users,
  prepared_at timestamptz not null,
  approved_by uuid references users,
  approved_at timestamptz,
  constraint sign_offs_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint sign_offs_of_campaign check (campaign_id is not null or kind = 'adjustment'),
  constraint sign_offs_second_person check (approved_by <> prepared_by),
  constraint sign_offs_attachment check ((attachment is null) = (attachment_type is null)),
  constraint sign_offs_approved check (
    (state = 'approved') = (approved_by is not null) and (approved_by is null) = (approved_at is null))
);
create unique index sign_offs_one_prepared on sign_offs (subject_id) where state = 'prepared';
create index sign_offs_campaign on sign_offs (campaign_id);
comment on table sign_offs is
  'Money that one representative could take or give away alone: one prepares it, another approves it, and only then is '
  'it done (R29).';
comment on column sign_offs.campaign_id is 'Null: an adjustment of an exception that belongs to no campaign.';
comment on column sign_offs.subject_id is
  'The charge (goodwill_refund), the overpaid payment or the refund owed (manual_refund), or the exception that it '
  'closes (adjustment).';
comment on column sign_offs.what is 'What is done once it is approved, in words.';
comment on column sign_offs.form is 'What was entered, which is checked again when it is approved.';

-- Books: the journal --------------------------------------------------------------------------------------------------

create table campaign_books (
  campaign_id uuid primary key references campaigns,
  collected_cents cents not null default 0 check (collected_cents >= 0),
  commission_cents cents not null default 0 check (commission_cents >= 0),
  paid_out_cents cents not null default 0
);
comment on table campaign_books is
  'What one campaign''s commission is computed on, locked by whoever posts (R4). The self check compares it with '
  'the journal.';
comment on column campaign_books.paid_out_cents is
  'Below 0 where Stripe reverses a transfer that the organization had already paid back: that is owed to it, too '
  '(R68).';

create table journal_entries (
  id uuid primary key,
  campaign_id uuid references campaigns,
  kind text not null constraint journal_entries_kind_check check (kind in (
    'charge', 'payment', 'overpayment', 'overpayment_paid', 'deposit', 'refund', 'refund_paid', 'refund_failed',
    'reversal', 'set_off', 'payout', 'payout_reversed', 'dispute', 'dispute_won',
    'dispute_lost', 'unexplained', 'unexplained_returned', 'adjustment', 'card_fee', 'card_payout')),
  description text not null,
  pledge_id uuid,
  source_id uuid not null,
  reverses_id uuid references journal_entries,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  occurred_at timestamptz not null,
  constraint journal_entries_pledge_of_campaign check (pledge_id is null or campaign_id is not null),
  constraint journal_entries_once unique (source_id, kind),
  constraint journal_entries_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index journal_entries_campaign on journal_entries (campaign_id, occurred_at, id);
create index journal_entries_pledge on journal_entries (pledge_id) where pledge_id is not null;
create index journal_entries_occurred on journal_entries (occurred_at);
create trigger journal_entries_append_only before update or delete on journal_entries
  for each row execute function refuse_change();
create trigger journal_entries_no_truncate before truncate on journal_entries
  execute function refuse_change();
comment on table journal_entries is
  'One thing that happened to money, with balanced postings. Never changed: a mistake is reversed by another entry '
  '(R5).';
comment on column journal_entries.campaign_id is
  'Null: it is about several campaigns, as a deposit, or about none, as the card provider''s payout.';
comment on column journal_entries.source_id is
  'The charge, payment, refund, payout or other row it is about. With the kind it is unique: nothing is posted '
  'twice (R34).';

create table journal_postings (
  entry_id uuid not null references journal_entries,
  line smallint not null,
  campaign_id uuid references campaigns,
  payment_id uuid references payments,
  account text not null constraint journal_postings_account_check check (account in (
    'cash', 'card_clearing', 'undeposited', 'organization_payable', 'commission', 'processing_fees', 'supporter_credit', 'refunds_owed',
    'disputed', 'write_offs', 'unexplained')),
  amount_cents cents not null check (amount_cents <> 0),
  primary key (entry_id, line)
);
create index journal_postings_campaign on journal_postings (campaign_id, account);
create index journal_postings_bank on journal_postings (entry_id) where account = 'cash';
create trigger journal_postings_append_only before update or delete on journal_postings
  for each row execute function refuse_change();
create trigger journal_postings_no_truncate before truncate on journal_postings
  execute function refuse_change();
comment on table journal_postings is 'One line of a journal entry: an account and how it changes.';
comment on column journal_postings.payment_id is 'Of a deposit: the check or cash on the slip.';
comment on column journal_postings.amount_cents is
  'Debits above 0, credits below. The lines of an entry add up to 0 (R5).';

-- One function for both tables, so it reads its row as JSON rather than by a column that only one of them has.
create function journal_balances() returns trigger language plpgsql as $$
declare
  row_json jsonb := to_jsonb(new);
  entry uuid := coalesce(row_json ->> 'entry_id', row_json ->> 'id')::uuid;
  is_balanced boolean;
begin
  select coalesce(bool_and(one.total = 0 and (e.campaign_id is null or e.campaign_id is not distinct from one.campaign_id)), false)
    into is_balanced
    from journal_entries e,
         lateral (select campaign_id, sum(amount_cents) as total from journal_postings where entry_id = e.id group by 1) one
   where e.id = entry;
  if not is_balanced then
    raise exception 'journal entry % does not balance', entry
      using errcode = 'check_violation', constraint = 'journal_balances';
  end if;
  return null;
end $$;
comment on function journal_balances is
  'When a transaction commits, the lines of each of its entries add up to 0, campaign by campaign, and those of an '
  'entry of one campaign are all that campaign''s (R5).';
create constraint trigger journal_entries_balance after insert on journal_entries
  deferrable initially deferred for each row execute function journal_balances();
create constraint trigger journal_postings_balance after insert on journal_postings
  deferrable initially deferred for each row execute function journal_balances();

create table bank_lines (
  id uuid primary key,
  fingerprint text not null check (length(fingerprint) = 64),
  day date not null,
  text text not null check (length(text) <= 300),
  amount_cents cents not null check (amount_cents <> 0),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  matched_id uuid constraint bank_lines_matched_once unique,
  note text check (length(note) between 1 and 200),
  imported_by uuid not null references users,
  created_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  constraint bank_lines_once unique (money_mode, fingerprint),
  constraint bank_lines_decision check (
    matched_id is null and note is null and decided_by is null and decided_at is null
    or (matched_id is null) <> (note is null) and decided_by is not null and decided_at is not null)
);
create index bank_lines_newest on bank_lines (day desc, id desc);
create index bank_lines_open on bank_lines (day desc, id desc) where matched_id is null and note is null;
comment on table bank_lines is
  'One line of the provider''s bank account, from a file of the bank, and what of the books it is (R78). It posts nothing.';
comment on column bank_lines.matched_id is
  'The line of Cash at bank: the id of the payout, of what came back of one, of the check that bounced, or of the entry.';
comment on column bank_lines.fingerprint is
  'The bank''s own id of the line, or its day, amount, text and how many like it came before on that day, hashed: the '
  'same line of another file is the same.';

create table card_movements (
  id uuid primary key,
  reference text not null,
  provider text not null check (provider in ('sandbox', 'stripe')),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  kind text not null check (kind in ('payment', 'transfer', 'fee', 'payout', 'unknown')),
  source text,
  amount_cents cents not null,
  fee_cents cents not null,
  moved_at timestamptz not null,
  on_day date,
  constraint card_movements_once unique (reference, provider, money_mode)
);
create index card_movements_source on card_movements (source);
create trigger card_movements_append_only before update or delete on card_movements
  for each row execute function refuse_change();
comment on table card_movements is
  'One movement on the account at the card provider, under its id there, so that what only the provider knows (its fees '
  'and its payouts to the bank) is posted once (R5).';
comment on column card_movements.kind is
  'payment: a payment of ours, its refund or its dispute. transfer: to an organization''s own account, or back. unknown: '
  'of a kind that this version does not know, or not ours.';
comment on column card_movements.source is
  'The card provider''s id of the payment, transfer or payout; null where there is none.';
comment on column card_movements.amount_cents is 'What it added to the account before the fee; below 0: it took that.';
comment on column card_movements.fee_cents is 'What the card provider kept of it; below 0: a fee that was given back.';
comment on column card_movements.on_day is 'Of a payout: the day that the bank has it.';

-- Books: payouts ------------------------------------------------------------------------------------------------------

create table payouts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  amount_cents cents not null check (amount_cents > 0),
  state text not null constraint payouts_state_check
    check (state in ('prepared', 'approved', 'sent', 'arrived', 'returned', 'withdrawn')),
  note text,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  method text check (method in ('check', 'bank_transfer', 'stripe')),
  destination_id uuid references organization_payout_destinations,
  destination text,
  prepared_by uuid not null references users,
  prepared_at timestamptz not null,
  approved_by uuid references users,
  approved_at timestamptz,
  provider_account text,
  started_at timestamptz,
  lease_until timestamptz,
  refusal text,
  sent_by uuid references users,
  sent_at timestamptz,
  paid_on date,
  reference text check (length(reference) between 1 and 100),
  arrived_on date,
  confirmed_by uuid references users,
  confirmed_at timestamptz,
  constraint payouts_second_person check (approved_by <> prepared_by),
  constraint payouts_approved check (
    (approved_by is null) = (approved_at is null)
    and case state
          when 'prepared' then approved_by is null
          when 'withdrawn' then true
          else approved_by is not null
        end),
  constraint payouts_approved_destination check (state <> 'approved' or destination is not null),
  constraint payouts_transfer check (
    state <> 'approved' or method is distinct from 'stripe'
    or (provider_account is not null and lease_until is not null)),
  constraint payouts_sent check ((sent_by is null) = (sent_at is null) and (sent_by is null or paid_on is not null)),
  constraint payouts_paid check ((state in ('sent', 'arrived', 'returned')) = (paid_on is not null)),
  constraint payouts_arrived check (
    case state
      when 'arrived' then arrived_on is not null and arrived_on >= paid_on
      when 'returned' then true
      else arrived_on is null
    end
    and (confirmed_by is null) = (confirmed_at is null)
    and (confirmed_by is null or arrived_on is not null)),
  constraint payouts_bounded check (amount_cents <= 100000000000000)
);
create index payouts_organization on payouts (organization_id, id desc);
create unique index payouts_one_prepared on payouts (organization_id, money_mode)
  where state in ('prepared', 'approved');
create index payouts_to_confirm on payouts (organization_id, id) where state = 'sent';
create index payouts_reference on payouts (reference) where method = 'stripe';
create index payouts_short on payouts (right(id::text, 12));
create index payouts_amount on payouts (amount_cents, id);
create index payouts_number on payouts (reference_digits(reference), id) where method <> 'stripe';
comment on table payouts is
  'Money sent to an organization: prepared, approved by a second person, sent, confirmed. It leaves the books when '
  'it is sent (R5, R29, R38).';
comment on column payouts.state is
  'withdrawn: before it was sent, by a person or because Stripe refused it. returned: all of it came back.';
comment on column payouts.destination_id is 'As it was when the payout was prepared; null: none was set then.';
comment on column payouts.destination is 'The same in words.';
comment on column payouts.provider_account is
  'The organization''s account at Stripe, of a transfer. Stripe is asked under this row''s id (R34).';
comment on column payouts.paid_on is 'When it was sent.';
comment on column payouts.reference is 'The number of the check, bank transfer or Stripe transfer.';
comment on column payouts.refusal is 'Of one that was withdrawn: why, as a person entered it or Stripe said. Null: not said.';

create table payout_entries (
  entry_id uuid primary key references journal_entries,
  payout_id uuid not null references payouts,
  campaign_id uuid not null
);
create index payout_entries_payout on payout_entries (payout_id, campaign_id);
create trigger payout_entries_append_only before update or delete on payout_entries
  for each row execute function refuse_change();
comment on table payout_entries is
  'One journal entry that changed the organization''s share, and the first payout after it: each figure of a payout '
  'statement is the sum of these.';

create table payout_reversals (
  id uuid primary key,
  payout_id uuid not null references payouts,
  provider_reference text unique check (length(provider_reference) <= 255),
  amount_cents cents not null check (amount_cents > 0),
  reversed_on date not null,
  recorded_by uuid references users,
  reason text check (length(reason) between 1 and 200),
  is_paid_back boolean not null default false,
  created_at timestamptz not null,
  constraint payout_reversals_source check (
    (provider_reference is null) = (recorded_by is not null) and (recorded_by is null) = (reason is null)),
  constraint payout_reversals_paid_back check (not is_paid_back or recorded_by is not null)
);
create index payout_reversals_payout on payout_reversals (payout_id);
create trigger payout_reversals_append_only before update or delete on payout_reversals
  for each row execute function refuse_change();
comment on table payout_reversals is
  'Money of a payout that came back: Stripe reversed a transfer, in part or in whole, or a representative recorded '
  'it with the reason (R34, R38).';
comment on column payout_reversals.is_paid_back is
  'The organization sent the money back. False: the payment itself came back, and is sent again (R68).';

create table payout_lines (
  id uuid primary key,
  payout_id uuid not null references payouts,
  reversal_id uuid references payout_reversals,
  campaign_id uuid not null references campaigns,
  amount_cents cents not null check (amount_cents <> 0),
  constraint payout_lines_reversal check (reversal_id is null or amount_cents < 0)
);
create unique index payout_lines_once on payout_lines (payout_id, campaign_id, coalesce(reversal_id, payout_id));
create index payout_lines_campaign on payout_lines (campaign_id, payout_id);
create trigger payout_lines_append_only before update or delete on payout_lines
  for each row execute function refuse_change();
comment on table payout_lines is
  'What a payout is for each of its campaigns, and what of that came back. Each is posted in its campaign''s journal '
  'under its id (R5, R38).';
comment on column payout_lines.reversal_id is 'Null: it was paid. Otherwise it came back.';
comment on column payout_lines.amount_cents is
  'What the campaign counts as paid out. Below 0: it came back, or the campaign''s negative balance was deducted.';

-- Books: the self check -----------------------------------------------------------------------------------------------

create table book_violations (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  invariant text not null,
  subject_id uuid not null,
  problem text not null,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create unique index book_violations_open on book_violations (invariant, subject_id) where resolved_at is null;
create index book_violations_campaign on book_violations (campaign_id, id desc);
comment on table book_violations is
  'One invariant of the books that the self check found broken. While one is open, its campaign bills nothing '
  '(R40).';
comment on column book_violations.invariant is 'The name of its file in server/platform/db/invariants.';

create table book_checks (
  campaign_id uuid primary key references campaigns,
  checked_at timestamptz not null
);
comment on table book_checks is
  'When one campaign''s books were last checked in full: the campaign that has waited longest is next (R40).';

create table book_changes (
  campaign_id uuid not null,
  transaction xid8 not null,
  primary key (campaign_id, transaction)
);
comment on table book_changes is
  'One transaction that changed figures of a campaign since its books were last checked (R40): a row of its own, '
  'so that writers of one campaign do not wait for each other, and a mark that a check sees stands for figures '
  'that it sees too.';

create function mark_books() returns trigger language plpgsql as $$
begin
  insert into book_changes select distinct campaign_id, pg_current_xact_id() from changed where campaign_id is not null
    on conflict do nothing;
  return null;
end $$;
comment on function mark_books is 'For tables that an invariant of the books reads, once for each statement.';

create function mark_books_of_pledge() returns trigger language plpgsql as $$
begin
  insert into book_changes values (new.campaign_id, pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;
comment on function mark_books_of_pledge is 'The same a row at a time, which costs a new pledge less.';

create function mark_books_of_campaign() returns trigger language plpgsql as $$
begin
  insert into book_changes values (new.id, pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;
comment on function mark_books_of_campaign is 'The same for a campaign, of which the invariants read some columns.';

create function mark_books_of_payout() returns trigger language plpgsql as $$
begin
  insert into book_changes
    select distinct campaign_id, pg_current_xact_id() from payout_lines where payout_id = new.id
    on conflict do nothing;
  return null;
end $$;
comment on function mark_books_of_payout is 'The same for a payout, whose campaigns are those of its lines.';

-- Tables that are only ever written together with one of these have no mark of their own: a pledge's lines, a
-- campaign's totals, what came back of a payout. Some are written with every pledge, and each trigger costs it time.
do $$
declare
  name text;
begin
  foreach name in array array[
    'adjustments', 'campaign_books', 'charge_attempts', 'charges', 'disputes', 'exceptions', 'invoices',
    'journal_entries',
    'journal_postings', 'manual_refunds', 'payments', 'payout_lines', 'refunds', 'results', 'set_offs',
    'settlement_pledges', 'settlements', 'sign_offs', 'statistic_totals']
  loop
    execute format('create trigger %1$s_inserted_marks_books after insert on %1$I
      referencing new table as changed for each statement execute function mark_books()', name);
    execute format('create trigger %1$s_updated_marks_books after update on %1$I
      referencing new table as changed for each statement execute function mark_books()', name);
    execute format('create trigger %1$s_deleted_marks_books after delete on %1$I
      referencing old table as changed for each statement execute function mark_books()', name);
  end loop;
end $$;
create trigger pledges_inserted_marks_books after insert on pledges
  for each row execute function mark_books_of_pledge();
create trigger pledges_updated_marks_books after update on pledges
  referencing new table as changed for each statement execute function mark_books();
create trigger campaigns_inserted_marks_books after insert on campaigns
  for each row execute function mark_books_of_campaign();
create trigger campaigns_updated_marks_books after update on campaigns
  for each row
  when ((old.status, old.commission_basis_points, old.final_locked_at)
        is distinct from (new.status, new.commission_basis_points, new.final_locked_at))
  execute function mark_books_of_campaign();
create trigger payouts_updated_marks_books after update on payouts
  for each row
  when ((old.amount_cents, old.paid_on) is distinct from (new.amount_cents, new.paid_on))
  execute function mark_books_of_payout();
-- A match that moves, or is merged into another one, changes what lines that count a part of the season have earned
-- (R58). Rare, so a row at a time.
create trigger events_moved_marks_books after update on events
  for each row when (old.start_time is distinct from new.start_time) execute function mark_books_of_pledge();
create trigger pledge_lines_updated_marks_books after update on pledge_lines
  for each row execute function mark_books_of_pledge();

-- Messaging -----------------------------------------------------------------------------------------------------------

create table mails (
  id uuid primary key,
  kind text not null,
  idempotency_key text not null unique,
  to_address text not null,
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  message_id text not null unique,
  unsubscribe_url text,
  sealed text,
  quiet_zone text,
  user_id uuid references users,
  campaign_id uuid references campaigns,
  pledge_id uuid,
  invited_by uuid references users,
  inviting_organization_id uuid references organizations,
  about_user_ids uuid[] not null default '{}',
  erase_once_sent boolean not null default false,
  created_at timestamptz not null,
  urgency smallint not null generated always as (
    case when kind in ('verification_code', 'password_reset') then 0 when quiet_zone is null then 1 else 2 end) stored,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  dismissed_at timestamptz,
  constraint mails_failure check ((failed_at is null) = (failure is null)),
  constraint mails_outcome check (sent_at is null or failed_at is null),
  constraint mails_invitation check ((invited_by is null) = (inviting_organization_id is null))
);
create index mails_waiting on mails (urgency, next_attempt_at, id) where sent_at is null and failed_at is null;
create index mails_undelivered on mails (id desc) where failed_at is not null;
create index mails_newest on mails (id desc);
create index mails_invited_by on mails (invited_by, created_at) where invited_by is not null;
create index mails_inviting_organization on mails (inviting_organization_id, created_at)
  where inviting_organization_id is not null;
comment on table mails is 'One mail, written in the transaction that causes it and sent afterwards.';
comment on column mails.idempotency_key is 'Keeps a repeated job from queuing it twice.';
comment on column mails.reply_to is 'Where an answer goes, if not to us: to whoever wrote in the contact form.';
comment on column mails.unsubscribe_url is
  'Turns this kind off without signing in; in the mail''s headers too (RFC 8058).';
comment on column mails.quiet_zone is
  'The reader''s time zone: the mail waits there from nine in the evening to eight in the morning. Null: it does '
  'not wait.';
comment on column mails.urgency is 'What is sent first: 0 codes that somebody waits for, 1 mail at any hour, 2 news.';
comment on column mails.attempts is 'How often the mail server was asked to take it, the attempt under way included.';
comment on column mails.failed_at is
  'No attempt follows: the mail server refused it for good, or too often. A representative may have it sent again.';
comment on column mails.failure is 'What the mail server answered, as its code: no address and no text of a mail.';
comment on column mails.claimed_until is
  'One sender''s until then. Claimed in a statement of its own, so that no transaction is open while the mail '
  'server is spoken to.';
comment on column mails.sealed is
  'Subject, bodies and link of a mail that holds a code or a secret link, encrypted with SECRET_KEY until it is '
  'delivered. The other columns have it without them. Null: there is no secret in it, or it was delivered (R44).';
comment on column mails.invited_by is
  'Who invited the recipient, who did not ask for it: so many such mails a day leave for one account and one '
  'organization (R44).';
comment on column mails.about_user_ids is
  'Users whom its text names, besides its recipient, and who wrote it: erased with their accounts (R45).';
comment on column mails.erase_once_sent is
  'The account of someone whom its text names was deleted while it waited: its text goes once no attempt follows '
  '(R45).';
comment on column mails.dismissed_at is 'A representative decided that it is not sent again. Null: nobody did (R44).';

create table mail_refusals (
  user_id uuid not null references users,
  kind text not null check (
    kind in (
      'results_digest', 'results_to_confirm', 'weekly_digest', 'result_alert', 'ambassador_nudge', 'thank_you'
    )
  ),
  refused_at timestamptz not null,
  primary key (user_id, kind)
);
comment on table mail_refusals is
  'One kind of optional mail that a user turned off. Mail about money and about the account cannot be turned off.';

create table invitation_refusals (
  address_mark uuid primary key,
  refused_at timestamptz not null
);
comment on table invitation_refusals is
  'One address to which no further invitation is mailed (R44). Whoever has it asked so by the link in an invitation.';
comment on column invitation_refusals.address_mark is
  'A keyed hash of the address: what is stored recognizes it, and does not contain it.';

-- A zone that this server does not know is taken for UTC: it must not stop any other mail.
create function wall_clock(zone text, at_instant timestamptz) returns timestamp language plpgsql stable as $$
begin
  return at_instant at time zone zone;
exception when invalid_parameter_value then
  return at_instant at time zone 'UTC';
end $$;
comment on function wall_clock is 'What a clock on the wall shows there.';

create function is_quiet(zone text, at_instant timestamptz) returns boolean language sql stable
  return extract(hour from wall_clock(zone, at_instant)) not between 8 and 20;
comment on function is_quiet is 'From nine in the evening to eight in the morning.';

create table push_devices (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  user_id uuid not null references users,
  endpoint_hash bytea not null,
  sealed text not null,
  link_hash bytea,
  created_at timestamptz not null,
  constraint push_devices_once unique (campaign_id, user_id, endpoint_hash)
);
create index push_devices_user on push_devices (user_id);
-- A browser that renews its push subscription finds itself by the old one, without saying whose it is (R64).
create index push_devices_endpoint on push_devices (endpoint_hash);
comment on table push_devices is
  'One browser that shows one supporter''s alerts about one campaign. Gone when its push service says so.';
comment on column push_devices.sealed is 'Where to send, the keys that only this browser opens, and the page to show.';
comment on column push_devices.link_hash is
  'Of the pledge''s link that added it: when the links are stopped, it gets nothing any more (R44).';

create table push_messages (
  id uuid primary key,
  device_id uuid not null references push_devices on delete cascade,
  title text not null check (length(title) <= 200),
  body text not null check (length(body) <= 600),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  claimed_until timestamptz
);
create index push_messages_waiting on push_messages (next_attempt_at);
create index push_messages_device on push_messages (device_id);
comment on table push_messages is
  'One message that waits for one browser''s push service. Gone once taken, refused or too old.';
comment on column push_messages.claimed_until is
  'One sender''s until then, so that no transaction is open while the push service is spoken to.';

create table webhook_endpoints (
  id uuid primary key,
  organization_id uuid references organizations,
  url text not null check (length(url) <= 500),
  sealed text not null,
  previous_sealed text,
  previous_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  next_attempt_at timestamptz,
  constraint webhook_endpoints_once unique nulls not distinct (organization_id, url),
  constraint webhook_endpoints_previous_check check ((previous_sealed is null) = (previous_until is null))
);
comment on table webhook_endpoints is
  'An address that is told of what happens in one organization, or in all of them.';
comment on column webhook_endpoints.organization_id is 'Null: the provider''s, for all organizations.';
comment on column webhook_endpoints.sealed is 'The secret that signs, encrypted with SECRET_KEY.';
comment on column webhook_endpoints.previous_sealed is
  'The secret from before the last rotation, which signs too until previous_until.';
comment on column webhook_endpoints.disabled_at is
  'It answered 410 Gone: nothing is sent to it until somebody sends it a test that it accepts.';
comment on column webhook_endpoints.next_attempt_at is
  'It did not answer, or asked for time: nothing is sent to it before. Null once it has accepted something.';

create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null,
  type text not null,
  data jsonb not null,
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  retry_until timestamptz not null,
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  status_code smallint,
  problem text check (problem in ('no_answer', 'not_public')),
  primary key (endpoint_id, event_id)
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, next_attempt_at, event_id)
  where state = 'waiting';
create index webhook_deliveries_happened on webhook_deliveries (happened_at);
comment on table webhook_deliveries is
  'One event for one endpoint, written in the transaction that causes it and sent afterwards. Kept for 30 days.';
comment on column webhook_deliveries.data is 'Ids, amounts and days: nothing in it names a person.';
comment on column webhook_deliveries.retry_until is 'No attempt is made after that.';
comment on column webhook_deliveries.claimed_until is
  'One sender''s until then, so that no transaction is open while the endpoint is called.';

-- Providers -----------------------------------------------------------------------------------------------------------

create schema stripe;
comment on schema stripe is 'What the Stripe adapter has to remember.';

create table stripe.customers (
  user_id uuid not null,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  customer text not null,
  created_at timestamptz not null,
  primary key (user_id, money_mode)
);
comment on table stripe.customers is 'A user''s customer at Stripe: one for live money and one for test money (R39).';
comment on column stripe.customers.user_id is
  'A user, or a guest pledge: an account made by confirming it has the same id (R59).';

create table stripe.adopted_cards (
  payment_method text primary key,
  user_id uuid not null references users,
  customer text not null,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  created_at timestamptz not null
);
create index adopted_cards_user on stripe.adopted_cards (user_id);
comment on table stripe.adopted_cards is
  'One card of a user that Stripe keeps under another customer: of a guest pledge that was confirmed for an '
  'account which existed already. Stripe does not move a card from one customer to another.';

create schema sandbox;
comment on schema sandbox is
  'The books of the sandbox card provider. It writes them outside every transaction of ours, as a real provider '
  'does.';

create table sandbox.card_setups (
  id text primary key,
  client_secret text not null unique,
  user_id uuid not null,
  payment_method text,
  created_at timestamptz not null
);
comment on table sandbox.card_setups is 'One form for saving a card.';

create table sandbox.payment_methods (
  id text primary key,
  user_id uuid not null,
  kind text not null default 'card' check (kind in ('card', 'bank_account')),
  behaviour text not null
    check (behaviour in (
      'succeeds', 'declined', 'insufficient_funds', 'expired_card', 'authentication_required',
      'account_insufficient_funds', 'account_closed', 'account_not_found', 'debit_unauthorized', 'returned_late')),
  brand text not null,
  last4 text not null,
  exp_month smallint,
  exp_year smallint,
  fingerprint text not null,
  created_at timestamptz not null
);
comment on table sandbox.payment_methods is 'One saved test card or account, and how it behaves when it is charged.';

create table sandbox.single_cards (
  payment_method text primary key,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  fingerprint text not null,
  created_at timestamptz not null
);
comment on table sandbox.single_cards is 'One test card that was typed for one payment and not saved.';

create table sandbox.accounts (
  id text primary key,
  organization_id uuid not null unique,
  due text[] not null,
  due_by timestamptz,
  bank_last4 text,
  bank_fingerprint text
);
comment on table sandbox.accounts is 'One organization''s account, and what the form in test mode still asks for.';

create table sandbox.transfers (
  id text primary key,
  idempotency_key text not null unique,
  amount_cents bigint not null,
  created_at timestamptz not null
);
comment on table sandbox.transfers is 'Test money that went to an organization''s account.';

create table sandbox.confirmations (
  idempotency_key text primary key,
  client_secret text not null unique,
  user_id uuid not null,
  payment_method text,
  amount_cents bigint not null check (amount_cents >= 50),
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table sandbox.confirmations is 'One payment that waits for its cardholder.';
comment on column sandbox.confirmations.payment_method is 'Null: the cardholder types a card.';

create table sandbox.payments (
  idempotency_key text primary key,
  id text not null unique,
  payment_method text not null,
  amount_cents bigint not null check (amount_cents >= 50),
  outcome text not null check (outcome in ('succeeded', 'declined', 'requires_action')),
  decline_code text,
  created_at timestamptz not null,
  decided_at timestamptz,
  returned_at timestamptz
);
comment on table sandbox.payments is 'One attempt to take money from a test card, and what became of it.';
comment on column sandbox.payments.decided_at is
  'Of a debit: until then it is being processed, and the outcome is not told.';
comment on column sandbox.payments.returned_at is 'Of a debit that succeeded: from then on the bank has taken it back.';

create table sandbox.refunds (
  idempotency_key text primary key,
  id text not null unique,
  payment_id text not null references sandbox.payments (id),
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null
);
comment on table sandbox.refunds is 'One refund of a test payment.';

create table sandbox.balance_transactions (
  place bigint primary key,
  id text not null unique,
  kind text not null check (kind in ('payment', 'refund', 'return', 'transfer', 'payout')),
  source text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  payout text
);
create index balance_transactions_waiting on sandbox.balance_transactions (available_at) where payout is null;
comment on table sandbox.balance_transactions is
  'One movement of test money on the sandbox''s account, in the order in which it is read.';
comment on column sandbox.balance_transactions.payout is 'The payout that it is part of; null: it is not paid out yet.';
