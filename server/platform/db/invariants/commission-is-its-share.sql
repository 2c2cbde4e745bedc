-- R4: at every moment commission is exactly its share of what was collected, rounded half up.
select b.campaign_id, b.campaign_id as subject_id, 'commission ' || b.commission_cents || ' of ' || b.collected_cents || ' collected' as problem
  from campaign_books b join campaigns c on c.id = b.campaign_id
 where b.commission_cents <> floor(b.collected_cents * c.commission_basis_points / 10000.0 + 0.5)
    or b.commission_cents <> (select -coalesce(sum(amount_cents), 0) from journal_postings p where p.campaign_id = b.campaign_id and p.account = 'commission')
