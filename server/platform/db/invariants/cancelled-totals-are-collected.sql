-- R21: nothing accrues in a cancelled campaign: what is left of its figures is what was collected.
select c.id as campaign_id, c.id as subject_id, 'totals say ' || t.pledged_cents || ' pledged, ' || t.earned_cents || ' earned, ' || t.collected_cents || ' collected' as problem
  from campaigns c join campaign_totals t on t.campaign_id = c.id
 where c.status = 'cancelled' and (t.pledged_cents <> t.collected_cents or t.earned_cents <> t.collected_cents)
