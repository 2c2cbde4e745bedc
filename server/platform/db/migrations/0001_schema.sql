-- The whole road from a pledge to a payout. Amounts are bigint cents (R1), quantities numeric(12,2) (R2).
-- Ids are UUIDv7 made in the program; instants come from the program's clock, never from a default.

create extension if not exists pg_trgm;

create domain cents as bigint check (value between -9007199254740991 and 9007199254740991);
create domain quantity as numeric(12, 2) check (value between -1000000 and 1000000);

-- Rate × quantity, rounded half up to the cent, once per line (R3). Below zero nobody is owed.
create function line_amount(rate bigint, counted numeric) returns bigint
  language sql immutable parallel safe
  return greatest(0, floor(rate * counted + 0.5))::bigint;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;

-- People ------------------------------------------------------------------------------------------------------------

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
  version integer not null default 1,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index users_email_key on users (email) where deleted_at is null;

create table user_identities (
  provider text not null check (provider in ('embedded', 'clerk')),
  subject text not null,
  user_id uuid not null references users,
  primary key (provider, subject)
);
create index user_identities_user on user_identities (user_id);

create table user_roles (
  user_id uuid not null references users,
  role text not null check (role in ('pledgeraiser_representatives')),
  granted_by uuid references users,
  granted_at timestamptz not null,
  primary key (user_id, role),
  constraint user_roles_not_ones_own check (granted_by <> user_id)
);

-- Organisations and campaigns ---------------------------------------------------------------------------------------

create table organizations (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text not null,
  website text,
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  organization_type text not null check (organization_type in ('school', 'nonprofit', 'sports_club', 'community', 'other')),
  size_tier text check (size_tier in ('small', 'medium', 'large')),
  is_501c3 boolean not null default false,
  ein text,
  ein_checked_on date,
  payee_name text,
  time_zone text not null,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null,
  archived_at timestamptz,
  constraint organizations_501c3_checked check (not is_501c3 or (ein is not null and ein_checked_on is not null))
);
create index organizations_created on organizations (created_at, id);

create table organization_members (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'scorer')),
  created_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index organization_members_user on organization_members (user_id);

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
  image_url text,
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  settle_automatically boolean not null default true,
  final_locked_at timestamptz,
  version integer not null default 1,
  created_by uuid not null references users,
  created_at timestamptz not null,
  constraint campaigns_dates check (end_on >= start_on),
  unique (id, organization_id)
);
create index campaigns_organization on campaigns (organization_id, id);
create index campaigns_to_complete on campaigns (ends_at) where status = 'active';

-- Sixteen rows to a campaign, one picked at random by a writer and all summed by a reader (R11).
create table campaign_totals (
  campaign_id uuid not null references campaigns,
  shard smallint not null check (shard between 0 and 15),
  pledged_cents cents not null default 0,
  earned_cents cents not null default 0,
  collected_cents cents not null default 0,
  supporters_count integer not null default 0,
  primary key (campaign_id, shard)
) with (fillfactor = 50);

-- For ordering lists only; refreshed in batches, never read for a figure that is shown (R11).
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
  search text not null
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
create index campaign_ranks_search on campaign_ranks using gin (search gin_trgm_ops);

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
  pledge_amount_options bigint[] not null check (cardinality(pledge_amount_options) = 3),
  allow_custom_amounts boolean not null,
  is_active boolean not null,
  sort_order integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (campaign_id, id)
);

-- Kept with the results that move it, in the same transaction. A confirmed total never falls below 0 (R17).
create table statistic_totals (
  campaign_id uuid not null,
  statistic_id uuid primary key,
  confirmed quantity not null default 0 check (confirmed >= 0),
  entered quantity not null default 0,
  achievement text check (achievement in ('open', 'achieved', 'not_achieved')),
  -- Achieved once is all there is to achieve (R20).
  constraint statistic_totals_achieved_once check (achievement is null or confirmed <= 1),
  foreign key (campaign_id, statistic_id) references statistics (campaign_id, id)
);
create index statistic_totals_campaign on statistic_totals (campaign_id);

create table events (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  name text not null check (length(name) between 1 and 200),
  event_type text not null check (event_type in ('game', 'practice', 'tournament', 'fundraiser', 'other')),
  start_time timestamptz not null,
  end_time timestamptz,
  played_on date not null,
  location text,
  description text,
  opponent text,
  venue text check (venue in ('home', 'away', 'neutral')),
  is_completed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (campaign_id, id)
);
create index events_start on events (campaign_id, start_time, id);
-- A CSV row finds its match by date and opponent (R19).
create unique index events_match on events (campaign_id, played_on, lower(opponent)) where opponent is not null;

