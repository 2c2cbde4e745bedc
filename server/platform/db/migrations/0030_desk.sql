-- What of a campaign is not done yet, found without reading what is: the representatives' desk looks at all campaigns
-- at once, and most of them are over.
create index charges_unfinished on charges (campaign_id)
  where state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due');
create index invoices_unpaid on invoices (campaign_id) where state = 'open';
create index settlements_unclosed on settlements (campaign_id) where stage <> 'closed';
create index refunds_unfinished on refunds (campaign_id) where state in ('scheduled', 'processing', 'failed', 'owed');
create index disputes_due on disputes (evidence_due_at) where state in ('inquiry', 'open');
