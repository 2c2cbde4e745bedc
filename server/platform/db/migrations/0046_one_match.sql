-- One match is one event (R19). Of two that are one, the other is archived: voided results still name it, and nothing
-- else does. `merged_into` leads what still comes in for it, from a phone or a calendar, to the one that stays.
alter table events
  add column archived_at timestamptz,
  add column merged_into uuid,
  -- What files call its opponent, once somebody said that it is this match: asked once, however often a file comes in.
  add column known_as text[] not null default '{}' check (cardinality(known_as) <= 20),
  add constraint events_merged_into foreign key (campaign_id, merged_into) references events (campaign_id, id),
  add constraint events_merged_is_archived check (merged_into is null or archived_at is not null),
  add constraint events_merged_elsewhere check (merged_into <> id);
create index events_merged on events (merged_into) where merged_into is not null;

drop index events_match;
create unique index events_match on events (campaign_id, played_on, lower(opponent))
  where opponent is not null and archived_at is null;
-- All matches of a day, to find those that could be one.
create index events_day on events (campaign_id, played_on);

-- Pairs that somebody said are two different matches: asked once.
create table different_matches (
  campaign_id uuid not null references campaigns,
  first_event_id uuid not null,
  second_event_id uuid not null,
  decided_by uuid not null references users,
  decided_at timestamptz not null,
  primary key (first_event_id, second_event_id),
  constraint different_matches_in_order check (first_event_id < second_event_id),
  foreign key (campaign_id, first_event_id) references events (campaign_id, id) on delete cascade,
  foreign key (campaign_id, second_event_id) references events (campaign_id, id) on delete cascade
);
create index different_matches_second on different_matches (second_event_id);