-- Results -----------------------------------------------------------------------------------------------------------

-- Append-only entries: what was entered never changes; confirming and voiding are added to it, once (R17, R18).
create table results (
  id uuid primary key,
  campaign_id uuid not null,
  statistic_id uuid not null,
  event_id uuid,
  kind text not null check (kind in ('count', 'achieved', 'withdrawn', 'not_achieved')),
  quantity quantity not null,
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
  foreign key (campaign_id, statistic_id) references statistics (campaign_id, id),
  foreign key (campaign_id, event_id) references events (campaign_id, id),
  constraint results_second_person check (confirmed_by <> entered_by),
  constraint results_void_second_person check (confirmed_at is null or voided_by <> void_requested_by),
  constraint results_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint results_void_requested check ((void_requested_by is null) = (void_requested_at is null) and (void_requested_by is null) = (void_reason is null)),
  constraint results_voided check ((voided_by is null) = (voided_at is null) and (voided_at is null or void_requested_at is not null))
);
create index results_newest on results (campaign_id, id desc);
create index results_event on results (campaign_id, event_id, statistic_id);
create index results_statistic on results (statistic_id);
create index results_waiting on results (campaign_id) where (confirmed_at is null and voided_at is null) or (void_requested_at is not null and voided_at is null);

create function results_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.campaign_id, new.statistic_id, new.event_id, new.kind, new.quantity, new.note, new.evidence_url, new.entered_by, new.entered_at)
     is distinct from
     (old.id, old.campaign_id, old.statistic_id, old.event_id, old.kind, old.quantity, old.note, old.evidence_url, old.entered_by, old.entered_at)
     or (old.confirmed_at is not null and (new.confirmed_at, new.confirmed_by) is distinct from (old.confirmed_at, old.confirmed_by))
     or (old.voided_at is not null and new is distinct from old)
  then
    raise exception 'results are append-only' using errcode = 'restrict_violation', constraint = 'results_append_only';
  end if;
  return new;
end $$;
create trigger results_guard before update on results for each row execute function results_guard();
create trigger results_no_delete before delete on results for each row execute function refuse_change();

-- Rewards, ambassadors, comments ------------------------------------------------------------------------------------

create table rewards (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  title text not null,
  description text not null,
  type text not null check (type in ('top_supporter', 'milestone_maker', 'elite_circle', 'early_bird', 'sponsorship')),
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
  foreign key (campaign_id, statistic_id) references statistics (campaign_id, id),
  constraint rewards_milestone_statistic check (type <> 'milestone_maker' or statistic_id is not null)
);
create index rewards_campaign on rewards (campaign_id, created_at);

create table ambassadors (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  email text not null check (email = lower(email)),
  user_id uuid references users,
  referral_code text not null unique check (referral_code ~ '^[A-Z2-9]{6,12}$'),
  invited_by uuid not null references users,
  created_at timestamptz not null,
  joined_at timestamptz,
  last_mailed_at timestamptz,
  removed_at timestamptz,
  unique (campaign_id, id),
  constraint ambassadors_email_once unique (campaign_id, email),
  constraint ambassadors_joined check ((user_id is null) = (joined_at is null))
);

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

-- Cards -------------------------------------------------------------------------------------------------------------

-- A card that its owner saved and the card side verified for charging later (R16).
create table cards (
  id uuid primary key,
  user_id uuid not null references users,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_payment_method text not null unique,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  fingerprint text,
  created_at timestamptz not null,
  unique (user_id, id)
);

-- Pledges -----------------------------------------------------------------------------------------------------------

