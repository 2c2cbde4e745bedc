-- R38, R68: no more of a payout is returned than was sent.
select p.campaign_id, p.id as subject_id, 'payout of ' || p.amount_cents || ', returned ' || r.returned as problem
  from payouts p
  cross join lateral (select coalesce(sum(amount_cents), 0) as returned from payout_reversals where payout_id = p.id) r
 where r.returned > p.amount_cents
