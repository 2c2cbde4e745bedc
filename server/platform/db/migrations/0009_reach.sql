-- Search engines are given the public campaigns in order of id, a bounded page at a time.
create index campaigns_listed on campaigns (id) where status in ('active', 'completed');
-- The short address that print carries names a campaign by the end of its id.
create index campaigns_short on campaigns (right(id::text, 12));
