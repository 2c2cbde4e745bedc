-- The owner of a draft asks for it to be reviewed; a representative answers by activating it, or by anything else that
-- ends the draft (R24). One waits at a time.
create table review_requests (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  answered_by uuid references users,
  answered_at timestamptz,
  constraint review_requests_answer check ((answered_by is null) = (answered_at is null))
);
create unique index review_requests_waiting on review_requests (campaign_id) where answered_at is null;
-- Those that wait, longest first; and a campaign's own, newest first.
create index review_requests_queue on review_requests (id) where answered_at is null;
create index review_requests_campaign on review_requests (campaign_id, id desc);
