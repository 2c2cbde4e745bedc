-- One address is mailed at most once an hour, and a few times for all campaigns together: found by the address.
create index ambassadors_mailed on ambassadors (email, last_mailed_at) where last_mailed_at is not null;

-- Where the organisation's post goes; its owners edit it (R25).
alter table organizations add column street_address text check (length(street_address) <= 200);
alter table organizations add column zip text check (length(zip) <= 20);

-- Owners and scorers are invited by e-mail and accept by the link, once (R25). One invitation waits for an address.
create table organization_invitations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'scorer')),
  token text not null unique check (length(token) >= 32),
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

-- Where an organisation is paid: proposed by one representative, approved by a second one; the newest approved one
-- counts (R25). Account numbers stay with the bank.
create table organization_payout_destinations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  method text not null check (method in ('check', 'bank_transfer')),
  payee_name text not null check (length(payee_name) between 1 and 200),
  mailing_address text check (length(mailing_address) between 1 and 500),
  bank_name text check (length(bank_name) between 1 and 200),
  account_last4 text check (account_last4 ~ '^[0-9]{4}$'),
  proposed_by uuid not null references users,
  proposed_at timestamptz not null,
  approved_by uuid references users,
  approved_at timestamptz,
  withdrawn_by uuid references users,
  withdrawn_at timestamptz,
  constraint payout_destinations_second_person check (approved_by <> proposed_by),
  constraint payout_destinations_approved check ((approved_by is null) = (approved_at is null)),
  constraint payout_destinations_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null)),
  constraint payout_destinations_one_end check (approved_at is null or withdrawn_at is null),
  constraint payout_destinations_where check (
    case method when 'check' then mailing_address is not null
                else bank_name is not null and account_last4 is not null end)
);
create unique index payout_destinations_waiting on organization_payout_destinations (organization_id)
  where approved_at is null and withdrawn_at is null;
create index payout_destinations_approved_newest on organization_payout_destinations (organization_id, approved_at desc)
  where approved_at is not null;
