-- An organization that was paid too much can send a part of it back (R68), and is told once that its balance is below zero.
alter table payout_reversals
  add column is_paid_back boolean not null default false,
  add constraint payout_reversals_paid_back check (not is_paid_back or recorded_by is not null);
comment on column payout_reversals.is_paid_back is
  'The organization sent the money back. False: the payment itself came back, and is sent again (R68).';

-- Below zero where Stripe reverses a transfer that the organization had already paid back: that is owed to it, too.
alter table campaign_books drop constraint campaign_books_paid_out_cents_check;

create table negative_balances (
  organization_id uuid not null references organizations,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  mailed_at timestamptz,
  primary key (organization_id, money_mode)
);
comment on table negative_balances is
  'Organizations that were mailed that more was paid out than their share; gone once that is no longer so (R68).';
comment on column negative_balances.mailed_at is 'Null: it was so before there was such a mail.';
-- Those below zero now were so before there was a mail about it: only the next time is news.
insert into negative_balances (organization_id, money_mode)
select c.organization_id, c.money_mode
from campaign_books b
join campaigns c on c.id = b.campaign_id
group by c.organization_id, c.money_mode
having sum(b.collected_cents - b.commission_cents - b.paid_out_cents) < 0;
