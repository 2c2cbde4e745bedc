-- Pledges of people without an account: held until the link in a mail is opened and its button pressed (R59).

-- The card provider's customer and a declined card may be a guest pledge's, which is no user yet. Only dropped: a
-- version that knows no guests goes on writing users' ids.
alter table stripe.customers drop constraint customers_user_id_fkey;
alter table card_refusals drop constraint card_refusals_user_id_fkey;
comment on column stripe.customers.user_id is 'A user, or a guest pledge: an account made by confirming it has the same id (R59).';
comment on column card_refusals.user_id is 'A user or a guest pledge.';

create table guest_pledges (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  state text not null check (state in ('started', 'held', 'confirmed', 'expired')),
  secret_hash bytea not null,
  challenge text unique,
  address text,
  card_after_mail boolean not null default false,
  email text check (email = lower(email) and length(email) <= 254),
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  zip text check (length(zip) <= 20),
  ambassador_id uuid,
  payment_method text check (payment_method in ('auto_bill_progress', 'auto_bill_end')),
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  lines jsonb,
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
  constraint guest_pledges_ambassador_fkey foreign key (campaign_id, ambassador_id)
    references ambassadors (campaign_id, id),
  constraint guest_pledges_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint guest_pledges_held check (
    state not in ('held', 'confirmed')
    or (held_at is not null and maximum_cents is not null and lines is not null and payment_method is not null)
  ),
  constraint guest_pledges_reachable check (state <> 'held' or email is not null),
  constraint guest_pledges_confirmed check (
    (state = 'confirmed') = (pledge_id is not null) and (state = 'confirmed') = (confirmed_at is not null)
  ),
  constraint guest_pledges_expired check ((state = 'expired') = (expired_at is not null)),
  constraint guest_pledges_erased check (
    state <> 'expired'
    or (email is null and first_name is null and last_name is null and zip is null and address is null)
  )
);
create index guest_pledges_campaign on guest_pledges (campaign_id, created_at);
create index guest_pledges_email on guest_pledges (email, held_at) where email is not null;
create index guest_pledges_address on guest_pledges (address, created_at) where address is not null;
create index guest_pledges_started on guest_pledges (campaign_id, created_at) where state = 'started';
create index guest_pledges_open on guest_pledges (created_at) where state in ('started', 'held');
create index guest_pledges_cards on guest_pledges (expired_at) where state = 'expired' and card_removed_at is null;
comment on table guest_pledges is
  'One pledge of somebody without an account: begun, held until its mail is confirmed, then a pledge (R59). Counts for nothing '
  'until then.';
comment on column guest_pledges.secret_hash is 'Of the secret of the browser that began it: it alone may hold, mail again and withdraw.';
comment on column guest_pledges.challenge is 'The challenge that was solved for it: each is good for one.';
comment on column guest_pledges.address is 'Network address that it came from; erased with the rest.';
comment on column guest_pledges.card_after_mail is 'While cards are being tested here, the card is asked for after the link was opened.';
comment on column guest_pledges.maximum_cents is 'The most that was shown: it binds whatever changes until it is confirmed (R8).';
comment on column guest_pledges.lines is 'What was chosen: statisticId, rate in cents, name, unitName and type as shown.';
comment on column guest_pledges.consent_text is 'As shown when it was held; the pledge keeps the text of its confirmation.';
comment on column guest_pledges.addresses_used is 'How many addresses it was mailed to: a mistyped one can be corrected.';

create table guest_pledge_links (
  token_hash bytea primary key,
  guest_pledge_id uuid not null references guest_pledges on delete cascade,
  created_at timestamptz not null
);
create index guest_pledge_links_pledge on guest_pledge_links (guest_pledge_id);
comment on table guest_pledge_links is
  'One link in a mail that confirms one guest pledge. Only a hash of its secret is kept.';
