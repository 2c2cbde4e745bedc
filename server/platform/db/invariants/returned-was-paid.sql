-- R38, R68: no more of a payout is recorded as returned than was sent, nor is more reversed at Stripe; it can be both.
select p.campaign_id, p.id as subject_id,
       'payout of ' || p.amount_cents || ', returned ' || r.recorded || ', reversed at Stripe ' || r.reversed as problem
  from payouts p
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where provider_reference is null), 0) as recorded,
           coalesce(sum(amount_cents) filter (where provider_reference is not null), 0) as reversed
      from payout_reversals where payout_id = p.id) r
 where greatest(r.recorded, r.reversed) > p.amount_cents
