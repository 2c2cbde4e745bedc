-- R32, R40: what refunds of a charge took or will take cannot be refunded again.
select c.campaign_id, c.id as subject_id, 'charge says ' || c.refunded_cents || ' refunded, refunds say ' || r.refunded as problem
  from charges c
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as refunded from refunds
     where pledge_id = c.pledge_id and charge_id = c.id and state <> 'failed') r
 where c.refunded_cents <> r.refunded
