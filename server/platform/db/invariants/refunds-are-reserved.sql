-- R32, R40: what refunds of a charge took or will take cannot be refunded again; and what corrections claimed of goodwill refunds
-- is what these corrections do not pay.
select c.campaign_id, c.id as subject_id, 'charge says ' || c.refunded_cents || ' refunded, refunds say ' || r.refunded as problem
  from charges c
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as refunded from refunds
     where pledge_id = c.pledge_id and charge_id = c.id and state in ('scheduled', 'processing', 'succeeded', 'owed')) r
 where c.refunded_cents <> r.refunded
union all
select campaign_id, pledge_id, 'goodwill refunds claimed ' || sum(claimed_cents) filter (where state <> 'failed') || ', corrections claim ' || coalesce(sum(amount_cents) filter (where state = 'claimed'), 0)
  from refunds
 group by campaign_id, pledge_id
having coalesce(sum(claimed_cents) filter (where state <> 'failed'), 0) <> coalesce(sum(amount_cents) filter (where state = 'claimed'), 0)
