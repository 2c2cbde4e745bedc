-- R35: what banks dispute, and what was lost to them, is out of the charge; and 'disputed' holds what is undecided. R66: no refund
-- of a disputed charge is due.
select c.campaign_id, c.id as subject_id, 'charge says ' || c.disputed_cents || ' disputed, ' || c.lost_cents || ' lost; disputes say ' || d.disputed || ', ' || d.lost as problem
  from charges c
  cross join lateral (
    select coalesce(sum(taken_cents) filter (where state = 'open'), 0) as disputed,
           coalesce(sum(taken_cents) filter (where state = 'lost'), 0) as lost
      from disputes where charge_id = c.id) d
 where c.disputed_cents <> d.disputed or c.lost_cents <> d.lost
union all
select c.id, c.id, 'the account holds ' || -j.held || ', charges ' || sum(h.disputed_cents)
  from campaigns c join charges h on h.campaign_id = c.id
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as held from journal_postings where campaign_id = c.id and account = 'disputed') j
 group by c.id, j.held having -j.held <> sum(h.disputed_cents)
union all
select r.campaign_id, r.id, 'a refund is due while a bank disputes its charge'
  from refunds r join disputes d on d.charge_id = r.charge_id and d.state = 'open'
 where r.state = 'due'
