-- R5: every entry sums to zero, and so does the journal, in the accounts that are in use.
select campaign_id, entry_id as subject_id, 'journal entry off by ' || sum(amount_cents) || ' cents' as problem
  from journal_postings group by campaign_id, entry_id having sum(amount_cents) <> 0
union all
-- Kept for later: nothing posts to it.
select campaign_id, entry_id, 'processing fees of ' || amount_cents from journal_postings where account = 'processing_fees'
