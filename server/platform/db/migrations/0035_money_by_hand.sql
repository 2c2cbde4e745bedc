-- A payout that two people agreed to goes by a Stripe transfer where the organisation has such an account, and is
-- otherwise recorded by hand with its day and the check's or the bank's number (R38). Sent: a row first, then Stripe is
-- asked under the row's id, then its answer is kept (R34).
alter table payouts drop constraint payouts_state_check;
alter table payouts drop constraint payouts_approved;
alter table payouts add column method text check (method in ('check', 'bank_transfer', 'stripe'));
alter table payouts add column destination text;
alter table payouts add column provider_account text;
alter table payouts add column paid_on date;
alter table payouts add column reference text check (length(reference) between 1 and 100);
alter table payouts add column refusal text;
alter table payouts add column started_at timestamptz;
alter table payouts add column lease_until timestamptz;
update payouts p set paid_on = (p.approved_at at time zone c.time_zone)::date
  from campaigns c where c.id = p.campaign_id and p.state = 'paid';
alter table payouts add constraint payouts_state_check check (state in ('prepared', 'sending', 'paid', 'refused', 'withdrawn'));
alter table payouts add constraint payouts_approved check (
  (state in ('sending', 'paid', 'refused')) = (approved_by is not null) and (approved_by is null) = (approved_at is null));
alter table payouts add constraint payouts_paid check ((state = 'paid') = (paid_on is not null));
alter table payouts add constraint payouts_sending check (
  state <> 'sending' or (method = 'stripe' and provider_account is not null and lease_until is not null));
drop index payouts_one_prepared;
create unique index payouts_one_prepared on payouts (campaign_id) where state in ('prepared', 'sending');
create index payouts_sending on payouts (lease_until) where state = 'sending';

-- What moved the organisation's share belongs to the first payout after it: each figure of a statement is these.
create table payout_entries (
  entry_id uuid primary key references journal_entries,
  payout_id uuid not null references payouts,
  campaign_id uuid not null
);
create index payout_entries_payout on payout_entries (payout_id);
create trigger payout_entries_append_only before update or delete on payout_entries for each row execute function refuse_change();
insert into payout_entries (entry_id, payout_id, campaign_id)
select e.id, o.source_id, e.campaign_id
  from journal_entries e
  cross join lateral (
    select x.source_id from journal_entries x
     where x.campaign_id = e.campaign_id and x.kind = 'payout' and (x.occurred_at, x.id) > (e.occurred_at, e.id)
     order by x.occurred_at, x.id limit 1) o
 where e.kind <> 'payout'
   and exists (select from journal_postings p where p.entry_id = e.id and p.account in ('organization_payable', 'commission'));

-- An organisation may be paid through an account of its own at Stripe.
alter table organization_payout_destinations drop constraint organization_payout_destinations_method_check;
alter table organization_payout_destinations drop constraint payout_destinations_where;
alter table organization_payout_destinations add column stripe_account text check (stripe_account ~ '^acct_[A-Za-z0-9]{8,60}$');
alter table organization_payout_destinations add constraint organization_payout_destinations_method_check
  check (method in ('check', 'bank_transfer', 'stripe'));
alter table organization_payout_destinations add constraint payout_destinations_where check (
  case method when 'check' then mailing_address is not null
              when 'stripe' then stripe_account is not null
              else bank_name is not null and account_last4 is not null end);

-- Checks and cash are taken to the bank together, on one slip (R36).
create table deposits (
  id uuid primary key,
  amount_cents cents not null check (amount_cents > 0),
  payments_count integer not null check (payments_count between 1 and 500),
  deposited_on date not null,
  reference text check (length(reference) between 1 and 100),
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  made_by uuid not null references users,
  created_at timestamptz not null
);
create index deposits_newest on deposits (id desc);
create trigger deposits_append_only before update or delete on deposits for each row execute function refuse_change();

-- A bounced check stays in the slip that it came with: the bank takes it back by itself.
alter table payments add column deposit_id uuid references deposits;
alter table payments add column bounced_on date;
alter table payments add column bounced_by uuid references users;
alter table payments add column bounce_reason text check (length(bounce_reason) between 1 and 200);
update payments set bounced_on = received_on where state = 'bounced';
alter table payments add constraint payments_bounced check ((state = 'bounced') = (bounced_on is not null));
create index payments_deposit on payments (deposit_id) where deposit_id is not null;
create index payments_to_deposit on payments (id) where state = 'received';

-- Whoever posts a check finds its invoice by what is on the check: a number, a name, an amount.
create index invoices_open_amount on invoices ((amount_cents - paid_cents)) where state = 'open';
