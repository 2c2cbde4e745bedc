-- A payout that no transfer makes is prepared, approved, sent and confirmed, in that order: the money leaves the books
-- when it is sent, and never before two people agreed to it and to where it goes (R5, R29, R38).
alter table payouts drop constraint payouts_state_check;
alter table payouts drop constraint payouts_approved;
-- The destination as it stood when the payout was prepared; null: none was set then.
alter table payouts add column destination_id uuid references organization_payout_destinations;
alter table payouts add column sent_by uuid references users;
alter table payouts add column sent_at timestamptz;
alter table payouts add column arrived_on date;
alter table payouts add column confirmed_by uuid references users;
alter table payouts add column confirmed_at timestamptz;
-- Until now the approval recorded that it was sent, and nobody confirmed that it arrived.
update payouts set sent_by = approved_by, sent_at = approved_at where state = 'paid' and method is distinct from 'stripe';
update payouts set arrived_on = paid_on where state = 'paid';
alter table payouts add constraint payouts_state_check
  check (state in ('prepared', 'approved', 'sending', 'paid', 'refused', 'withdrawn'));
alter table payouts add constraint payouts_approved check (
  (approved_by is null) = (approved_at is null)
  and case state when 'prepared' then approved_by is null when 'withdrawn' then true else approved_by is not null end);
alter table payouts add constraint payouts_approved_destination check (state <> 'approved' or destination is not null);
alter table payouts add constraint payouts_sent check (
  (sent_by is null) = (sent_at is null) and (sent_by is null or state = 'paid'));
alter table payouts add constraint payouts_arrived check (
  (arrived_on is null or (state = 'paid' and arrived_on >= paid_on))
  and (confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null or arrived_on is not null));
drop index payouts_one_prepared;
create unique index payouts_one_prepared on payouts (campaign_id) where state in ('prepared', 'approved', 'sending');
create index payouts_to_confirm on payouts (campaign_id, id) where state = 'paid' and arrived_on is null;

-- A check or a bank transfer can come back too: a representative records it, with the reason.
alter table payout_reversals alter column provider_reference drop not null;
alter table payout_reversals add column recorded_by uuid references users;
alter table payout_reversals add column reason text check (length(reason) between 1 and 200);
alter table payout_reversals add constraint payout_reversals_source
  check ((provider_reference is null) = (recorded_by is not null) and (recorded_by is null) = (reason is null));
