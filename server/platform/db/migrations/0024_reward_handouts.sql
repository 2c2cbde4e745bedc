-- Who was handed what they won (R41). Taking it back is an audit row, not a second truth.
create table reward_handouts (
  campaign_id uuid not null,
  reward_id uuid not null references rewards,
  pledge_id uuid not null,
  handed_out_by uuid not null references users,
  handed_out_at timestamptz not null,
  primary key (reward_id, pledge_id),
  foreign key (campaign_id, pledge_id) references pledges (campaign_id, id)
);
create index reward_handouts_campaign on reward_handouts (campaign_id);
