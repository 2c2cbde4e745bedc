-- R40: per pledge after the final lock, settled = received − correction refunds + open + written off + waived.
with settled as (
  select distinct on (t.campaign_id, s.pledge_id) t.campaign_id, s.pledge_id, s.accrued_cents
    from campaigns c join settlements t on t.campaign_id = c.id join settlement_pledges s on s.settlement_id = t.id
   where c.final_locked_at is not null and c.status <> 'cancelled' and t.withdrawn_at is null
   order by t.campaign_id, s.pledge_id, s.version desc)
select s.campaign_id, s.pledge_id as subject_id, 'settled ' || s.accrued_cents || ', accounted for ' || a.total as problem
  from settled s
  cross join lateral (
    select coalesce((select sum(amount_cents - lost_cents) from charges where pledge_id = s.pledge_id and state <> 'voided'), 0)
         + coalesce((select sum(amount_cents) from invoices where pledge_id = s.pledge_id and state <> 'void'), 0)
         + coalesce((select sum(amount_cents) from adjustments where pledge_id = s.pledge_id), 0)
         - coalesce((select sum(amount_cents) from corrections where pledge_id = s.pledge_id), 0) as total) a
 where a.total <> s.accrued_cents
