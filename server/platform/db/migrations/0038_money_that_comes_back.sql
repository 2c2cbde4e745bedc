-- What a supporter is owed and no card can take goes back by hand, recorded once: what came above an invoice, and a
-- refund that is owed (R5, R32, R36).
create table repayments (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  payment_id uuid unique references payments,
  refund_id uuid unique references refunds,
  amount_cents cents not null check (amount_cents > 0),
  method text not null check (method in ('check', 'cash', 'bank_transfer')),
  reference text check (length(reference) between 1 and 100),
  given_on date not null,
  recorded_by uuid not null references users,
  created_at timestamptz not null,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint repayments_source check ((payment_id is null) <> (refund_id is null)),
  constraint repayments_reference check (method = 'cash' or reference is not null)
);
create index repayments_campaign on repayments (campaign_id);
create index repayments_pledge on repayments (pledge_id);
create trigger repayments_append_only before update or delete on repayments for each row execute function refuse_change();
create index payments_overpaid on payments (campaign_id) where overpaid_cents > 0;
create index refunds_owed on refunds (campaign_id) where state = 'owed';

-- A payment that was for another invoice is taken back and stands there anew. One that is in the bank stays on the slip
-- that it came with, and goes to no other (R36).
alter table payments add column moved_from uuid unique references payments;

-- Of a Stripe transfer, some or all may be taken back at Stripe's desk: each of those once, out of what was paid out
-- (R34, R38).
create table payout_reversals (
  id uuid primary key,
  campaign_id uuid not null,
  payout_id uuid not null references payouts,
  provider_reference text not null unique check (length(provider_reference) <= 255),
  amount_cents cents not null check (amount_cents > 0),
  reversed_on date not null,
  created_at timestamptz not null
);
create index payout_reversals_payout on payout_reversals (payout_id);
create index payout_reversals_campaign on payout_reversals (campaign_id);
create trigger payout_reversals_append_only before update or delete on payout_reversals for each row execute function refuse_change();
create index payouts_reference on payouts (reference) where method = 'stripe';
alter table card_events drop constraint card_events_subject_check;
alter table card_events add constraint card_events_subject_check
  check (subject in ('payment', 'refunds', 'dispute', 'setup', 'card', 'transfer'));

alter table journal_entries drop constraint journal_entries_kind_check;
alter table journal_entries add constraint journal_entries_kind_check check (kind in (
  'charge', 'payment', 'overpayment', 'overpayment_paid', 'deposit', 'refund', 'refund_paid', 'refund_failed', 'reversal',
  'payout', 'payout_reversed', 'dispute', 'dispute_won', 'dispute_lost'));
