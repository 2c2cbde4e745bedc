-- Which results a guest pledge counts (R58), as it was agreed when it was held (R59). Optional: a version before this one
-- writes neither column, and its guest pledges count the whole season.
alter table guest_pledges
  add column counts_from text check (counts_from in ('now', 'match')),
  add column event_id uuid,
  add constraint guest_pledges_match check ((counts_from is not distinct from 'match') = (event_id is not null));
comment on column guest_pledges.counts_from is
  'From the moment it was held, or one match; null: the whole season.';
comment on column guest_pledges.event_id is
  'The one match. Not a foreign key: an event that only guest pledges name can be deleted, and their page says so.';

-- At half-time somebody at the touchline has the scoreboard show its code. Optional, and no earlier version reads it.
alter table campaigns add column code_shown_until timestamptz;
comment on column campaigns.code_shown_until is 'The scoreboard shows its code large until then.';
