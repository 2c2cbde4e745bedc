-- R5: every entry sums to zero, campaign by campaign, and so does the journal.
select campaign_id, entry_id as subject_id, 'journal entry off by ' || sum(amount_cents) || ' cents' as problem
  from journal_postings group by campaign_id, entry_id having sum(amount_cents) <> 0
