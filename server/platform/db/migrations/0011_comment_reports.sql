-- Anyone reports a message once: a person by their account, a visitor by their address, of which only a keyed hash is
-- kept. Whoever manages the page decides: hiding the message or keeping it closes its reports (R43).
create table comment_reports (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  comment_id uuid not null references comments,
  reporter text not null check (length(reporter) between 1 and 60),
  reason text check (length(reason) between 1 and 300),
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint comment_reports_once unique (comment_id, reporter)
);
create index comment_reports_open on comment_reports (campaign_id, comment_id) where closed_at is null;
create index comments_hidden on comments (campaign_id, id desc) where hidden_at is not null;