create table pledges (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  pledger_id uuid not null references users,
  ambassador_id uuid,
  status text not null check (status in ('active', 'settled', 'cancelled', 'past_due')),
  payment_timing text not null check (payment_timing in ('as_season_progresses', 'end_of_campaign')),
  payment_method text not null check (payment_method in ('auto_bill_progress', 'auto_bill_end', 'check', 'cash')),
  card_id uuid,
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  agreed_maximum_cents cents not null check (agreed_maximum_cents > 0),
  estimate_cents cents not null check (estimate_cents > 0),
  is_anonymous boolean not null,
  note text check (length(note) <= 200),
  consent_text text not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  version integer not null default 1,
  unique (campaign_id, id),
  foreign key (campaign_id, ambassador_id) references ambassadors (campaign_id, id),
  foreign key (pledger_id, card_id) references cards (user_id, id),
  constraint pledges_cap_binds check (maximum_cents is null or agreed_maximum_cents <= maximum_cents),
  constraint pledges_card check ((payment_method in ('auto_bill_progress', 'auto_bill_end')) = (card_id is not null)),
  constraint pledges_timing check ((payment_method = 'auto_bill_progress') = (payment_timing = 'as_season_progresses')),
  constraint pledges_cancelled check ((status = 'cancelled') = (cancelled_at is not null))
);
create index pledges_campaign on pledges (campaign_id, id desc);
create index pledges_pledger on pledges (pledger_id, id desc);

-- A line keeps the name, rate and estimate agreed (R15).
create table pledge_lines (
  campaign_id uuid not null,
  pledge_id uuid not null,
  statistic_id uuid not null,
  statistic_name text not null,
  type text not null check (type in ('per_increment', 'per_achievement', 'one_time')),
  rate_cents cents not null check (rate_cents between 1 and 1000000),
  estimate_cents cents not null check (estimate_cents > 0),
  primary key (pledge_id, statistic_id),
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  foreign key (campaign_id, statistic_id) references statistics (campaign_id, id)
);
create index pledge_lines_statistic on pledge_lines (statistic_id);

-- Settlement --------------------------------------------------------------------------------------------------------

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
  unique (campaign_id, version),
  unique (campaign_id, id),
  constraint settlements_closed check ((stage = 'closed') = (closed_at is not null))
);
create index settlements_open on settlements (charge_at) where stage <> 'closed';

-- The results a settlement rests on, as they stood: with them every split can be shown again to the cent (R10).
create table settlement_results (
  settlement_id uuid not null,
  campaign_id uuid not null,
  result_id uuid not null references results,
  -- When it counts, as it stood: moving a match later does not move what was settled.
  occurs_at timestamptz not null,
  primary key (settlement_id, result_id),
  foreign key (campaign_id, settlement_id) references settlements (campaign_id, id)
);

create table settlement_pledges (
  settlement_id uuid not null,
  campaign_id uuid not null,
  pledge_id uuid not null,
  version integer not null,
  accrued_cents cents not null check (accrued_cents >= 0),
  billed_before_cents cents not null,
  to_bill_cents cents not null,
  carried_cents cents not null,
  primary key (settlement_id, pledge_id),
  foreign key (campaign_id, settlement_id) references settlements (campaign_id, id),
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint settlement_pledges_difference check (to_bill_cents = accrued_cents - billed_before_cents)
);
create index settlement_pledges_pledge on settlement_pledges (pledge_id, version);

create table settlement_lines (
  settlement_id uuid not null,
  pledge_id uuid not null,
  statistic_id uuid not null,
  campaign_id uuid not null,
  quantity quantity not null,
  accrued_cents cents not null check (accrued_cents >= 0),
  primary key (settlement_id, pledge_id, statistic_id)
);

create table charges (
  id uuid primary key,
  campaign_id uuid not null,
  settlement_id uuid not null,
  pledge_id uuid not null,
  card_id uuid not null references cards,
  amount_cents cents not null check (amount_cents >= 50),
  refunded_cents cents not null default 0 check (refunded_cents between 0 and amount_cents),
  state text not null check (state in ('scheduled', 'processing', 'succeeded', 'requires_action', 'failed', 'past_due', 'voided')),
  charge_at timestamptz not null,
  attempts_count integer not null default 0,
  failure_code text,
  succeeded_at timestamptz,
  voided_at timestamptz,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  created_at timestamptz not null,
  foreign key (campaign_id, settlement_id) references settlements (campaign_id, id),
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint charges_one_per_settlement unique (settlement_id, pledge_id),
  constraint charges_succeeded check ((state = 'succeeded') = (succeeded_at is not null)),
  constraint charges_voided check ((state = 'voided') = (voided_at is not null)),
  constraint charges_refund_after_success check (refunded_cents = 0 or state = 'succeeded')
);
create index charges_pledge on charges (pledge_id, id desc);
create index charges_campaign on charges (campaign_id, id desc);
create index charges_due on charges (charge_at, id) where state in ('scheduled', 'failed');
create index charges_processing on charges (id) where state = 'processing';

