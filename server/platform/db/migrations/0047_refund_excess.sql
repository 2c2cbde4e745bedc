-- A refund made in the card provider's dashboard may be of more than is left of its charge: what was repaid by check is
-- still there to be refunded for the provider. The excess is no refund; the supporter owes it (R5, R32).
alter table refunds add column excess_cents cents not null default 0 check (excess_cents >= 0);
alter table refunds drop constraint refunds_amount_cents_check;
alter table refunds add constraint refunds_amount_cents_check
  check (amount_cents > 0 or (amount_cents = 0 and (excess_cents > 0 or state = 'failed')));
