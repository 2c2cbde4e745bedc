-- What a forecast needs beside last year's result (R61): how many matches it comes from, and how likely an achievement is in the
-- words of whoever coaches. A version before this one writes none of these columns, and leaves what is there.
alter table statistics
  add column last_year_matches integer check (last_year_matches between 1 and 1000),
  add column chance_percent integer check (chance_percent between 1 and 99),
  add column changed_at timestamptz;
comment on column statistics.last_year_matches is
  'How many matches last year''s result comes from. Null: as many as this season''s schedule has.';
comment on column statistics.chance_percent is
  'Of an achievement: how likely whoever manages the campaign says it is, in percent. Null: nobody said.';
comment on column statistics.changed_at is 'When it was last edited; null: never, or by a version that did not write it.';

-- Forecasts that a changed pledge made outdated are found by it, every minute.
create index pledge_consents_campaign on pledge_consents (campaign_id, replaced_at);
