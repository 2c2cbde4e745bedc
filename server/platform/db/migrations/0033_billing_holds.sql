-- What broke an invariant of the books (R40): while one is open, its campaign bills nothing.
create table book_violations (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  invariant text not null,
  subject_id uuid not null,
  problem text not null,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create unique index book_violations_open on book_violations (invariant, subject_id) where resolved_at is null;
create index book_violations_campaign on book_violations (campaign_id, id desc);

alter table campaigns add column billing_held_at timestamptz;
create index campaigns_held on campaigns (id) where billing_held_at is not null;
