-- R34: a charge that succeeded has exactly one attempt that did; no other charge has one.
select c.campaign_id, c.id as subject_id, 'charge ' || c.state || ' with ' || count(a.id) || ' successful attempts' as problem
  from charges c left join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
 group by c.campaign_id, c.id, c.state having count(a.id) <> case when c.state = 'succeeded' then 1 else 0 end
