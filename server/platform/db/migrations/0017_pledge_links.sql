-- A link in an e-mail opens one pledge, to read (R44). Only a hash of its secret is kept.
create table pledge_links (
  token_hash bytea primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index pledge_links_pledge on pledge_links (pledge_id);

-- "What is this charge?" is looked up after it was answered on screen, so that no answer takes longer than another.
create table charge_lookups (
  id uuid primary key,
  email text not null,
  amount_cents cents not null,
  charged_on date not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  created_at timestamptz not null
);
