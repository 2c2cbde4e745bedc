-- What came above an invoice may have gone back before its check bounced: then it is missing, and a later payment
-- above the same invoice makes it good first (R5, R36).
alter table payments add column covers_cents cents not null default 0;
alter table payments add constraint payments_covers check (covers_cents between 0 and overpaid_cents);
create index payments_bounced_of on payments (invoice_id) where state = 'bounced';

-- A refund that gave way to another, or whose check bounced, is not to be made any more: nothing waits for it.
drop index refunds_unfinished;
create index refunds_unfinished on refunds (campaign_id) where state in ('scheduled', 'processing', 'owed');
-- Those of a check or of cash are looked for when it bounces.
create index refunds_payment on refunds (payment_id) where payment_id is not null;
