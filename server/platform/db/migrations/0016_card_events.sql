-- What the card side told by itself, each event once: which thing of its own it is about. What became of that thing is
-- asked of the card side when the event is handled, so that order and repetition do not matter.
create table card_events (
  provider text not null,
  id text not null check (length(id) <= 255),
  type text not null,
  subject text not null check (subject in ('payment', 'refunds', 'dispute', 'setup', 'card')),
  reference text not null,
  received_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, id)
);
create index card_events_waiting on card_events (next_try_at) where handled_at is null;
create index card_events_received on card_events (received_at);

-- A payment is found by the card side's own name for it; a refund is written down once.
create index charge_attempts_reference on charge_attempts (provider_reference) where outcome = 'succeeded';
create unique index refunds_reference on refunds (provider_reference) where provider_reference is not null;

-- A dispute takes its amount out of what was collected at once; won, it comes back; lost, it is written off (R35).
create table disputes (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  charge_id uuid not null references charges,
  provider_reference text not null unique,
  -- What the bank disputes, and how much of it was still there to be taken out.
  amount_cents cents not null check (amount_cents > 0),
  taken_cents cents not null default 0 check (taken_cents between 0 and amount_cents),
  reason text not null,
  -- inquiry: the bank asks, and has taken nothing.
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint disputes_closed check ((state in ('won', 'lost')) = (closed_at is not null)),
  constraint disputes_taken check (state in ('open', 'lost') or taken_cents = 0)
);
create index disputes_campaign on disputes (campaign_id, id desc);
create index disputes_charge on disputes (charge_id);

alter table charges add column disputed_cents cents not null default 0 check (disputed_cents >= 0);
alter table charges add column lost_cents cents not null default 0 check (lost_cents >= 0);
alter table charges add constraint charges_left check (refunded_cents + disputed_cents + lost_cents <= amount_cents);
alter table charges add constraint charges_disputed_after_success
  check (disputed_cents + lost_cents = 0 or state = 'succeeded');

alter table journal_entries drop constraint journal_entries_kind_check;
alter table journal_entries add constraint journal_entries_kind_check check (kind in (
  'charge', 'payment', 'overpayment', 'deposit', 'refund', 'refund_paid', 'refund_failed', 'reversal', 'payout',
  'dispute', 'dispute_won', 'dispute_lost'));