-- Each try is a row first; its id is the idempotency key (R34).
create table charge_attempts (
  id uuid primary key,
  charge_id uuid not null references charges,
  campaign_id uuid not null,
  amount_cents cents not null,
  started_at timestamptz not null,
  lease_until timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('succeeded', 'declined', 'requires_action')),
  provider_reference text,
  decline_code text,
  constraint charge_attempts_finished check ((finished_at is null) = (outcome is null))
);
create unique index charge_attempts_one_open on charge_attempts (charge_id) where finished_at is null;
create index charge_attempts_charge on charge_attempts (charge_id, id);

create table invoice_numbers (year integer primary key, last integer not null check (last >= 0));

create table invoices (
  id uuid primary key,
  campaign_id uuid not null,
  settlement_id uuid not null,
  pledge_id uuid not null,
  number text not null unique check (number ~ '^INV-\d{4}-\d{6,}$'),
  amount_cents cents not null check (amount_cents >= 0),
  paid_cents cents not null default 0 check (paid_cents between 0 and amount_cents),
  state text not null check (state in ('open', 'paid', 'void')),
  issued_at timestamptz not null,
  due_on date not null,
  voided_at timestamptz,
  foreign key (campaign_id, settlement_id) references settlements (campaign_id, id),
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint invoices_one_per_settlement unique (settlement_id, pledge_id),
  constraint invoices_paid check (state <> 'paid' or paid_cents = amount_cents),
  constraint invoices_void check ((state = 'void') = (voided_at is not null) and (state <> 'void' or paid_cents = 0))
);
create index invoices_pledge on invoices (pledge_id, id desc);
create index invoices_campaign on invoices (campaign_id, id desc);

create table payments (
  id uuid primary key,
  campaign_id uuid not null,
  invoice_id uuid not null references invoices,
  pledge_id uuid not null,
  amount_cents cents not null check (amount_cents > 0),
  overpaid_cents cents not null default 0 check (overpaid_cents between 0 and amount_cents),
  refunded_cents cents not null default 0,
  method text not null check (method in ('check', 'cash')),
  reference text,
  received_on date not null,
  state text not null check (state in ('received', 'deposited', 'bounced')),
  recorded_by uuid not null references users,
  created_at timestamptz not null,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint payments_refunded check (refunded_cents between 0 and amount_cents - overpaid_cents)
);
create index payments_invoice on payments (invoice_id);
create index payments_pledge on payments (pledge_id, id desc);
create index payments_campaign on payments (campaign_id, id desc);

create table refunds (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  settlement_id uuid,
  charge_id uuid references charges,
  payment_id uuid references payments,
  kind text not null check (kind in ('correction', 'goodwill')),
  amount_cents cents not null check (amount_cents > 0),
  -- Of a goodwill refund: how much a later correction claimed, so that it is not paid again (R32).
  claimed_cents cents not null default 0,
  state text not null check (state in ('scheduled', 'processing', 'succeeded', 'failed', 'owed', 'claimed')),
  reason text not null,
  provider_reference text,
  created_at timestamptz not null,
  succeeded_at timestamptz,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint refunds_source check ((charge_id is null) <> (payment_id is null) or state = 'claimed'),
  constraint refunds_claimed check (claimed_cents between 0 and amount_cents and (claimed_cents = 0 or kind = 'goodwill'))
);
create index refunds_pledge on refunds (pledge_id);
create index refunds_campaign on refunds (campaign_id, id desc);
create index refunds_open on refunds (id) where state in ('scheduled', 'processing');

-- Waivers and write-offs. Below zero: one that a later correction took back.
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
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index adjustments_pledge on adjustments (pledge_id);
create index adjustments_campaign on adjustments (campaign_id);
create trigger adjustments_append_only before update or delete on adjustments for each row execute function refuse_change();

create table payouts (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  amount_cents cents not null check (amount_cents > 0),
  state text not null check (state in ('prepared', 'paid', 'withdrawn')),
  note text,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  prepared_by uuid not null references users,
  prepared_at timestamptz not null,
  approved_by uuid references users,
  approved_at timestamptz,
  constraint payouts_second_person check (approved_by <> prepared_by),
  constraint payouts_approved check ((state = 'paid') = (approved_by is not null) and (approved_by is null) = (approved_at is null))
);
create index payouts_campaign on payouts (campaign_id, id desc);
create unique index payouts_one_prepared on payouts (campaign_id) where state = 'prepared';

-- Journal -----------------------------------------------------------------------------------------------------------

