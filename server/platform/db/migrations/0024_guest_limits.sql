-- How often an address was mailed about guest pledges outlives them: taken back, corrected or confirmed, they forget it (R59).
create table guest_mailboxes (
  mailbox bytea not null,
  mailed_at timestamptz not null
);
create index guest_mailboxes_mailbox on guest_mailboxes (mailbox, mailed_at);
create index guest_mailboxes_mailed on guest_mailboxes (mailed_at);
comment on table guest_mailboxes is
  'One mail with a link of a guest pledge, counted for 24 hours against the address that it went to.';
comment on column guest_mailboxes.mailbox is 'A keyed hash of the address; the address itself is not kept.';

-- Begun and not held, counted over all campaigns.
create index guest_pledges_begun on guest_pledges (created_at) where state = 'started';

alter table guest_pledge_links add column pledge_token_hash bytea;
comment on column guest_pledge_links.pledge_token_hash is
  'Of the secret of the pledge''s own link that this one leads to once it is confirmed.';
