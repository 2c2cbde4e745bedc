-- Changes of a pledge that were asked for by its link, and count once a link in a mail confirms them (R58).
create table requested_changes (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  token_hash bytea not null unique,
  kind text not null check (kind in ('raise', 'stop', 'add')),
  statistic_id uuid not null,
  rate_cents cents check (rate_cents > 0),
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  constraint requested_changes_pledge_fkey foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint requested_changes_rate check ((kind = 'stop') = (rate_cents is null)),
  constraint requested_changes_one_end check (confirmed_at is null or ended_at is null)
);
create index requested_changes_pledge on requested_changes (pledge_id, requested_at);
comment on table requested_changes is
  'One change of a pledge that was asked for by its link. Its supporter confirms it by a link in a mail, or nothing changes (R58).';
comment on column requested_changes.token_hash is 'Of the secret of the link that confirms it.';
comment on column requested_changes.rate_cents is 'The new rate of the statistic; null where it is stopped.';
comment on column requested_changes.maximum_cents is 'Another cap that was asked for along with it; null: the pledge''s own stays.';
comment on column requested_changes.ended_at is 'When a newer one replaced it, or its supporter refused it.';

-- Guest pledges by check or cash: where the invoice is sent, and what R57 holds (R57, R59). Every check takes what an earlier
-- version writes.
alter table guest_pledges
  add column phone text check (length(phone) <= 40),
  add column street_address1 text check (length(street_address1) <= 200),
  add column street_address2 text check (length(street_address2) <= 200),
  add column city text check (length(city) <= 100),
  add column state_code text check (length(state_code) = 2),
  add column held_pledge_id uuid unique references held_pledges,
  drop constraint guest_pledges_payment_method_check,
  add constraint guest_pledges_payment_method_check
    check (payment_method in ('auto_bill_progress', 'auto_bill_end', 'check', 'cash')),
  drop constraint guest_pledges_confirmed,
  add constraint guest_pledges_confirmed check (
    (state = 'confirmed') = (num_nonnulls(pledge_id, held_pledge_id) = 1)
    and (state = 'confirmed') = (confirmed_at is not null)
  ),
  drop constraint guest_pledges_erased,
  add constraint guest_pledges_erased check (
    state <> 'expired'
    or (
      email is null and first_name is null and last_name is null and zip is null and address is null
      and phone is null and street_address1 is null and street_address2 is null and city is null
      and state_code is null
    )
  );
comment on column guest_pledges.phone is 'With the postal address: of who pays by check or cash, until it is the account''s.';
comment on column guest_pledges.held_pledge_id is 'What it became where a representative looks at it first (R57).';
