-- A refund that is owed to a supporter is set off against an open invoice of the same pledge: the invoice is lower by as
-- much, and nothing is paid out (R5, R32).
create table set_offs (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  refund_id uuid not null unique references refunds,
  invoice_id uuid not null references invoices,
  amount_cents cents not null check (amount_cents > 0),
  created_at timestamptz not null,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index set_offs_invoice on set_offs (invoice_id);
create index set_offs_pledge on set_offs (pledge_id);
create trigger set_offs_append_only before update or delete on set_offs for each row execute function refuse_change();

-- What went back of a check that then bounced and never comes again: one representative proposes to write it off, a
-- second one approves; it is the provider's loss (R5, R29).
create table shortfall_write_offs (
  id uuid primary key,
  campaign_id uuid not null,
  pledge_id uuid not null,
  invoice_id uuid not null references invoices,
  amount_cents cents not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  state text not null check (state in ('proposed', 'approved', 'withdrawn')),
  proposed_by uuid not null references users,
  proposed_at timestamptz not null,
  approved_by uuid references users,
  approved_at timestamptz,
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id),
  constraint shortfall_write_offs_second_person check (approved_by <> proposed_by),
  constraint shortfall_write_offs_approved check (
    (state = 'approved') = (approved_by is not null) and (approved_by is null) = (approved_at is null))
);
create unique index shortfall_write_offs_one_proposed on shortfall_write_offs (invoice_id) where state = 'proposed';
create index shortfall_write_offs_invoice on shortfall_write_offs (invoice_id) where state = 'approved';
create index shortfall_write_offs_campaign on shortfall_write_offs (campaign_id);

alter table journal_entries drop constraint journal_entries_kind_check;
alter table journal_entries add constraint journal_entries_kind_check check (kind in (
  'charge', 'payment', 'overpayment', 'overpayment_paid', 'deposit', 'refund', 'refund_paid', 'refund_failed', 'reversal',
  'set_off', 'shortfall_written_off', 'payout', 'payout_reversed', 'dispute', 'dispute_won', 'dispute_lost'));
alter table journal_postings drop constraint journal_postings_account_check;
alter table journal_postings add constraint journal_postings_account_check check (account in (
  'cash', 'undeposited', 'organization_payable', 'commission', 'processing_fees', 'supporter_credit', 'refunds_owed',
  'disputed', 'write_offs'));
