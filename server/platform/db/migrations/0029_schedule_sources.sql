-- An event that came from a calendar file is found again by that file's own name for it, also on another day; and a
-- calendar that subscribes is told when an event last changed. Null: as it was created.
alter table events
  add column source_uid text check (length(source_uid) between 1 and 255),
  add column changed_at timestamptz;
create unique index events_source on events (campaign_id, source_uid) where source_uid is not null;
