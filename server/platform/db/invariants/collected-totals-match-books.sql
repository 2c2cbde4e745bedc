-- R11: the collected figure that pages show is the books' own.
select b.campaign_id, b.campaign_id as subject_id, 'pages show ' || t.collected_cents || ' collected, the books say ' || b.collected_cents as problem
  from campaign_books b join campaign_totals t on t.campaign_id = b.campaign_id
 where t.collected_cents <> b.collected_cents
