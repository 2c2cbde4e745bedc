-- R21: nothing accrues in a cancelled campaign: what is left of its figures is what was collected.
select c.id as campaign_id, c.id as subject_id, 'totals say ' || sum(t.pledged_cents) || ' pledged, ' || sum(t.earned_cents) || ' earned, ' || sum(t.collected_cents) || ' collected' as problem
  from campaigns c join campaign_totals t on t.campaign_id = c.id
 where c.status = 'cancelled' group by c.id
having sum(t.pledged_cents) <> sum(t.collected_cents) or sum(t.earned_cents) <> sum(t.collected_cents)
