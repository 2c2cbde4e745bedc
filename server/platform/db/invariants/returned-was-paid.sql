-- R38, R68: the lines of a payout add up to it, and those of what came back to that; no more of a payout is recorded as returned
-- than was sent, nor is more reversed at Stripe; it can be both.
select l.campaign_id, p.id as subject_id,
       'payout of ' || p.amount_cents || ', lines of ' || s.paid || ', ' || s.back || ' back; returned ' || r.recorded
         || ', reversed at Stripe ' || r.reversed as problem
  from payout_lines l join payouts p on p.id = l.payout_id
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where reversal_id is null), 0) as paid,
           coalesce(-sum(amount_cents) filter (where reversal_id is not null), 0) as back
      from payout_lines where payout_id = p.id) s
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where provider_reference is null), 0) as recorded,
           coalesce(sum(amount_cents) filter (where provider_reference is not null), 0) as reversed
      from payout_reversals where payout_id = p.id) r
 where l.reversal_id is null
   and (greatest(r.recorded, r.reversed) > p.amount_cents or s.paid <> p.amount_cents or s.back <> r.recorded + r.reversed)