-- What commission is computed on: locked by whoever posts (R4). The invariants hold it against the journal.
create table campaign_books (
  campaign_id uuid primary key references campaigns,
  collected_cents cents not null default 0 check (collected_cents >= 0),
  commission_cents cents not null default 0 check (commission_cents >= 0),
  paid_out_cents cents not null default 0 check (paid_out_cents >= 0)
);

create table journal_entries (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  kind text not null check (kind in ('charge', 'payment', 'overpayment', 'deposit', 'refund', 'refund_paid', 'reversal', 'payout')),
  description text not null,
  pledge_id uuid,
  -- What happened, once: a charge, a payment, a refund, a payout. Posting it twice is refused (R34).
  source_id uuid not null,
  reverses_id uuid references journal_entries,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  occurred_at timestamptz not null,
  unique (campaign_id, id),
  constraint journal_entries_once unique (source_id, kind),
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index journal_entries_campaign on journal_entries (campaign_id, occurred_at, id);

create table journal_postings (
  entry_id uuid not null,
  line smallint not null,
  campaign_id uuid not null,
  account text not null check (account in ('cash', 'undeposited', 'organization_payable', 'commission', 'processing_fees', 'supporter_credit', 'refunds_owed', 'disputed')),
  amount_cents cents not null check (amount_cents <> 0),
  primary key (entry_id, line),
  foreign key (campaign_id, entry_id) references journal_entries (campaign_id, id)
);
create index journal_postings_campaign on journal_postings (campaign_id, account);

-- One function for both tables, so it reads its row as json rather than by a column that only one of them has.
create function journal_balances() returns trigger language plpgsql as $$
declare
  row_json jsonb := to_jsonb(new);
  entry uuid := coalesce(row_json ->> 'entry_id', row_json ->> 'id')::uuid;
  total numeric;
  lines integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, lines from journal_postings where entry_id = entry;
  if total <> 0 or lines < 2 then
    raise exception 'journal entry % does not balance', entry using errcode = 'check_violation', constraint = 'journal_balances';
  end if;
  return null;
end $$;
create constraint trigger journal_entries_balance after insert on journal_entries
  deferrable initially deferred for each row execute function journal_balances();
create constraint trigger journal_postings_balance after insert on journal_postings
  deferrable initially deferred for each row execute function journal_balances();
create trigger journal_entries_append_only before update or delete on journal_entries for each row execute function refuse_change();
create trigger journal_postings_append_only before update or delete on journal_postings for each row execute function refuse_change();
create trigger journal_entries_no_truncate before truncate on journal_entries execute function refuse_change();
create trigger journal_postings_no_truncate before truncate on journal_postings execute function refuse_change();

-- Mail, audit, idempotency ------------------------------------------------------------------------------------------

-- A mail is a row first, in the transaction that causes it; `once` keeps a repeated job from sending it twice.
create table mails (
  id uuid primary key,
  kind text not null,
  once text not null unique,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  message_id text not null unique,
  user_id uuid references users,
  campaign_id uuid references campaigns,
  pledge_id uuid,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_waiting on mails (id) where sent_at is null;
create index mails_newest on mails (id desc);

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid references users,
  action text not null,
  subject text not null,
  subject_id uuid not null,
  campaign_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log_campaign on audit_log (campaign_id, id desc);
create index audit_log_subject on audit_log (subject_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();

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

create table settings (name text primary key, value jsonb not null);

-- The sandbox card side keeps its own books, written outside every transaction of ours, as a real provider does. ------

create schema sandbox;
create table sandbox.card_setups (
  id text primary key,
  client_secret text not null unique,
  user_id uuid not null,
  payment_method text,
  created_at timestamptz not null
);
create table sandbox.payment_methods (
  id text primary key,
  user_id uuid not null,
  behaviour text not null check (behaviour in ('succeeds', 'declined', 'insufficient_funds', 'expired_card', 'authentication_required')),
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  fingerprint text not null,
  created_at timestamptz not null
);
create table sandbox.payments (
  idempotency_key text primary key,
  id text not null unique,
  payment_method text not null,
  amount_cents bigint not null check (amount_cents >= 50),
  outcome text not null check (outcome in ('succeeded', 'declined', 'requires_action')),
  decline_code text,
  created_at timestamptz not null
);
create table sandbox.refunds (
  idempotency_key text primary key,
  id text not null unique,
  payment_id text not null references sandbox.payments (id),
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null
);
